// The words that a search understands without finding them in a menu, in English and French. Guests mix both languages,
// so every search knows all of them. Accents are removed before words are compared.
import type { AllergenId } from './diet.ts';

/** Words that kitchens use for the same thing. */
export const SAME: readonly (readonly string[])[] = [
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

export const COLD_WORDS: ReadonlySet<string> = new Set(['no', 'not', 'non', 'without', 'sans', 'pas']);
export const NO_WORDS: ReadonlySet<string> = new Set(['no', 'without', 'sans']);
export const JOINS: ReadonlySet<string> = new Set([',', 'or', 'and', 'nor', 'ou', 'et', 'ni']);
export const MEAT_WORDS: ReadonlySet<string> = new Set(['meat', 'nonveg', 'viande']);

export const ALLERGEN_WORDS: Readonly<Record<string, readonly AllergenId[]>> = {
  egg: ['eggs'],
  milk: ['milk'],
  dairy: ['milk'],
  lactose: ['milk'],
  mustard: ['mustard'],
  peanut: ['peanuts'],
  groundnut: ['peanuts'],
  shellfish: ['crustaceans-and-molluscs'],
  crustacean: ['crustaceans-and-molluscs'],
  mollusc: ['crustaceans-and-molluscs'],
  seafood: ['fish', 'crustaceans-and-molluscs'],
  fish: ['fish'],
  sesame: ['sesame'],
  soy: ['soy'],
  soya: ['soy'],
  sulphite: ['sulphites'],
  sulfite: ['sulphites'],
  nut: ['tree-nuts'],
  wheat: ['wheat'],
  gluten: ['wheat'],
  // French, without accents
  oeuf: ['eggs'],
  lait: ['milk'],
  laitier: ['milk'],
  moutarde: ['mustard'],
  arachide: ['peanuts'],
  cacahuete: ['peanuts'],
  crustace: ['crustaceans-and-molluscs'],
  mollusque: ['crustaceans-and-molluscs'],
  poisson: ['fish'],
  soja: ['soy'],
  noix: ['tree-nuts'],
  ble: ['wheat'],
};
/** Allergens that are avoided in addition: without nuts also means without peanuts. */
export const AVOIDED_TOO: Readonly<Record<string, readonly AllergenId[]>> = {
  nut: ['peanuts'],
  noix: ['peanuts'],
};
