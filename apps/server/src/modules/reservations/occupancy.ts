import type { DateText } from '@tiffin/domain/core';
import { addDays } from '@tiffin/domain/hours';
import {
  DEFAULT_STAYS,
  findSeating,
  SEATED_STATUSES,
  seatingsOf,
  seatsPerSlot,
  stayFrom,
  stayMinutes,
  withTables,
  type Occupancy,
  type Seating,
  type Stay,
} from '@tiffin/domain/reservation';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { sqlList } from '../../platform/db/sql-lists.ts';
import type { LocationRow } from '../locations/queries.ts';

/** A party that still sits after its time counts until a little after now, because nobody knows for how much longer. */
const OVERSTAY_MS = 60_000;

export function stayMinutesAt(location: Pick<LocationRow, 'stay_minutes'>, partySize: number): number {
  return stayMinutes(location.stay_minutes ?? DEFAULT_STAYS, partySize);
}

/** The tables of a location, and those that may be joined. */
export async function readSeatings(
  db: Db | Tx,
  { id, table_joins: joins }: Pick<LocationRow, 'id' | 'table_joins'>,
): Promise<Seating[]> {
  const tables = await db
    .selectFrom('floor_tables as t')
    .leftJoin('areas as a', 'a.id', 't.area_id')
    .select(['t.id', 't.name', 't.seats', 'a.position as area'])
    .where('t.location_id', '=', id)
    .where('t.removed_at', 'is', null)
    .execute();
  return seatingsOf(
    tables.map(({ area, ...table }) => ({ ...table, area: area ?? 0 })),
    joins ?? [],
  );
}

/** Who sits at a location on these days, each party with its table. `exceptId` is the reservation that is changed. */
export async function readOccupancy(...query: Parameters<typeof readUnplaced>): Promise<Occupancy> {
  return withTables(await readUnplaced(...query));
}

/** The same, before `withTables` gives a table to each party without one. */
export async function readUnplaced(
  db: Db | Tx,
  location: LocationRow,
  days: { readonly from: DateText; readonly to: DateText },
  { now, exceptId = '' }: { readonly now: Date; readonly exceptId?: string | undefined },
): Promise<Occupancy> {
  const seatings = await readSeatings(db, location);
  // The last party of the day before may still sit when the first one comes.
  const { rows } = await sql<StayRow>`
    select r.id, r.party_size, r.starts_at, r.seated_at, r.stay_minutes, r.table_number,
      tables_of_sitting(s.table_id, s.joined) as tables,
      (select array_agg(table_id) from table_plans where reservation_id = r.id) as planned
    from reservations r
    left join sittings s on s.reservation_id = r.id and s.ended_at is null
    where r.location_id = ${location.id} and r.id <> ${exceptId} and r.status in (${sqlList(SEATED_STATUSES)})
      and (r.date between ${addDays(days.from, -1)} and ${addDays(days.to, 1)} or s.id is not null)
    union all
    select id, party_size, seated_at, seated_at, null, null, tables_of_sitting(table_id, joined), null
    from sittings where location_id = ${location.id} and ended_at is null and reservation_id is null
  `.execute(db);
  return {
    capacity: seatsPerSlot(location),
    seatings,
    stays: rows.map((row) => stayOf(row, location, seatings, now)),
    mostArrivals: location.pacing_guests,
  };
}

interface StayRow {
  readonly id: string;
  readonly party_size: number;
  readonly starts_at: Date;
  readonly seated_at: Date | null;
  readonly stay_minutes: number | null;
  readonly table_number: string | null;
  /** Where it sits now. */
  readonly tables: readonly string[] | null;
  readonly planned: readonly string[] | null;
}

function stayOf(row: StayRow, location: LocationRow, seatings: readonly Seating[], now: Date): Stay {
  const { id, party_size: guests, starts_at: startsAt, planned, tables: sitsAt } = row;
  const minutes = row.stay_minutes ?? stayMinutesAt(location, guests);
  const seatedAt = row.seated_at ?? startsAt;
  const plan = stayFrom(startsAt, minutes);
  const actual = stayFrom(seatedAt, minutes);
  return {
    id,
    guests,
    at: seatedAt.getTime(),
    from: Math.min(plan.from, actual.from),
    to: Math.max(plan.to, actual.to, sitsAt === null ? 0 : now.getTime() + OVERSTAY_MS),
    tables: sitsAt ?? planned ?? findSeating(seatings, row.table_number)?.tables ?? [],
  };
}
