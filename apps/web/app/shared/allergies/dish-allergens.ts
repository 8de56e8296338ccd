import type { CartLine } from '@tiffin/domain/cart';
import { DISH_ALLERGENS, allergenName, type DishAllergens, type LineAllergens } from '@tiffin/domain/menu';
import {
  chosenOf,
  defaultChoices,
  heatChoice,
  lineAllergens,
  withHeatGroup,
  type OptionDish,
} from '@tiffin/domain/options';

export function allergensOfLine(
  line: Pick<CartLine, 'options' | 'spice' | 'open'>,
  dish: (OptionDish & { readonly allergens: DishAllergens }) | undefined,
): LineAllergens {
  if (!dish || line.open) return { contains: [], isComplete: false };
  const chosen = line.options ? chosenOf(line.options) : defaultChoices(dish);
  return lineAllergens(withHeatGroup(dish), [...chosen, ...(line.spice ? [heatChoice(line.spice.id)] : [])]);
}

/** The allergens whose names a page shows; null if they are not known. */
export function allergensOfNames(names: readonly string[] | null): DishAllergens {
  if (names === null) return null;
  const ids = DISH_ALLERGENS.filter(({ id }) => names.includes(allergenName(id))).map(({ id }) => id);
  return ids.length === names.length ? ids : null;
}
