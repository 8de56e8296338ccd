import type { Cents } from '../core/money.ts';
import { CLEAR_LIST_TEXT, allergenFileText } from './cells.ts';
import type { DishField } from './columns.ts';
import type { PresentDish } from './import-plan-types.ts';
import type { SharedParts } from './shared-parts.ts';

/** The value of a field as written in a file. */
export function valueText(field: DishField, dish: Pick<PresentDish, DishField>, names: SharedParts): string {
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
    default: {
      const value = dish[field];
      return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
    }
  }
}

function amountText(amount: Cents | null): string {
  return amount === null ? '' : (amount / 100).toFixed(2);
}

function listText(values: readonly string[]): string {
  return values.length === 0 ? CLEAR_LIST_TEXT : values.join('; ');
}
