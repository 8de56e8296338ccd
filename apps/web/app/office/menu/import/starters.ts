import { say } from '@tiffin/domain/core';

const CATEGORY_NAMES = {
  pizza: say`Pizza`,
  salads: say`Salads`,
  sides: say`Sides`,
  desserts: say`Desserts`,
  drinks: say`Drinks`,
  coffee: say`Coffee`,
  tea: say`Tea`,
  baked: say`Baked`,
  sandwiches: say`Sandwiches`,
  coldDrinks: say`Cold drinks`,
  burgers: say`Burgers`,
  poutine: say`Poutine`,
};

const DISHES = {
  margherita: [say`Margherita`, say`Tomato, mozzarella, basil.`],
  marinara: [say`Marinara`, say`Tomato, garlic, oregano, olive oil.`],
  pepperoni: [say`Pepperoni`, say`Tomato, mozzarella, pepperoni.`],
  funghi: [say`Funghi`, say`Tomato, mozzarella, mushrooms.`],
  quattroFormaggi: [say`Quattro Formaggi`, say`Mozzarella and three other cheeses.`],
  greenSalad: [say`Green Salad`, say`Lettuce, cucumber, tomato, oil and vinegar.`],
  caesarSalad: [say`Caesar Salad`, say`Romaine, parmesan, croutons, our dressing.`],
  garlicBread: [say`Garlic Bread`, say`Four slices from the pizza oven.`],
  tiramisu: [say`Tiramisu`, say`Coffee, mascarpone, cocoa.`],
  sparklingWater: [say`Sparkling Water`, say`A bottle of 500 ml.`],
  cola: [say`Cola`, say`A can of 355 ml.`],
  filterCoffee: [say`Filter Coffee`, say`The roast of the day.`],
  espresso: [say`Espresso`, say`A double.`],
  cappuccino: [say`Cappuccino`, say`Espresso with steamed milk and foam.`],
  latte: [say`Latte`, say`Espresso with plenty of steamed milk.`],
  blackTea: [say`Black Tea`, say`A pot, milk on the side.`],
  peppermintTea: [say`Peppermint Tea`, say`A pot.`],
  croissant: [say`Croissant`, say`All butter, baked this morning.`],
  blueberryMuffin: [say`Blueberry Muffin`, say`With a crumble on top.`],
  cinnamonBun: [say`Cinnamon Bun`, say`With icing.`],
  eggSaladSandwich: [say`Egg Salad Sandwich`, say`On brown bread.`],
  hummusAndVegetableWrap: [say`Hummus and Vegetable Wrap`, say`Hummus, carrot, cucumber, lettuce.`],
  icedCoffee: [say`Iced Coffee`, say`Over ice.`],
  hamburger: [say`Hamburger`, say`Beef, lettuce, tomato, onion, pickle.`],
  cheeseburger: [say`Cheeseburger`, say`Beef, cheddar, lettuce, tomato, pickle.`],
  baconBurger: [say`Bacon Burger`, say`Beef, bacon, cheddar, barbecue sauce.`],
  chickenBurger: [say`Chicken Burger`, say`Fried chicken, slaw, mayonnaise.`],
  blackBeanBurger: [say`Black Bean Burger`, say`Black beans, lettuce, tomato, salsa.`],
  fries: [say`Fries`, say`Fried in vegetable oil.`],
  onionRings: [say`Onion Rings`, say`In batter.`],
  coleslaw: [say`Coleslaw`, say`Cabbage, carrot, mayonnaise.`],
  classicPoutine: [say`Classic Poutine`, say`Fries, cheese curds, gravy.`],
  vanillaMilkshake: [say`Vanilla Milkshake`, say`With whipped cream.`],
  lemonade: [say`Lemonade`, say`Homemade.`],
} as const;

/** A starter menu. Its dishes are hidden, because the restaurant must check prices, texts and above all allergens. */
interface Starter {
  readonly id: string;
  readonly name: string;
  readonly csv: string;
}

const HEADINGS = 'category,name,description,price,vegetarian,vegan,allergens,available';

type Heading = keyof typeof CATEGORY_NAMES;
type Facts = readonly [price: string, diet: 'vegan' | 'vegetarian' | 'any', allergens: string];
type Dishes = Partial<Record<keyof typeof DISHES, Facts>>;

