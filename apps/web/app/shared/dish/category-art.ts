import appetizers from '../../assets/categories/appetizers.svg';
import breakfast from '../../assets/categories/breakfast.svg';
import combosWithBread from '../../assets/categories/combos-with-bread.svg';
import combosWithRice from '../../assets/categories/combos-with-rice.svg';
import drinks from '../../assets/categories/drinks.svg';
import nonVegCurries from '../../assets/categories/non-veg-curries.svg';
import vegCurries from '../../assets/categories/veg-curries.svg';
import plate from '../../assets/dishes/plate.svg';

const ART: Readonly<Record<string, string>> = {
  appetizers,
  breakfast,
  'combos-with-bread': combosWithBread,
  'combos-with-rice': combosWithRice,
  drinks,
  'non-veg-curries': nonVegCurries,
  'veg-curries': vegCurries,
};

/** The drawing of a category, or a plate. */
export function categoryArt({ art }: { readonly art?: string | null | undefined }): string {
  return ART[art ?? ''] ?? plate;
}
