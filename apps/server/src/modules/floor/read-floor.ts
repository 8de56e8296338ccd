import type { ResponseOf } from '@tiffin/contract';
import { refuse, valueOrThrow } from '@tiffin/domain/core';
import { reservedBounds, tableState, type BillsOfParty } from '@tiffin/domain/floor';
import { authorise, type Actor } from '@tiffin/domain/people';
import { AWAITED_STATUSES } from '@tiffin/domain/reservation';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../context.ts';
import { readLocation } from '../locations/queries.ts';
import { wireAllergies } from '../orders/order-allergies.ts';
import { readAllergiesOfSittings } from '../orders/table-allergies.ts';
import { readOpenSittings } from './sittings.ts';

export type FloorAnswer = ResponseOf<'getFloor'>;

/** The floor of a location, for its staff. */
export async function readFloorFor(context: Context, actor: Actor, locationId: string): Promise<FloorAnswer> {
  valueOrThrow(authorise('floor.seat', actor, { locationId }));
  return readFloor(context.db, locationId, context.clock.now());
}

/** The plan of a location, with who sits where and who is awaited there. */
export async function readFloor(db: Db | Tx, locationId: string, now: Date): Promise<FloorAnswer> {
  const location = await readLocation(db, locationId);
  if (!location || location.deleted_at) throw refuse('location-not-found');
  const areas = await db
    .selectFrom('areas')
    .select(['id as areaId', 'name'])
    .where('location_id', '=', locationId)
    .orderBy('position')
    .execute();
  const tables = await db
    .selectFrom('floor_tables')
    .selectAll()
    .where('location_id', '=', locationId)
    .where('removed_at', 'is', null)
    .orderBy('y')
    .orderBy('x')
    .orderBy('id')
    .execute();
  if (tables.length === 0) return { version: location.floor_version, areas, tables: [] };
  const sittings = await readOpenSittings(db, locationId);
  const bookings = await readBookings(db, locationId, now);
  const bills = await readBillsOfParties(db, locationId);
  const allergies = await readAllergiesOfSittings(db, locationId);
  return {
    version: location.floor_version,
    areas,
    joins: (location.table_joins ?? [])
      .map((ids) => ids.flatMap((id) => tables.find((table) => table.id === id)?.name ?? []))
      .filter((names) => names.length > 1),
    tables: tables.map(({ id, area_id: areaId, location_id: _location, removed_at: _removed, ...table }) => {
      const sitting = sittings.find((each) => each.tables.includes(id));
      const booking = bookings.find(({ tableNames }) => tableNames.includes(table.name.toLowerCase()))?.answer;
      return {
        tableId: id,
        ...table,
        area: areas.find((area) => area.areaId === areaId)?.name ?? '',
        state: tableState({ sitting, booking, bills: bills.get(sitting?.id ?? '') }),
        sitting: sitting && {
          sittingId: sitting.id,
          partySize: sitting.party_size,
          name: sitting.party_name,
          reservationId: sitting.reservation_number,
          seatedAt: sitting.seated_at.toISOString(),
          tableIds: [...sitting.tables],
          allergies: wireAllergies(allergies.get(sitting.id) ?? []),
        },
        booking,
      };
    }),
  };
}

/** The bills of the parties that sit, by sitting. */
async function readBillsOfParties(db: Db | Tx, locationId: string): Promise<ReadonlyMap<string, BillsOfParty>> {
  const { rows } = await sql<BillsOfParty & { sitting: string }>`
    select b.sitting_id as sitting, coalesce(sum(o.open), 0)::int as open, coalesce(sum(o.finished), 0)::int as finished,
      bool_or(b.total_cents > b.paid_cents and (b.paid_cents > 0 or b.bill_out_at is not null
        or exists (select from bill_parts where bill_id = b.id)
        or exists (select from payments where bill_id = b.id and status = 'pending'))) as "isPaying"
    from sittings s join bills b on b.sitting_id = s.id and b.merged_into is null
    cross join lateral (
      select count(*) filter (where status in ('pending', 'preparing') and held_at is null) as open,
        count(*) filter (where status in ('ready', 'completed')) as finished
      -- The first order of a bill has its id. Only the others are in the index of bill_id.
      from orders where id = b.id and bill_id = b.id or bill_id = b.id and bill_id <> id
    ) o
    where s.location_id = ${locationId} and s.ended_at is null
    group by 1
  `.execute(db);
  return new Map(rows.map((row) => [row.sitting, row]));
}

/** The guests who are awaited at a table about now, the earliest first. Joined tables are named like 12+13. */
async function readBookings(db: Db | Tx, locationId: string, now: Date) {
  const { from, to } = reservedBounds(now);
  const rows = await db
    .selectFrom('reservations')
    .select([
      'reservation_id as reservationId',
      'customer_name as name',
      'party_size as partySize',
      'starts_at as startsAt',
      'table_number as tableName',
    ])
    .where('location_id', '=', locationId)
    .where('status', 'in', AWAITED_STATUSES)
    .where('table_number', 'is not', null)
    .where('starts_at', '>=', from)
    .where('starts_at', '<=', to)
    .orderBy('starts_at')
    .execute();
  return rows.map(({ tableName, ...row }) => {
    const name = tableName?.toLowerCase() ?? '';
    return {
      tableNames: [name, ...name.split('+').map((part) => part.trim())],
      answer: { ...row, startsAt: row.startsAt.toISOString() },
    };
  });
}
