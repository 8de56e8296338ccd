import { CLEAR_LIST_TEXT, allergenFileText, amountText } from './cells.ts';
import type { DishField } from './columns.ts';
import type { PresentDish } from './import-plan-types.ts';
import type { SharedParts } from './shared-parts.ts';

/** The value of a field as written in a file. */
export function valueText(
  field: DishField,
  dish: Pick<PresentDish, Exclude<DishField, 'sizes'>>,
  names: SharedParts,
): string {
  switch (field) {
    case 'category':
      return names.categoryName(dish.category);
    case 'price':
    case 'cost':
      return amountText(dish[field]);
    case 'allergens':
      return dish.allergens === null ? '' : listText(dish.allergens.map(allergenFileText));
    case 'groups':
      return listText(dish.groups.map(({ groupId }) => names.groupText(groupId)));
    case 'sizes':
      return names.sizesWithPrices(dish.groups);
    default: {
      const value = dish[field];
      return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
    }
  }
}

function listText(values: readonly string[]): string {
  return values.length === 0 ? CLEAR_LIST_TEXT : values.join('; ');
}
