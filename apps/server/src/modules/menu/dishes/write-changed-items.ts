import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/connection.ts';
import type { MenuItemRow } from './item-answer.ts';

// Many dishes are updated in one statement: the rows are passed as one JSON value.

const BULK_COLUMNS = [
  'name',
  'description',
  'price_cents',
  'next_price_cents',
  'next_price_from',
  'category',
  'tax_class',
  'is_vegetarian',
  'is_vegan',
  'is_gluten_free',
  'allergens',
  'allergens_stated',
  'spice_level',
  'is_available',
] as const;
/** The SQL list of the columns that are written in bulk. */
export const bulkColumnNames = sql.raw(BULK_COLUMNS.join(', '));

/** Some columns of a row, as they are before a change. */
export function pickColumns(row: object, columns: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([column]) => columns.includes(column)));
}

/** Reads and locks dishes in one order. */
export async function lockMenuItems(tx: Tx, locationId: string, ids: readonly string[]) {
  const { rows } = await sql<MenuItemRow>`
    select * from menu_items where location_id = ${locationId} and id = any(${ids}) order by id for update
  `.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Writes new values of dishes of one menu and increments their versions. */
export async function writeMenuItems(
  tx: Tx,
  locationId: string,
  dishes: readonly { readonly id: string; readonly columns: Readonly<Record<string, unknown>> }[],
  now: Date,
): Promise<MenuItemRow[]> {
  if (dishes.length === 0) return [];
  const values = JSON.stringify(dishes.map(({ id, columns }) => ({ id, columns })));
  // Fields without a new value keep the value of the row.
  const { rows } = await sql<MenuItemRow>`
    update menu_items set version = menu_items.version + 1, updated_at = ${now}::timestamptz,
      ${sql.join(BULK_COLUMNS.map((column) => sql`${sql.id(column)} = (changed.dish).${sql.id(column)}`))}
    from (
      select m.id, jsonb_populate_record(m, change -> 'columns') as dish
      from menu_items m join jsonb_array_elements(${values}::jsonb) change on m.id = change ->> 'id'
      where m.location_id = ${locationId}
    ) changed
    where menu_items.location_id = ${locationId} and menu_items.id = changed.id
    returning menu_items.*
  `.execute(tx);
  return rows;
}
