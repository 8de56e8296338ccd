import appetizers from '../../assets/categories/appetizers.svg';
import breakfast from '../../assets/categories/breakfast.svg';
import combosWithBread from '../../assets/categories/combos-with-bread.svg';
import combosWithRice from '../../assets/categories/combos-with-rice.svg';
import drinks from '../../assets/categories/drinks.svg';
import nonVegCurries from '../../assets/categories/non-veg-curries.svg';
import vegCurries from '../../assets/categories/veg-curries.svg';
import biryani from '../../assets/dishes/biryani.svg';
import thali from '../../assets/dishes/thali.svg';

const ART: Readonly<Record<string, string>> = {
  appetizers,
  breakfast,
  'combos-with-bread': combosWithBread,
  'combos-with-rice': combosWithRice,
  drinks,
  // Not a category, but at the head of them.
  specials: biryani,
  'non-veg-curries': nonVegCurries,
  'veg-curries': vegCurries,
};

/** The drawing of a category, by its id; a neutral plate for categories the house added itself. */
export function categoryArt(categoryId: string): string {
  return ART[categoryId] ?? thali;
}
