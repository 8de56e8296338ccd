import { sql } from 'kysely';
import { localDate, type DateText } from '@tiffin/domain/core';
import { SYSTEM_ACTOR } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { recordAuditEntries } from '../../log/record-audit-entries.ts';
import { setSpecialsDay } from '../../locations/menu-version.ts';
import { announceMenu, lockMenu, readMenuItems } from './lock-menu.ts';

/**
 * On each new day of a location, ends expired specials, announces those that begin, and makes due prices the usual ones.
 * A server that was down at midnight catches up.
 */
export async function beginMenuDay(context: Context): Promise<void> {
  const locations = await context.db
    .selectFrom('locations')
    .select(['id', 'time_zone', 'specials_on'])
    .select(
      sql<DateText | null>`(select min(next_price_from)::text from menu_items m where m.location_id = locations.id)`.as(
        'next_price_from',
      ),
    )
    .where('deleted_at', 'is', null)
    .execute();
  for (const { id, time_zone: zone, specials_on: lastDay, next_price_from: nextPriceFrom } of locations) {
    const today = localDate(context.clock.now(), zone);
    // During an upgrade, a copy of the previous version may have begun the day without changing prices.
    if (lastDay === today && (nextPriceFrom === null || nextPriceFrom > today)) continue;
    await transaction(context.db, (tx) => beginMenuDayAt(context, tx, id));
  }
}

async function beginMenuDayAt(context: Context, tx: Tx, locationId: string): Promise<void> {
  const menu = await lockMenu(tx, locationId);
  const now = context.clock.now();
  const today = localDate(now, menu.zone);
  const { lastDay } = await tx
    .selectFrom('locations')
    .select('specials_on as lastDay')
    .where('id', '=', locationId)
    .executeTakeFirstOrThrow();
  const specials = await tx
    .selectFrom('menu_items')
    .select(['id', 'special_start_date', 'special_end_date'])
    .where('location_id', '=', locationId)
    .where('is_todays_special', '=', true)
    .execute();
  const ended = specials.filter(({ special_end_date: end }) => end === null || end < today);
  const started = specials.filter(
    ({ special_start_date: start, special_end_date: end }) =>
      start !== null && end !== null && start <= today && today <= end && (lastDay === null || start > lastDay),
  );
  await setSpecialsDay(tx, locationId, today);
  // A menu uses a due price since midnight, so nothing changes for guests and nothing is announced.
  await sql`
    update menu_items set price_cents = next_price_cents, next_price_cents = null, next_price_from = null,
      version = version + 1, updated_at = ${now}::timestamptz
    where location_id = ${locationId} and next_price_from <= ${today}::date
  `.execute(tx);
  if (ended.length + started.length === 0) return;
  const ids = ended.map((special) => special.id);
  if (ids.length > 0) {
    await tx
      .updateTable('menu_items')
      .set(({ eb }) => ({
        is_todays_special: false,
        special_start_date: null,
        special_end_date: null,
        version: eb('version', '+', 1),
        updated_at: now,
      }))
      .where('location_id', '=', locationId)
      .where('id', 'in', ids)
      .execute();
    await recordAuditEntries(
      tx,
      ...ended.map((special) => ({
        at: now,
        actor: SYSTEM_ACTOR,
        action: 'end-special',
        subject: { kind: 'menu-item' as const, id: `${locationId}/${special.id}` },
        locationId,
        before: special,
      })),
    );
  }
  const changed = [...ids, ...started.map((special) => special.id)];
  const rows = await readMenuItems(tx, locationId, changed);
  await announceMenu(context, tx, menu, 'specials', changed, rows);
}
