// The words by which a search finds a dish besides those of its texts, in English and French. Guests mix both languages,
// so every search knows all of them. Accents are removed before words are compared.
import type { DishHeat } from './spice.ts';

/** Words that kitchens use for the same thing. */
export const SYNONYMS: readonly (readonly string[])[] = [
  ['prawn', 'shrimp', 'jhinga', 'crevette'],
  ['dal', 'daal', 'dhal', 'lentil', 'lentille'],
  ['biryani', 'biriyani', 'briyani'],
  ['aloo', 'alu', 'potato', 'patate'],
  ['gobi', 'gobhi', 'cauliflower'],
  ['palak', 'saag', 'spinach', 'epinard'],
  ['chana', 'channa', 'chole', 'chickpea', 'garbanzo', 'chiche'],
  ['baingan', 'brinjal', 'eggplant', 'aubergine'],
  ['bhindi', 'okra'],
  ['matar', 'mutter', 'pea'],
  ['murgh', 'chicken', 'poulet'],
  ['mutton', 'goat', 'chevre'],
  ['paneer', 'panir'],
  ['naan', 'nan'],
  ['roti', 'chapati', 'chapatti', 'phulka'],
  ['puri', 'poori'],
  ['raita', 'yogurt', 'yoghurt', 'curd', 'dahi', 'yogourt'],
  ['chai', 'tea'],
  ['coriander', 'cilantro', 'dhania', 'coriandre'],
  ['jeera', 'cumin'],
  ['mirch', 'chili', 'chilli', 'chile'],
  ['kebab', 'kabab', 'kabob', 'kebob'],
  ['pakora', 'pakoda', 'bhaji', 'fritter'],
  ['korma', 'kurma', 'qorma'],
  ['vindaloo', 'vindalu'],
  ['idli', 'idly'],
  ['dosa', 'dosai'],
  ['haldi', 'turmeric'],
  ['soda', 'pop'],
  ['dessert', 'sweet', 'mithai', 'sucrerie'],
];

/** Words that mark a dish as its diet. */
export const DIET_WORDS = {
  vegan: ['vegan', 'vegane', 'vegetalien', 'vegetalienne'],
  vegetarian: ['vegetarian', 'veg', 'veggie', 'vegetarien', 'vegetarienne'],
  neither: ['nonveg', 'meat', 'viande'],
} as const;

const NOT_SPICY = ['mild', 'doux', 'douce'];
const SPICY = ['spicy', 'fiery', 'epice', 'epicee', 'piquant', 'piquante'];
export const HEAT_WORDS: Readonly<Record<DishHeat, readonly string[]>> = {
  none: NOT_SPICY,
  mild: NOT_SPICY,
  medium: ['medium', ...SPICY],
  hot: ['hot', ...SPICY],
};
