import { AWAITED_STATUSES, QUOTE_DAYS, type PastWait, type WaitState } from '@tiffin/domain/reservation';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connection.ts';

const AWAITED: readonly (string | null)[] = AWAITED_STATUSES;

/** Parties on the waitlist, each with the reservation that keeps its table. */
function selectWaits(db: Db | Tx) {
  return db
    .selectFrom('waits as w')
    .leftJoin('reservations as r', 'r.id', 'w.reservation_id')
    .selectAll('w')
    .select(['r.status', 'r.reservation_id as reservation_number', 'r.table_number'])
    .orderBy('w.joined_at')
    .orderBy('w.id');
}

export type WaitRow = NonNullable<Awaited<ReturnType<typeof findWait>>>;

/** A party on the waitlist, or one that left it. */
export function findWait(db: Db | Tx, id: string) {
  return selectWaits(db).where('w.id', '=', id).executeTakeFirst();
}

/** The party with this number that was called last. */
export function findLastCall(db: Db | Tx, phone: string) {
  return selectWaits(db)
    .clearOrderBy()
    .where('w.phone', '=', phone)
    .where('w.phone', '<>', '')
    .where('w.answer_by', 'is not', null)
    .orderBy('w.called_at', 'desc')
    .executeTakeFirst();
}

/** The parties that wait or were called, in their order. */
export function readOpenWaits(db: Db | Tx, locationId: string) {
  return selectWaits(db)
    .where('w.location_id', '=', locationId)
    .where('w.ended_at', 'is', null)
    .where((eb) => eb.or([eb('w.reservation_id', 'is', null), eb('r.status', 'in', AWAITED_STATUSES)]))
    .execute();
}

/** The parties that were not called yet. */
export async function readWaiting(db: Db | Tx, locationId: string) {
  return (await readOpenWaits(db, locationId)).filter((row) => row.reservation_id === null);
}

/** The state of a party. After its call it is that of its reservation. */
export function stateOf({ ended_as, reservation_id, status, is_coming }: WaitRow): WaitState {
  if (ended_as !== null) return ended_as;
  if (reservation_id === null) return 'waiting';
  if (AWAITED.includes(status)) return is_coming ? 'coming' : 'called';
  return status === 'seated' || status === 'completed' ? 'seated' : 'left';
}

/** How long parties waited until they were called. */
export async function readPastWaits(db: Db | Tx, locationId: string, now: Date): Promise<PastWait[]> {
  const { rows } = await sql<PastWait>`
    select party_size as "partySize", parties_ahead as ahead, quoted_minutes as quoted,
      (extract(epoch from called_at - joined_at) / 60)::float8 as minutes
    from waits
    where location_id = ${locationId} and called_at is not null and joined_at > ${now}::timestamptz - ${`${QUOTE_DAYS} days`}::interval
  `.execute(db);
  return rows;
}
