import { cents, type DateText } from '@tiffin/domain/core';
import { optionStockId } from '@tiffin/domain/options';
import type { DatedCost } from '@tiffin/domain/stats';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/connection.ts';

/** All costs of these locations, by location, oldest first. */
export async function readCosts(
  db: Db | Tx,
  locationIds: readonly string[],
): Promise<ReadonlyMap<string, readonly DatedCost[]>> {
  const { rows } = await sql<{ location_id: string; item_id: string; valid_from: DateText; cost_cents: number | null }>`
    select location_id, item_id, valid_from::text, cost_cents from costs
    where location_id = any(${[...locationIds]}::text[]) order by location_id, item_id, valid_from
  `.execute(db);
  const costs = rows.map((row) => ({
    locationId: row.location_id,
    itemId: row.item_id,
    validFrom: row.valid_from,
    cost: row.cost_cents === null ? null : cents(row.cost_cents),
  }));
  return Map.groupBy(costs, ({ locationId }) => locationId);
}

/** A dish or an option that can have a cost. */
export interface CostedItem {
  readonly itemId: string;
  readonly name: string;
  readonly category: string | null;
  /** The group of an option; null for a dish. */
  readonly groupName: string | null;
}

/** The dishes of a menu and the options they offer, without the parts of combos, which cost what their dishes cost. */
export async function readCostedItems(db: Db | Tx, locationId: string): Promise<CostedItem[]> {
  const dishes = await db
    .selectFrom('menu_items')
    .select(['id', 'name', 'category'])
    .where('location_id', '=', locationId)
    .orderBy('name')
    .execute();
  const { rows: options } = await sql<{ group_id: string; id: string; name: string; group_name: string }>`
    select o.group_id, o.id, o.name, g.name as group_name
    from group_options o join option_groups g on g.id = o.group_id
    where o.dish_id is null and g.id in (
      select d.group_id from dish_groups d where d.location_id = ${locationId}
      union select p.opens_group_id from dish_groups d join group_options p using (group_id) where d.location_id = ${locationId}
    )
    order by g.name, o.position
  `.execute(db);
  return [
    ...dishes.map(({ id, name, category }) => ({ itemId: id, name, category, groupName: null })),
    ...options.map((option) => ({
      itemId: optionStockId(option.group_id, option.id),
      name: option.name,
      category: null,
      groupName: option.group_name,
    })),
  ];
}
