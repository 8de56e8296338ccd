import { idsOf } from '../../../platform/db/sql-lists.ts';
import { refuse } from '@tiffin/domain/core';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { lockOptionGroups } from '../options/location-groups.ts';
import { announceMenu, lockMenu, requireMenuEditor } from './lock-menu.ts';

/**
 * Copies the dishes that a location does not have yet from another one, with their option groups, translations and the
 * dayparts of all locations. Costs, stock and sold-out marks stay behind.
 */
export async function copyMenu(
  context: Context,
  tx: Tx,
  by: Author,
  { fromLocationId, locationId }: { readonly fromLocationId: string; readonly locationId: string },
): Promise<number> {
  requireMenuEditor(by.actor, fromLocationId);
  requireMenuEditor(by.actor, locationId);
  const from = await tx.selectFrom('locations').select('id').where('id', '=', fromLocationId).executeTakeFirst();
  if (!from) throw refuse('location-not-found');
  // Lock order: option groups before the menu.
  await lockOptionGroups(tx);
  const menu = await lockMenu(tx, locationId);
  const now = context.clock.now();
  // Rows are copied whole, but for these columns, so that columns of later migrations are copied too.
  const { rows: copied } = await sql<{ id: string }>`
    insert into menu_items
    select (jsonb_populate_record(m, jsonb_build_object('location_id', ${locationId}::text, 'version', 1,
      'sold_out_until', null, 'created_at', ${now}::timestamptz, 'updated_at', ${now}::timestamptz))).*
    from menu_items m
    where m.location_id = ${fromLocationId} and not exists (
      select from menu_items own where own.location_id = ${locationId} and
        (own.id = m.id or lower(own.name) = lower(m.name) or own.chain_id = m.chain_id))
    returning id
  `.execute(tx);
  if (copied.length === 0) return 0;
  const ids = idsOf(copied);
  const isCopied = sql`location_id = ${fromLocationId} and item_id = any(${ids}::text[])`;
  await sql`
    insert into dish_groups select (jsonb_populate_record(d, jsonb_build_object('location_id', ${locationId}::text))).*
    from dish_groups d where ${isCopied}
  `.execute(tx);
  await sql`
    insert into dish_dayparts select (jsonb_populate_record(d, jsonb_build_object('location_id', ${locationId}::text))).*
    from dish_dayparts d where ${isCopied} and d.daypart_id in (select id from dayparts where location_id is null)
  `.execute(tx);
  await sql`
    insert into texts select (jsonb_populate_record(t, jsonb_build_object('within', ${locationId}::text))).*
    from texts t where t.kind = 'dish' and t.within = ${fromLocationId} and t.id = any(${ids}::text[])
    on conflict do nothing
  `.execute(tx);
  await recordAuditEntry(tx, { at: now, ...by }, 'copy-menu', ['menu', locationId], {
    locationId,
    after: { fromLocationId, dishes: copied.length },
  });
  await announceMenu(context, tx, menu, 'added', ids);
  return copied.length;
}
