import type { RecipeBook } from './dishes.ts';
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
