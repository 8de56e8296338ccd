import { cents, slugOf, recordOf } from '@tiffin/domain/core';
import { ALLERGENS, DISH_HEATS, ITEM_ID_MAX } from '@tiffin/domain/menu';
import { DEMO_CATEGORIES, type DemoCategory } from './categories.ts';
import { DIETS, DISH_ART, type Recipe, type RecipeBook } from './build-menu.ts';

// One dish per paragraph: name | dollars | diet | heat | minutes | calories | allergens | tags | other facts. The
// next line is the description.
const DISHES: Readonly<Record<DemoCategory, string>> = {
  appetizers: `
Vegetable Samosas | 6.95 | vegan | mild | 10 | 320 | wheat | starter, fried, to-share | popular, art samosas
  Two crisp pastries filled with cumin potato and peas, with tamarind chutney.
Onion Bhaji | 7.95 | vegan | mild | 10 | 290 | - | starter, fried, to-share | gluten-free
  Sliced onion in a chickpea batter with ajwain, in a fryer that sees no wheat. Mint and coriander chutney.
Paneer Tikka | 14.49 | vegetarian | medium | 18 | 410 | milk, mustard | starter, tandoor | gluten-free, popular, art paneer-tikka
  Paneer, peppers and onion in a mustard and yogurt marinade, charred in the tandoor.
Chicken 65 | 13.95 | non-veg | hot | 15 | 430 | milk | starter, fried, south-indian | gluten-free
  Chicken in yogurt, curry leaves and red chili, coated in rice flour. Fried apart from anything with wheat.
Chicken Tikka | 14.95 | non-veg | medium | 18 | 380 | milk, mustard | starter, tandoor | gluten-free, popular
  Boneless thigh in yogurt, ginger and Kashmiri chili, straight from the tandoor.
Gobi Manchurian | 12.95 | vegan | medium | 15 | 360 | soy, wheat | starter, fried, indo-chinese | -
  Cauliflower fried crisp and tossed in a garlic, ginger and soy sauce.
Aloo Tikki Chaat | 10.95 | vegetarian | medium | 12 | 420 | milk, wheat | starter, street-food | -
  Potato patties under warm chickpeas, sweet yogurt, tamarind, sev and crushed wheat crisps.
Amritsari Haddock | 15.95 | non-veg | medium | 15 | 390 | fish | starter, fried | gluten-free
  Nova Scotia haddock in a spiced chickpea batter with ajwain and lemon, in a fryer that sees no wheat.
Lamb Seekh Kebab | 15.95 | non-veg | medium | 18 | 440 | eggs | starter, tandoor | gluten-free
  Minced lamb with green chili, coriander and garam masala, grilled on the skewer.
`,
  breakfast: `
Masala Dosa | 13.95 | vegan | medium | 15 | 480 | mustard | south-indian | gluten-free, popular, art masala-dosa
  A crisp rice and lentil crêpe around mustard-seed potatoes, with sambar and coconut chutney.
Plain Dosa | 10.95 | vegan | mild | 12 | 340 | mustard | south-indian | gluten-free
  The same crêpe with nothing inside, made for dipping in sambar and coconut chutney.
Idli Sambar | 10.95 | vegan | mild | 12 | 310 | mustard | south-indian | gluten-free
  Three steamed rice and lentil cakes with a bowl of sambar and coconut chutney.
Medu Vada | 10.95 | vegan | mild | 14 | 380 | mustard | south-indian, fried | gluten-free
  Two lentil doughnuts with pepper and curry leaf, fried away from wheat, with sambar and coconut chutney.
Poori Bhaji | 11.95 | vegan | mild | 15 | 520 | mustard, wheat | north-indian, fried | -
  Puffed whole-wheat bread with potatoes in turmeric and curry leaf.
Aloo Paratha | 11.95 | vegetarian | mild | 15 | 560 | milk, mustard, wheat | north-indian | popular
  Griddled bread stuffed with spiced potato, with yogurt, butter and pickle on the side.
Chole Bhature | 14.95 | vegetarian | medium | 18 | 690 | milk, wheat | north-indian, fried | -
  Slow-cooked chickpeas with two big puffed breads leavened with yogurt.
Kanda Poha | 9.95 | vegan | mild | 10 | 330 | mustard, peanuts | west-indian | gluten-free
  Flattened rice with onion, turmeric, roasted peanuts and a squeeze of lime.
`,
  'veg-curries': `
Palak Paneer | 15.95 | vegetarian | mild | 18 | 430 | milk | curry | gluten-free, popular, art palak-paneer
  Paneer in spinach with garlic, ginger and a little cream.
Chana Masala | 14.49 | vegan | medium | 15 | 370 | - | curry | gluten-free, popular, art chana-masala
  Chickpeas simmered with tomato, black cardamom and dried mango.
Dal Makhani | 14.95 | vegetarian | mild | 15 | 420 | milk | curry, lentils | gluten-free, popular, art dal-makhani
  Black lentils and kidney beans, cooked overnight with butter and tomato.
Dal Tadka | 13.95 | vegan | mild | 12 | 320 | mustard | curry, lentils | gluten-free
  Yellow lentils finished with sizzling cumin, mustard seed and garlic.
Paneer Butter Masala | 16.95 | vegetarian | mild | 18 | 520 | milk, tree-nuts | curry | gluten-free, popular
  Paneer in a tomato, butter and cashew sauce with dried fenugreek.
Shahi Malai Kofta | 16.95 | vegetarian | mild | 20 | 580 | milk, sulphites, tree-nuts, wheat | curry | -
  Paneer and potato dumplings with golden raisins, in a saffron and cashew cream.
Aloo Gobi | 14.49 | vegan | medium | 16 | 310 | - | curry, dry | gluten-free
  Potato and cauliflower with turmeric, ginger and fresh coriander.
Baingan Bharta | 15.49 | vegan | medium | 20 | 290 | - | curry | gluten-free
  Eggplant roasted over the flame until smoky, mashed with tomato, onion and green chili.
Bhindi Masala | 15.49 | vegan | medium | 16 | 280 | - | curry, dry | gluten-free
  Okra with onion, tomato and dried mango powder, cooked until just crisp.
Vegetable Korma | 15.95 | vegetarian | mild | 18 | 450 | milk, tree-nuts | curry | gluten-free
  Seasonal vegetables in a gentle cashew, yogurt and cardamom sauce.
Kadai Mushroom | 15.49 | vegan | hot | 16 | 270 | - | curry | gluten-free
  Mushrooms and peppers with crushed coriander seed and plenty of red chili.
`,
  'non-veg-curries': `
Butter Chicken | 17.49 | non-veg | mild | 20 | 560 | milk | curry, chicken | gluten-free, popular, art butter-chicken
  Tandoor chicken in a tomato, butter and fenugreek sauce.
Chicken Tikka Masala | 17.49 | non-veg | medium | 20 | 540 | milk, mustard | curry, chicken | gluten-free, popular
  Charred chicken tikka in an onion and tomato sauce finished with cream.
Chicken Korma | 16.95 | non-veg | mild | 20 | 570 | milk, tree-nuts | curry, chicken | gluten-free
  Chicken in a mild cashew and yogurt sauce with cardamom and rosewater.
Chicken Vindaloo | 16.95 | non-veg | hot | 20 | 470 | sulphites | curry, chicken, goan | gluten-free
  Goan chicken with wine vinegar, garlic and a serious amount of red chili.
Kadai Chicken | 16.95 | non-veg | medium | 20 | 480 | - | curry, chicken | gluten-free
  Chicken and peppers in a thick tomato masala with crushed coriander seed.
Chettinad Chicken | 17.49 | non-veg | hot | 22 | 510 | mustard | curry, chicken, south-indian | gluten-free
  Black pepper, star anise and roasted coconut, the way they cook it in Tamil Nadu.
Lamb Rogan Josh | 19.49 | non-veg | hot | 25 | 590 | milk | curry, lamb | gluten-free, popular, art lamb-rogan-josh
  Lamb shoulder with Kashmiri chili, yogurt, fennel and dry ginger.
Lamb Saag | 19.49 | non-veg | medium | 25 | 570 | milk | curry, lamb | gluten-free
  Tender lamb folded into spinach with garlic, fenugreek and a spoon of cream.
Goat Curry | 19.95 | non-veg | medium | 28 | 600 | - | curry, goat | gluten-free
  Goat on the bone, cooked slowly with onion, tomato and whole spices.
Goan Fish Curry | 18.95 | non-veg | medium | 20 | 440 | fish | curry, seafood, goan | gluten-free
  Haddock in a coconut, tamarind and Kashmiri chili sauce.
Prawn Moilee | 20.95 | non-veg | mild | 20 | 450 | crustaceans-and-molluscs, mustard | curry, seafood, south-indian | gluten-free
  Prawns in coconut milk with turmeric, curry leaves and mustard seed.
`,
  'combos-with-rice': `
Vegetable Thali | 18.95 | vegetarian | mild | 20 | 820 | milk | combo | gluten-free, popular, art thali
  Two vegetable curries, dal, raita, papadum and basmati rice on one platter.
Chicken Biryani | 18.49 | non-veg | medium | 22 | 780 | milk | combo, biryani, chicken | gluten-free, popular, art biryani
  Basmati layered with chicken, saffron, mint and fried onion, with raita.
Vegetable Biryani | 16.49 | vegetarian | medium | 20 | 640 | milk | combo, biryani | gluten-free
  Basmati layered with garden vegetables, saffron and mint, with raita.
Lamb Biryani | 20.49 | non-veg | medium | 25 | 840 | milk | combo, biryani, lamb | gluten-free
  Slow-cooked lamb sealed under saffron rice with fried onion, served with raita.
Butter Chicken Rice Bowl | 16.95 | non-veg | mild | 15 | 760 | milk | combo, chicken | gluten-free, popular
  Butter chicken over basmati rice with cucumber salad. Lunch in one bowl.
Rajma Chawal | 14.49 | vegan | mild | 14 | 610 | - | combo | gluten-free
  Kidney beans in a ginger and tomato gravy over steamed basmati.
Chana Masala Rice Bowl | 13.95 | vegan | medium | 14 | 590 | - | combo | gluten-free
  Chickpeas in tomato and black cardamom over basmati, with pickled onion.
Jeera Rice | 5.95 | vegetarian | none | 10 | 290 | milk | side, rice | gluten-free
  Basmati rice tossed with cumin in a little ghee.
Steamed Basmati Rice | 4.95 | vegan | none | 8 | 240 | - | side, rice | gluten-free, popular
  Long-grain basmati, steamed plain to carry a curry.
`,
  'combos-with-bread': `
Butter Chicken and Naan | 18.49 | non-veg | mild | 20 | 840 | eggs, milk, wheat | combo, chicken | popular
  Butter chicken with two butter naan from the tandoor.
Dal and Garlic Naan | 15.49 | vegetarian | mild | 15 | 640 | eggs, milk, mustard, wheat | combo | -
  Yellow dal finished with garlic and cumin, with two garlic naan.
Palak Paneer and Roti | 16.95 | vegetarian | mild | 18 | 610 | milk, wheat | combo | -
  Palak paneer with two whole-wheat roti.
Chana and Roti | 14.49 | vegan | medium | 15 | 560 | wheat | combo | -
  Chana masala with two whole-wheat roti, no butter on either.
Lamb Kathi Roll | 14.95 | non-veg | medium | 15 | 620 | eggs, wheat | combo, lamb, street-food | -
  Seared lamb, egg and pickled onion rolled in a flaky paratha.
Paneer Kathi Roll | 13.95 | vegetarian | medium | 15 | 600 | milk, mustard, wheat | combo, street-food | -
  Tandoor paneer, peppers and mint chutney rolled in a flaky paratha.
Butter Naan | 3.95 | vegetarian | none | 8 | 280 | eggs, milk, wheat | side, bread | popular
  Soft leavened bread from the tandoor, brushed with butter.
Garlic Naan | 4.45 | vegetarian | none | 8 | 300 | eggs, milk, wheat | side, bread | popular
  Naan with chopped garlic and coriander pressed in before baking.
Tandoori Roti | 3.45 | vegan | none | 8 | 190 | wheat | side, bread | -
  Whole-wheat flatbread baked on the tandoor wall, without butter.
`,
  drinks: `
Mango Lassi | 5.95 | vegetarian | none | 4 | 260 | milk | drink, cold | gluten-free, popular
  Yogurt, Alphonso mango and a pinch of cardamom.
Salted Lassi | 4.95 | vegetarian | none | 4 | 130 | milk | drink, cold | gluten-free
  Yogurt thinned with ice water, roasted cumin and salt.
Masala Chai | 3.49 | vegetarian | none | 6 | 110 | milk | drink, hot | gluten-free, popular
  Black tea simmered with milk, ginger and cardamom.
South Indian Filter Coffee | 3.95 | vegetarian | none | 6 | 120 | milk | drink, hot, south-indian | gluten-free
  Dark roast dripped slowly and poured frothy with hot milk.
Fresh Lime Soda | 4.49 | vegan | none | 4 | 70 | - | drink, cold | gluten-free
  Lime, soda and black salt. Sweet, salted or both.
Jaljeera | 4.25 | vegan | none | 4 | 45 | - | drink, cold | gluten-free
  Cumin, mint and tamarind over ice, sharp enough to wake the appetite.
Rose Milk | 4.75 | vegetarian | none | 4 | 210 | milk | drink, cold | gluten-free
  Cold milk with rose syrup and soaked basil seeds.
Nimbu Pani | 3.95 | vegan | none | 4 | 90 | - | drink, cold | gluten-free
  Still lemonade with roasted cumin, mint and a little sugar.
Badam Milk | 5.45 | vegetarian | none | 5 | 270 | milk, tree-nuts | drink, cold | gluten-free
  Milk with ground almonds, saffron and cardamom, served cold.
`,
};

