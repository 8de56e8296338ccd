import {
  MAX_REMEMBERED_ORDERS,
  MAX_REMEMBERED_PERIODS,
  REMEMBER_EVERY_MINUTES,
  VISIT_MINUTES,
  type DatedRow,
  type ViewingKind,
} from '@tiffin/domain/stats';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/connection.ts';
import { idsWithin, isOfPeriod } from './find-viewings.ts';
import { packRows } from './pack-rows.ts';
import { readDatedRows } from './read-dated-rows.ts';
import type { ViewedPeriod } from './viewing.ts';

interface NewViewing {
  readonly userId: string;
  readonly kind: ViewingKind;
  readonly period: ViewedPeriod;
  readonly at: Date;
  readonly position: string;
}

/** The rows of a period, or null if there are too many orders to remember. */
export async function readRememberedRows(tx: Tx, period: ViewedPeriod): Promise<DatedRow[] | null> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from orders where location_id = any(${[...period.locationIds]}::text[])
        and order_time >= ${period.from}::date - 2 and order_time < ${period.to}::date + 3 limit ${MAX_REMEMBERED_ORDERS + 1}
    ) o
  `.execute(tx);
  if ((rows[0]?.count ?? 0) > MAX_REMEMBERED_ORDERS) return null;
  return readDatedRows(tx, period.page, period);
}

/**
 * Remembers the figures of a period as a person got them. Of each kind two remain: the newest, and the newest from
 * before the present visit, with which the person compares. A page that is reloaded soon is not remembered again.
 */
export async function rememberViewing(tx: Tx, viewing: NewViewing, rows: readonly DatedRow[]): Promise<void> {
  const { userId, kind, period, at, position } = viewing;
  const minutesAgo = (minutes: number) => new Date(at.getTime() - minutes * 60_000);
  const newest = await tx
    .selectFrom('figure_viewings')
    .select('at')
    .where(isOfPeriod(userId, period))
    .where(idsWithin(period))
    .where('kind', '=', kind)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (kind === 'page' && newest && newest.at > minutesAgo(REMEMBER_EVERY_MINUTES)) return;
  await tx
    .insertInto('figure_viewings')
    .values({
      user_id: userId,
      kind,
      page: period.page,
      location_id: period.locationId,
      location_ids: [...period.locationIds],
      from_day: period.from,
      to_day: period.to,
      at,
      position,
      rows: await packRows(rows),
    })
    .execute();
  await forgetReplaced(tx, viewing, minutesAgo(VISIT_MINUTES));
}

/** Deletes what a newer viewing replaces, and of each person the periods that were looked at least recently. */
async function forgetReplaced(tx: Tx, { userId, kind, period }: NewViewing, visitBegan: Date): Promise<void> {
  await sql`
    delete from figure_viewings where id in (
      select id from (
        select id, row_number() over (partition by at > ${visitBegan} order by at desc, id desc) as place
        from figure_viewings where ${isOfPeriod(userId, period)} and kind = ${kind}
      ) own where place > 1
    )`.execute(tx);
  await sql`
    delete from figure_viewings where user_id = ${userId} and (page, location_id, from_day, to_day) in (
      select page, location_id, from_day, to_day from figure_viewings where user_id = ${userId}
      group by 1, 2, 3, 4 order by max(at) desc offset ${MAX_REMEMBERED_PERIODS}
    )`.execute(tx);
}
