import { sql } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';
import type { MenuItemRow } from './item-answer.ts';

// Many dishes are changed in one statement: thousands are one value.

/** What is changed of many dishes at once, by its column. */
const COLUMNS = {
  name: 'name',
  description: 'description',
  price: 'price_cents',
  category: 'category',
  taxClass: 'tax_class',
  isVegetarian: 'is_vegetarian',
  isVegan: 'is_vegan',
  isGlutenFree: 'is_gluten_free',
  allergens: 'allergens',
  spiceLevel: 'spice_level',
  isAvailable: 'is_available',
} as const;
type Said = keyof typeof COLUMNS;
const SAID = Object.keys(COLUMNS) as Said[];
export const columnNames = sql.raw(Object.values(COLUMNS).join(', '));

export function columnsOf(values: Partial<Record<Said, unknown>>): Record<string, unknown> {
  return Object.fromEntries(SAID.flatMap((field) => (field in values ? [[COLUMNS[field], values[field]]] : [])));
}

/** Dishes, held until this transaction is over, in one sequence. */
export async function lockItems(tx: Tx, locationId: string, ids: readonly string[]): Promise<Map<string, MenuItemRow>> {
  const { rows } = await sql<MenuItemRow>`
    select * from menu_items where location_id = ${locationId} and id = any(${ids}) order by id for update
  `.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Dishes with other values, all of one menu at once; each is counted a version on. */
export async function writeChanged(
  tx: Tx,
  locationId: string,
  dishes: readonly { readonly id: string; readonly columns: Readonly<Record<string, unknown>> }[],
  now: Date,
): Promise<MenuItemRow[]> {
  if (dishes.length === 0) return [];
  const values = JSON.stringify(dishes.map(({ id, columns }) => ({ id, columns })));
  // What a dish's own value does not say stays as its row has it.
  const { rows } = await sql<MenuItemRow>`
    update menu_items set version = menu_items.version + 1, updated_at = ${now}::timestamptz,
      ${sql.join(Object.values(COLUMNS).map((column) => sql`${sql.id(column)} = (said.dish).${sql.id(column)}`))}
    from (
      select m.id, jsonb_populate_record(m, change -> 'columns') as dish
      from menu_items m join jsonb_array_elements(${values}::jsonb) change on m.id = change ->> 'id'
      where m.location_id = ${locationId}
    ) said
    where menu_items.location_id = ${locationId} and menu_items.id = said.id
    returning menu_items.*
  `.execute(tx);
  return rows;
}