const ALLERGEN_IDS = ALLERGENS.map(({ id }) => id);

function recipesIn(table: string): readonly Recipe[] {
  const lines = table.trim().split('\n');
  return lines.flatMap((line, index) => (index % 2 === 0 ? recipeIn(line, lines[index + 1] ?? '') : []));
}

function recipeIn(line: string, description: string): Recipe {
  const [name = '', price, diet, heat, minutes, calories, allergens, tags, more] = line
    .split('|')
    .map((cell) => cell.trim());
  const marks = listOf(more);
  const art = marks.find((mark) => mark.startsWith('art '))?.slice(4);
  return {
    id: slugOf(name, ITEM_ID_MAX),
    name,
    description: description.trim(),
    price: cents(Math.round(Number(price) * 100)),
    diet: oneOf(DIETS, diet),
    glutenFree: marks.includes('gluten-free'),
    spiceLevel: oneOf(DISH_HEATS, heat),
    prepTime: Number(minutes),
    calories: Number(calories),
    allergens: listOf(allergens).map((word) => oneOf(ALLERGEN_IDS, word)),
    tags: listOf(tags),
    popular: marks.includes('popular') || undefined,
    art: art === undefined ? undefined : oneOf(DISH_ART, art),
  };
}

function listOf(cell = '-'): readonly string[] {
  return cell === '-' ? [] : cell.split(', ');
}

function oneOf<Word extends string>(all: readonly Word[], word: string | undefined): Word {
  const found = all.find((each) => each === word);
  if (found === undefined) throw new Error(`No dish can be '${word}'`);
  return found;
}

export const recipeBook: RecipeBook = recordOf(DEMO_CATEGORIES, (category) => recipesIn(DISHES[category]));