/** Written in the user's language; the column values are those every import accepts. */
function starter(id: string, name: string, menu: Partial<Record<Heading, Dishes>>): Starter {
  const lines = Object.entries(menu).flatMap(([heading, dishes]) =>
    Object.entries(dishes).map(([dish, [price, diet, allergens]]) => {
      const [called, about] = DISHES[dish as keyof typeof DISHES];
      const words = [CATEGORY_NAMES[heading as Heading], called, about].map((text) => `"${text}"`);
      const yesOrNo = (is: boolean) => (is ? 'yes' : 'no');
      return [...words, price, yesOrNo(diet !== 'any'), yesOrNo(diet === 'vegan'), allergens, 'no'].join(',');
    }),
  );
  return { id, name, csv: [HEADINGS, ...lines].join('\r\n') };
}

export const STARTERS: readonly Starter[] = [
  starter('pizzeria', say`Pizzeria`, {
    pizza: {
      margherita: ['14.00', 'vegetarian', 'milk; wheat'],
      marinara: ['12.00', 'vegan', 'wheat'],
      pepperoni: ['16.00', 'any', 'milk; wheat'],
      funghi: ['15.50', 'vegetarian', 'milk; wheat'],
      quattroFormaggi: ['17.00', 'vegetarian', 'milk; wheat'],
    },
    salads: {
      greenSalad: ['8.00', 'vegan', 'none'],
      caesarSalad: ['11.00', 'any', 'eggs; fish; milk; mustard; wheat'],
    },
    sides: {
      garlicBread: ['6.00', 'vegetarian', 'milk; wheat'],
    },
    desserts: {
      tiramisu: ['8.50', 'vegetarian', 'eggs; milk; wheat'],
    },
    drinks: {
      sparklingWater: ['3.50', 'vegan', 'none'],
      cola: ['2.75', 'vegan', 'none'],
    },
  }),
  starter('coffee-shop', say`Coffee shop`, {
    coffee: {
      filterCoffee: ['2.75', 'vegan', 'none'],
      espresso: ['3.25', 'vegan', 'none'],
      cappuccino: ['4.50', 'vegetarian', 'milk'],
      latte: ['4.75', 'vegetarian', 'milk'],
    },
    tea: {
      blackTea: ['3.50', 'vegetarian', 'milk'],
      peppermintTea: ['3.50', 'vegan', 'none'],
    },
    baked: {
      croissant: ['3.75', 'vegetarian', 'eggs; milk; wheat'],
      blueberryMuffin: ['3.95', 'vegetarian', 'eggs; milk; wheat'],
      cinnamonBun: ['4.50', 'vegetarian', 'eggs; milk; wheat'],
    },
    sandwiches: {
      eggSaladSandwich: ['8.50', 'vegetarian', 'eggs; milk; mustard; wheat'],
      hummusAndVegetableWrap: ['8.95', 'vegan', 'sesame; wheat'],
    },
    coldDrinks: {
      icedCoffee: ['4.25', 'vegan', 'none'],
    },
  }),
  starter('burgers', say`Burgers and fries`, {
    burgers: {
      hamburger: ['11.50', 'any', 'eggs; milk; mustard; sesame; wheat'],
      cheeseburger: ['12.50', 'any', 'eggs; milk; mustard; sesame; wheat'],
      baconBurger: ['14.50', 'any', 'eggs; milk; mustard; sesame; wheat'],
      chickenBurger: ['13.50', 'any', 'eggs; milk; mustard; sesame; wheat'],
      blackBeanBurger: ['12.50', 'vegetarian', 'eggs; milk; sesame; wheat'],
    },
    sides: {
      fries: ['5.00', 'vegan', 'none'],
      onionRings: ['6.00', 'vegetarian', 'milk; wheat'],
      coleslaw: ['4.50', 'vegetarian', 'eggs; mustard'],
    },
    poutine: {
      classicPoutine: ['9.50', 'any', 'milk; soy; wheat'],
    },
    drinks: {
      vanillaMilkshake: ['6.50', 'vegetarian', 'milk'],
      lemonade: ['3.75', 'vegan', 'none'],
    },
  }),
];
