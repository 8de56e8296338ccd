import { localDate, type DateText } from '@tiffin/domain/core';
import type { LocationPlan } from '@tiffin/domain/menu-file';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/connection.ts';
import type { ImportedLocation } from '../../../platform/db/stored-json.ts';
import { writeCosts } from '../costs/set-costs.ts';

type ImportedCosts = NonNullable<ImportedLocation['costs']>;

/** Writes the costs of a file, valid from today. Returns the costs that were already set for today. */
export async function writePlannedCosts(
  tx: Tx,
  { locationId, added, changed }: LocationPlan,
  now: Date,
): Promise<ImportedLocation['costs']> {
  const dishes = [...added, ...changed.map(({ id, change }) => ({ ...change, id }))];
  const planned = dishes.flatMap(({ id, cost }) => (cost === null || cost === undefined ? [] : { itemId: id, cost }));
  if (planned.length === 0) return undefined;
  const { time_zone: zone } = await tx
    .selectFrom('locations')
    .select('time_zone')
    .where('id', '=', locationId)
    .executeTakeFirstOrThrow();
  const validFrom = localDate(now, zone);
  const itemIds = planned.map(({ itemId }) => itemId);
  const before = await costsOfDay(tx, locationId, validFrom, itemIds);
  const newCosts = planned.map((cost) => ({ ...cost, validFrom }));
  await writeCosts(tx, locationId, newCosts, now);
  return { validFrom, before };
}

async function costsOfDay(tx: Tx, locationId: string, validFrom: DateText, itemIds: readonly string[]) {
  const { rows } = await sql<ImportedCosts['before'][number]>`
    select item_id as "itemId", cost_cents as cost from costs
    where location_id = ${locationId} and valid_from = ${validFrom}::date and item_id = any(${[...itemIds]}::text[])
  `.execute(tx);
  return rows;
}

/** Restores the costs from before an import, except those that somebody set since. */
export async function undoCosts(
  tx: Tx,
  { locationId, costs }: ImportedLocation,
  { importedAt, now }: { readonly importedAt: Date; readonly now: Date },
): Promise<void> {
  if (!costs) return;
  const { rows } = await sql<{ item_id: string }>`
    delete from costs where location_id = ${locationId} and valid_from = ${costs.validFrom}::date
      and set_at = ${importedAt}::timestamptz
    returning item_id
  `.execute(tx);
  const removedIds = new Set(rows.map((row) => row.item_id));
  const restored = costs.before.filter((cost) => removedIds.has(cost.itemId));
  const restoredCosts = restored.map((cost) => ({ ...cost, validFrom: costs.validFrom }));
  await writeCosts(tx, locationId, restoredCosts, now);
}
