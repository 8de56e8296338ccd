import type { DishGroup } from '../options/rules.ts';
import { CLEAR_LIST_TEXT, GLUTEN_MARK_TEXT } from './cells.ts';
import { priceText } from './price-text.ts';
import type { DishValues } from './file-dish.ts';

interface DishTexts extends DishValues {
  readonly category: string;
  readonly groups: readonly DishGroup[];
}

interface Names {
  categoryName(id: string): string;
  groupName(id: string): string;
}

/** The value of a field as written in a file. */
export function valueText(field: keyof DishTexts, dish: DishTexts, names: Names): string {
  switch (field) {
    case 'category':
      return names.categoryName(dish.category);
    case 'price':
      return priceText(dish.price);
    case 'cost':
      return dish.cost === null ? '' : priceText(dish.cost);
    case 'allergens':
      return dish.allergens === null
        ? ''
        : listText(dish.allergens.map((id) => (id === 'gluten' ? GLUTEN_MARK_TEXT : id)));
    case 'groups':
      return listText(dish.groups.map(({ groupId }) => names.groupName(groupId)));
    default: {
      const value = dish[field];
      return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
    }
  }
}

function listText(values: readonly string[]): string {
  return values.length === 0 ? CLEAR_LIST_TEXT : values.join('; ');
}
