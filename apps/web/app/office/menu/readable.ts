import { allergenName, categoryName } from '@tiffin/domain/menu';
import { centsOf, formatMoney } from '../../ui/format.ts';
import type { Fields } from './draft.ts';
import { texts } from './texts.ts';

/** A field of a dish in words, for whoever must choose between two. */
export function readable(field: keyof Fields, value: unknown): string {
  const { conflict } = texts;
  if (value === null || value === undefined || value === '') return conflict.nothing;
  if (typeof value === 'boolean') return value ? conflict.yes : conflict.no;
  if (field === 'price' && typeof value === 'number') return formatMoney(centsOf(value));
  if (field === 'category' && typeof value === 'string') return categoryName(value);
  if (field === 'image') return conflict.photo;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (!Array.isArray(value)) return conflict.nothing;
  const words = value.map((each) => (field === 'allergens' ? allergenName(String(each)) : String(each)));
  return words.join(', ') || conflict.nothing;
}
