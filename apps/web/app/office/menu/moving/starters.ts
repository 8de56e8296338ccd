import { texts } from './texts.ts';

/** A menu to begin with. Its dishes come hidden: prices, words and above all allergens are the house's own to say. */
interface Starter {
  readonly id: string;
  readonly name: string;
  readonly csv: string;
}

const HEADINGS = 'category,name,description,price,vegetarian,vegan,allergens,available';

function starter(id: string, name: string, rows: string): Starter {
  const lines = rows.trim().split('\n');
  return { id, name, csv: [HEADINGS, ...lines.map((line) => `${line.trim()},no`)].join('\r\n') };
}

export const STARTERS: readonly Starter[] = [
  starter(
    'pizzeria',
    texts.kitchens.pizzeria,
    `
    Pizza,Margherita,"Tomato, mozzarella, basil.",14.00,yes,no,milk; wheat
    Pizza,Marinara,"Tomato, garlic, oregano, olive oil.",12.00,yes,yes,wheat
    Pizza,Pepperoni,"Tomato, mozzarella, pepperoni.",16.00,no,no,milk; wheat
    Pizza,Funghi,"Tomato, mozzarella, mushrooms.",15.50,yes,no,milk; wheat
    Pizza,Quattro Formaggi,"Mozzarella and three other cheeses.",17.00,yes,no,milk; wheat
    Salads,Green Salad,"Lettuce, cucumber, tomato, oil and vinegar.",8.00,yes,yes,none
    Salads,Caesar Salad,"Romaine, parmesan, croutons, our dressing.",11.00,no,no,eggs; fish; milk; mustard; wheat
    Sides,Garlic Bread,"Four slices from the pizza oven.",6.00,yes,no,milk; wheat
    Desserts,Tiramisu,"Coffee, mascarpone, cocoa.",8.50,yes,no,eggs; milk; wheat
    Drinks,Sparkling Water,A bottle of 500 ml.,3.50,yes,yes,none
    Drinks,Cola,A can of 355 ml.,2.75,yes,yes,none
    `,
  ),
  starter(
    'coffee-shop',
    texts.kitchens.coffee,
    `
    Coffee,Filter Coffee,The roast of the day.,2.75,yes,yes,none
    Coffee,Espresso,A double.,3.25,yes,yes,none
    Coffee,Cappuccino,Espresso with steamed milk and foam.,4.50,yes,no,milk
    Coffee,Latte,Espresso with plenty of steamed milk.,4.75,yes,no,milk
    Tea,Black Tea,"A pot, milk on the side.",3.50,yes,no,milk
    Tea,Peppermint Tea,A pot.,3.50,yes,yes,none
    Baked,Croissant,"All butter, baked this morning.",3.75,yes,no,eggs; milk; wheat
    Baked,Blueberry Muffin,With a crumble on top.,3.95,yes,no,eggs; milk; wheat
    Baked,Cinnamon Bun,With icing.,4.50,yes,no,eggs; milk; wheat
    Sandwiches,Egg Salad Sandwich,On brown bread.,8.50,yes,no,eggs; milk; mustard; wheat
    Sandwiches,Hummus and Vegetable Wrap,"Hummus, carrot, cucumber, lettuce.",8.95,yes,yes,sesame; wheat
    Cold drinks,Iced Coffee,Over ice.,4.25,yes,yes,none
    `,
  ),
  starter(
    'burgers',
    texts.kitchens.burgers,
    `
    Burgers,Hamburger,"Beef, lettuce, tomato, onion, pickle.",11.50,no,no,eggs; milk; mustard; sesame; wheat
    Burgers,Cheeseburger,"Beef, cheddar, lettuce, tomato, pickle.",12.50,no,no,eggs; milk; mustard; sesame; wheat
    Burgers,Bacon Burger,"Beef, bacon, cheddar, barbecue sauce.",14.50,no,no,eggs; milk; mustard; sesame; wheat
    Burgers,Chicken Burger,"Fried chicken, slaw, mayonnaise.",13.50,no,no,eggs; milk; mustard; sesame; wheat
    Burgers,Black Bean Burger,"Black beans, lettuce, tomato, salsa.",12.50,yes,no,eggs; milk; sesame; wheat
    Sides,Fries,Fried in vegetable oil.,5.00,yes,yes,none
    Sides,Onion Rings,In batter.,6.00,yes,no,milk; wheat
    Sides,Coleslaw,"Cabbage, carrot, mayonnaise.",4.50,yes,no,eggs; mustard
    Poutine,Classic Poutine,"Fries, cheese curds, gravy.",9.50,no,no,milk; soy; wheat
    Drinks,Vanilla Milkshake,With whipped cream.,6.50,yes,no,milk
    Drinks,Lemonade,Made here.,3.75,yes,yes,none
    `,
  ),
];
