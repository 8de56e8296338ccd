import type { CartLine } from '@tiffin/domain/cart';
import { DISH_ALLERGENS, allergenName, type AllergenId, type DishAllergens } from '@tiffin/domain/menu';
import {
  chosenOf,
  defaultChoices,
  heatChoice,
  knownAllergens,
  withHeatGroup,
  type OptionDish,
} from '@tiffin/domain/options';

/** The allergens of a cart line; null if the menu does not tell. */
export function allergensOfLine(
  line: Pick<CartLine, 'options' | 'spice' | 'open'>,
  dish: (OptionDish & { readonly allergens: DishAllergens }) | undefined,
): AllergenId[] | null {
  if (!dish || line.open) return null;
  const chosen = line.options ? chosenOf(line.options) : defaultChoices(dish);
  return knownAllergens(withHeatGroup(dish), [...chosen, ...(line.spice ? [heatChoice(line.spice.id)] : [])]);
}

/** The allergens whose names a page shows; null if it shows none. */
export function allergensOfNames(names: readonly string[] | null): AllergenId[] | null {
  if (names === null) return null;
  const ids = DISH_ALLERGENS.filter(({ id }) => names.includes(allergenName(id))).map(({ id }) => id);
  return ids.length > 0 ? ids : null;
}
