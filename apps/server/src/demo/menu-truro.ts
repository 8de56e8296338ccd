import { menuOf } from './dishes.ts';
import { recipeBook } from './recipe-book.ts';

/** Truro Heights cooks nearly everything in the book, at the book's prices. */
export const menuTruro = menuOf(recipeBook, {
  notServed: ['chole-bhature', 'lamb-kathi-roll', 'goat-curry', 'jaljeera'],
  prices: {},
  unavailable: 'poori-bhaji',
  todaysSpecial: 'chicken-biryani',
});
