import { VISIT_MINUTES, type DatedRow } from '@tiffin/domain/stats';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/db/connection.ts';
import { unpackRows } from './pack-rows.ts';
import type { ViewedPeriod, Viewing } from './viewing.ts';

export const isOfPeriod = (userId: string, { page, locationId, from, to }: ViewedPeriod): RawBuilder<boolean> =>
  sql`(user_id = ${userId} and page = ${page} and location_id = ${locationId} and from_day = ${from} and to_day = ${to})`;

/** Nobody sees again what they may no longer see: a manager who lost a location compares with nothing that contains it. */
export const idsWithin = ({ locationIds }: ViewedPeriod): RawBuilder<boolean> =>
  sql`(location_ids <@ ${[...locationIds]}::text[])`;

/** What a person can compare a period with, the newest first: their viewings from before this visit, and files. */
export async function findViewings(tx: Tx, userId: string, period: ViewedPeriod, now: Date): Promise<Viewing[]> {
  const visitBegan = new Date(now.getTime() - VISIT_MINUTES * 60_000);
  return tx
    .selectFrom('figure_viewings')
    .select(['id', 'kind', 'at', 'position'])
    .where(isOfPeriod(userId, period))
    .where(idsWithin(period))
    .where((eb) => eb.or([eb('at', '<=', visitBegan), eb('kind', '<>', 'page')]))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function readViewedRows(tx: Tx, id: number): Promise<DatedRow[]> {
  const { rows } = await tx.selectFrom('figure_viewings').select('rows').where('id', '=', id).executeTakeFirstOrThrow();
  return unpackRows(rows);
}
