import { menuOf, type RecipeBook } from './dishes.ts';
import { appetizers } from './dishes/appetizers.ts';
import { breakfast } from './dishes/breakfast.ts';
import { combosWithBread } from './dishes/combos-with-bread.ts';
import { combosWithRice } from './dishes/combos-with-rice.ts';
import { drinks } from './dishes/drinks.ts';
import { nonVegCurries } from './dishes/non-veg-curries.ts';
import { vegCurries } from './dishes/veg-curries.ts';

/** Every dish the chain cooks, each written down once; the menus say where a kitchen differs. */
export const recipeBook: RecipeBook = {
  appetizers,
  breakfast,
  'veg-curries': vegCurries,
  'non-veg-curries': nonVegCurries,
  'combos-with-rice': combosWithRice,
  'combos-with-bread': combosWithBread,
  drinks,
};

/** Truro Heights cooks nearly everything in the book, at the book's prices. */
export const menuTruro = menuOf(recipeBook, {
  notServed: ['chole-bhature', 'lamb-kathi-roll', 'goat-curry', 'jaljeera'],
  prices: {},
  unavailable: 'poori-bhaji',
  todaysSpecial: 'chicken-biryani',
});

/** New Glasgow has the smaller kitchen: a shorter menu, and a little cheaper. */
export const menuNewGlasgow = menuOf(recipeBook, {
  notServed: [
    'chicken-65',
    'plain-dosa',
    'medu-vada',
    'bhindi-masala',
    'chettinad-chicken',
    'lamb-saag',
    'chana-masala-rice-bowl',
    'palak-paneer-and-roti',
    'south-indian-filter-coffee',
    'badam-milk',
  ],
  prices: {
    'vegetable-samosas': 649,
    'amritsari-haddock': 1495,
    'masala-dosa': 1345,
    'palak-paneer': 1549,
    'paneer-butter-masala': 1649,
    'butter-chicken': 1695,
    'chicken-tikka-masala': 1695,
    'lamb-rogan-josh': 1895,
    'goan-fish-curry': 1849,
    'prawn-moilee': 2049,
    'vegetable-thali': 1849,
    'chicken-biryani': 1795,
    'butter-chicken-and-naan': 1795,
    'mango-lassi': 549,
  },
  unavailable: 'shahi-malai-kofta',
  todaysSpecial: 'goat-curry',
});
