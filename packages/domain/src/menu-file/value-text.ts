import type { DishGroup } from '../options/rules.ts';
import { CLEAR_LIST_TEXT, GLUTEN_MARK_TEXT } from './cells.ts';
import { priceText } from './price-text.ts';
import type { DishValues } from './file-dish.ts';

export interface DishTexts extends DishValues {
  readonly category: string;
  readonly groups: readonly DishGroup[];
}

export type DishField = keyof DishTexts;

export interface FileNames {
  categoryName(id: string): string;
  /** The group as a file names it. */
  groupText(id: string): string;
}

/** The value of a field as written in a file. */
export function valueText(field: DishField, dish: DishTexts, names: FileNames): string {
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
      return listText(dish.groups.map(({ groupId }) => names.groupText(groupId)));
    default: {
      const value = dish[field];
      return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
    }
  }
}

function listText(values: readonly string[]): string {
  return values.length === 0 ? CLEAR_LIST_TEXT : values.join('; ');
}
