import type { CartLine } from '@tiffin/domain/cart';
import { joinWithAnd } from '@tiffin/domain/core';
import { allergyName, DISH_ALLERGENS, allergenName, type AllergenId, type DishAllergens } from '@tiffin/domain/menu';
import { chosenOf, heatChoice, knownAllergens, withHeatGroup, type OptionDish } from '@tiffin/domain/options';
import { allergyText, dishConflicts, isAffected, type Allergy } from '@tiffin/domain/order';

/** Why a dish may not suit the stated allergies, as texts. */
export interface AllergyConflict {
  /** The names of the stated allergens that are marked for the dish; empty if none. */
  readonly contains: string;
  /** The stated allergies that cannot be ruled out; empty if none. */
  readonly unsure: string;
}

export function allergyConflict(
  stated: readonly Allergy[],
  allergens: readonly AllergenId[] | null,
): AllergyConflict | null {
  const { contains } = dishConflicts(stated, allergens);
  const others = stated.filter(
    (allergy) => isAffected(allergy, allergens) && !(allergy.code && contains.includes(allergy.code)),
  );
  if (contains.length + others.length === 0) return null;
  // Within a sentence names are in lower case; the text of a guest stays unchanged.
  const unsure = others.map((allergy) => (allergy.text ? allergyText(allergy) : allergyText(allergy).toLowerCase()));
  return { contains: joinWithAnd(contains.map(allergyName)).toLowerCase(), unsure: unsure.join(', ') };
}

/** The allergens of a cart line; null if the menu does not tell. */
export function allergensOfLine(
  line: Pick<CartLine, 'options' | 'spice' | 'open'>,
  dish: (OptionDish & { readonly allergens: DishAllergens }) | undefined,
): AllergenId[] | null {
  if (!dish || line.open) return null;
  const heat = line.spice ? [heatChoice(line.spice.id)] : [];
  if (!line.options) return knownAllergens(dish);
  return knownAllergens({ ...withHeatGroup(dish), allergens: dish.allergens }, [...chosenOf(line.options), ...heat]);
}

/** The allergens whose names a page shows; null if it shows none. */
export function allergensOfNames(names: readonly string[] | null): AllergenId[] | null {
  if (names === null) return null;
  const ids = DISH_ALLERGENS.filter(({ id }) => names.includes(allergenName(id))).map(({ id }) => id);
  return ids.length > 0 ? ids : null;
}
