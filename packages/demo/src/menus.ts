import { buildMenu } from './build-menu.ts';
import { recipeBook } from './recipes.ts';

/** Truro Heights has nearly all recipes, at the listed prices. */
export const menuTruro = buildMenu(recipeBook, {
  notServed: ['chole-bhature', 'lamb-kathi-roll', 'goat-curry', 'jaljeera'],
  prices: {},
  unavailable: 'poori-bhaji',
  todaysSpecial: 'chicken-biryani',
});

/** New Glasgow has a smaller kitchen: a shorter and slightly cheaper menu. */
export const menuNewGlasgow = buildMenu(recipeBook, {
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
