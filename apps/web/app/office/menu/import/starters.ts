import { starterTexts } from './starter-words.ts';
import { texts } from './texts.ts';

/** A starter menu. Its dishes are hidden, because the restaurant must check prices, texts and above all allergens. */
interface Starter {
  readonly id: string;
  readonly name: string;
  readonly csv: string;
}

const HEADINGS = 'category,name,description,price,vegetarian,vegan,allergens,available';

type Heading = keyof typeof starterTexts.headings;
/** Price, diet and allergens. */
type Facts = readonly [price: string, diet: 'vegan' | 'vegetarian' | 'any', allergens: string];
type Dishes = Partial<Record<keyof typeof starterTexts.dishes, Facts>>;

/** Written in the user's language; the column values are those every import accepts. */
function starter(id: string, name: string, menu: Partial<Record<Heading, Dishes>>): Starter {
  const lines = Object.entries(menu).flatMap(([heading, dishes]) =>
    Object.entries(dishes).map(([dish, [price, diet, allergens]]) => {
      const [called, about] = starterTexts.dishes[dish as keyof typeof starterTexts.dishes];
      const words = [starterTexts.headings[heading as Heading], called, about].map((text) => `"${text}"`);
      const yesOrNo = (is: boolean) => (is ? 'yes' : 'no');
      return [...words, price, yesOrNo(diet !== 'any'), yesOrNo(diet === 'vegan'), allergens, 'no'].join(',');
    }),
  );
  return { id, name, csv: [HEADINGS, ...lines].join('\r\n') };
}

export const STARTERS: readonly Starter[] = [
  starter('pizzeria', texts.kitchens.pizzeria, {
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
  starter('coffee-shop', texts.kitchens.coffee, {
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
  starter('burgers', texts.kitchens.burgers, {
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
