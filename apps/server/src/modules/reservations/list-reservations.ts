import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { refuse } from '@tiffin/domain/core';
import { workLocationIdsOf, worksAt, type Actor } from '@tiffin/domain/people';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../context.ts';
import { likePattern, pageOf, readCursor } from '../../platform/http/cursor.ts';
import { reservationAnswer, type ReservationRow } from './reservation-answer.ts';
import { selectReservations } from './queries.ts';

type ReservationsQuery = ValidatedInput<'getAllReservations'>['query'];
type MyReservationsQuery = ValidatedInput<'getMyReservations'>['query'];

/** The requested location, or else the locations that the actor may see; null means no restriction. */
function locationIdsOf(actor: Actor, locationId: string): readonly string[] | null {
  if (locationId !== ALL_LOCATIONS) {
    if (!worksAt(actor, locationId)) throw refuse('permission-denied');
    return [locationId];
  }
  return workLocationIdsOf(actor);
}

/** SQL condition on the location of a reservation `r`; `true` without a filter. */
function isAtLocation(locationIds: readonly string[] | null): RawBuilder<boolean> {
  return locationIds === null ? sql<boolean>`true` : sql<boolean>`r.location_id = any(${[...locationIds]})`;
}

/** The current date at the location `l`. */
const localToday = (now: Date) => sql`(${now}::timestamptz at time zone l.time_zone)::date`;

/** Returns a page of the reservations that match the filter, the newest first. */
export async function listReservations(
  context: Context,
  actor: Actor,
  query: ReservationsQuery,
): Promise<ResponseOf<'getAllReservations'>> {
  const now = context.clock.now();
  const locationIds = locationIdsOf(actor, query.locationId);
  let matching = context.db
    .selectFrom('reservations as r')
    .innerJoin('locations as l', 'l.id', 'r.location_id')
    .where(isAtLocation(locationIds));
  if (query.status !== 'all') matching = matching.where('r.status', '=', query.status);
  if (query.date === 'today') matching = matching.where(sql<boolean>`r.date = ${localToday(now)}`);
  if (query.date === 'upcoming') matching = matching.where('r.starts_at', '>', now);
  if (query.date === 'past') matching = matching.where('r.starts_at', '<=', now);
  if (query.search.trim() !== '') {
    matching = matching.where(sql<boolean>`r.search_text like ${likePattern(query.search)}`);
  }
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();

  let page = matching
    .select('r.id')
    .orderBy('r.reserved_at', 'desc')
    .orderBy('r.id')
    .limit(query.limit + 1);
  if (query.cursor === undefined) page = page.offset(query.offset);
  else page = page.where(after(query.cursor));
  const found = await selectReservations(context.db)
    .where('r.id', 'in', page)
    .orderBy('r.reserved_at', 'desc')
    .orderBy('r.id')
    .execute();
  const { page: rows, nextCursor } = pageOf(found, query.limit, cursorOf);
  return { reservations: rows.map(reservationAnswer), total, nextCursor, asOf: now.toISOString() };
}

/** Returns a page of the account's own reservations, the newest first. */
export async function listMyReservations(
  context: Context,
  userId: string,
  query: MyReservationsQuery,
): Promise<ResponseOf<'getMyReservations'>> {
  let select = selectReservations(context.db)
    .where('r.user_id', '=', userId)
    .orderBy('r.reserved_at', 'desc')
    .orderBy('r.id')
    .limit(query.limit + 1);
  if (query.cursor !== undefined) select = select.where(after(query.cursor));
  const { page, nextCursor } = pageOf(await select.execute(), query.limit, cursorOf);
  return { reservations: page.map(reservationAnswer), nextCursor, asOf: context.clock.now().toISOString() };
}

const SORT = 'reservedAt';

function after(cursor: string): RawBuilder<boolean> {
  const from = readCursor(cursor, SORT, 'time');
  if (!from) return sql<boolean>`true`;
  return sql<boolean>`(r.reserved_at < ${from.value} or (r.reserved_at = ${from.value} and r.id > ${from.id}))`;
}

const cursorOf = (row: ReservationRow) => ({ sort: SORT, value: row.reserved_at, id: row.id });

/** The figures above the list, counted by the database. */
export async function reservationFigures(
  context: Context,
  actor: Actor,
  locationId: string,
): Promise<ResponseOf<'getReservationStats'>> {
  const now = context.clock.now();
  const locationIds = locationIdsOf(actor, locationId);
  const [all, toCome, today] = await Promise.all([
    sql<{ total: number; cancelled: number }>`
      select count(*) as total, count(*) filter (where r.status = 'cancelled') as cancelled
      from reservations r where ${isAtLocation(locationIds)}
    `.execute(context.db),
    sql<{ upcoming: number; next_at: Date | null }>`
      select count(*) as upcoming, min(r.starts_at) as next_at
      from reservations r
      where ${isAtLocation(locationIds)} and r.status = 'confirmed' and r.starts_at > ${now}
    `.execute(context.db),
    sql<{ confirmed: number; guests: number }>`
      select count(*) as confirmed, coalesce(sum(r.party_size), 0) as guests
      from locations l join reservations r on r.location_id = l.id and r.date = ${localToday(now)}
      where ${isAtLocation(locationIds)} and r.status = 'confirmed'
    `.execute(context.db),
  ]);
  return {
    figures: {
      total: all.rows[0]?.total ?? 0,
      cancelled: all.rows[0]?.cancelled ?? 0,
      upcoming: toCome.rows[0]?.upcoming ?? 0,
      nextAt: toCome.rows[0]?.next_at?.toISOString() ?? null,
      confirmedToday: today.rows[0]?.confirmed ?? 0,
      guestsToday: today.rows[0]?.guests ?? 0,
    },
    asOf: now.toISOString(),
  };
}
