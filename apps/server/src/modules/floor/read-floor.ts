import type { ResponseOf } from '@tiffin/contract';
import { cents, refuse, sumOf, toDollars, valueOrThrow } from '@tiffin/domain/core';
import { partyState, reservedBounds, tableState, type BillsOfParty } from '@tiffin/domain/floor';
import { authorise, type Actor } from '@tiffin/domain/people';
import { tableAllergies, type Allergy } from '@tiffin/domain/order';
import { AWAITED_STATUSES } from '@tiffin/domain/reservation';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../context.ts';
import { readLocation } from '../locations/queries.ts';
import { wireAllergies } from '../orders/order-allergies.ts';
import { readTableOrders, type TableOrder } from '../orders/table-orders.ts';
import { readAllergiesOfSittings } from '../orders/table-allergies.ts';
import { readOpenSittings, type SittingRow } from './sittings.ts';
import { codesOfSitting } from './table-guests.ts';
import { readWaitingRounds, type WaitingRoundRow } from './table-rounds.ts';

export type FloorAnswer = ResponseOf<'getFloor'>;

/** The floor of a location, for its staff. */
export async function readFloorFor(context: Context, actor: Actor, locationId: string): Promise<FloorAnswer> {
  valueOrThrow(authorise('floor.seat', actor, { locationId }));
  return readFloor(context.db, locationId, context.clock.now(), context);
}

/** The plan of a location, with who sits where and who is awaited there. */
export async function readFloor(
  db: Db | Tx,
  locationId: string,
  now: Date,
  keys: Pick<Context, 'linkKeys'>,
): Promise<FloorAnswer> {
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
  const tableOrders = await readTableOrders(db, locationId, now);
  const waiting = await readWaitingRounds(db, locationId);
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
          ...sittingAnswer(sitting, bills.get(sitting.id), allergies.get(sitting.id), tableOrders),
          ...codesOfSitting(keys, sitting.id),
          waitingRounds: waiting.get(sitting.id)?.map(waitingRoundAnswer),
        },
        booking,
      };
    }),
  };
}

function sittingAnswer(
  sitting: SittingRow,
  bills: BillsOfParty | undefined,
  allergies: readonly Allergy[] | undefined,
  tableOrders: readonly TableOrder[],
): NonNullable<FloorAnswer['tables'][number]['sitting']> {
  const ordersDue = sumOf(
    tableOrders.filter(({ table_id: id }) => sitting.tables.includes(id)).map(({ due_cents: due }) => due),
  );
  const due = (bills?.due ?? 0) + ordersDue;
  const { state, since } = partyState(sitting.seated_at, bills && { ...bills, due });
  return {
    sittingId: sitting.id,
    partySize: sitting.party_size,
    name: sitting.party_name,
    reservationId: sitting.reservation_number,
    seatedAt: sitting.seated_at.toISOString(),
    tableIds: [...sitting.tables],
    allergies: wireAllergies(allergies ?? []),
    due: toDollars(cents(due)),
    state,
    since: since.toISOString(),
    calls: sitting.calls?.map(({ id, about, at }) => ({ callId: id, about, at })),
  };
}

function waitingRoundAnswer({ id, guest_name: guestName, at, request }: WaitingRoundRow) {
  const stated = tableAllergies([{ ...request, lines: request?.items ?? [] }]);
  return {
    roundId: id,
    guestName,
    at: at.toISOString(),
    items: (request?.shown ?? []).map(({ name, quantity }) => ({ name, quantity })),
    allergies: wireAllergies(stated),
  };
}

/** The bills of the parties that sit, by sitting. */
async function readBillsOfParties(db: Db | Tx, locationId: string): Promise<ReadonlyMap<string, BillsOfParty>> {
  const { rows } = await sql<BillsOfParty & { sitting: string }>`
    select b.sitting_id as sitting, sum(o.open)::int as open, sum(o.finished)::int as finished,
      sum(o.on_pass)::int as "onPass", sum(o.held)::int as held,
      min(o.sent_at) as "sentAt", min(o.on_pass_at) as "onPassAt", max(o.served_at) as "servedAt",
      min(o.held_at) as "heldAt", coalesce(sum(greatest(b.total_cents - b.paid_cents, 0)) filter (where not b.is_void), 0)::int as due,
      bool_or(b.total_cents > b.paid_cents and (b.paid_cents > 0 or b.bill_out_at >= o.last_at or p.is_pending
        or exists (select from bill_parts where bill_id = b.id))) as "isPaying",
      min(least(case when b.bill_out_at >= o.last_at then b.bill_out_at end, p.first_at)) filter (where b.total_cents > b.paid_cents) as "billAt",
      max(p.last_at) as "paidAt"
    from sittings s join bills b on b.sitting_id = s.id and b.merged_into is null
    cross join lateral (
      select count(*) filter (where status in ('pending', 'preparing') and held_at is null) as open,
        count(*) filter (where status in ('ready', 'completed')) as finished,
        count(*) filter (where status = 'ready') as on_pass,
        count(*) filter (where status <> 'cancelled' and held_at is not null) as held,
        min(coalesce(fire_at, order_time)) filter (where status in ('pending', 'preparing') and held_at is null) as sent_at,
        min(ready_time) filter (where status = 'ready') as on_pass_at,
        max(completed_time) filter (where status = 'completed') as served_at,
        min(held_at) filter (where status <> 'cancelled') as held_at,
        -- A bill that was printed before the last round is not at the table.
        max(order_time) filter (where status <> 'cancelled') as last_at
      -- The first order of a bill has its id. Only the others are in the index of bill_id.
      from orders where id = b.id and bill_id = b.id or bill_id = b.id and bill_id <> id
    ) o
    cross join lateral (
      select coalesce(bool_or(status = 'pending'), false) as is_pending, min(created_at) as first_at,
        max(coalesce(captured_at, created_at)) as last_at
      from payments where bill_id = b.id and status in ('pending', 'succeeded')
    ) p
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
      'source',
    ])
    .where('location_id', '=', locationId)
    .where('status', 'in', AWAITED_STATUSES)
    .where('table_number', 'is not', null)
    .where('starts_at', '>=', from)
    .where('starts_at', '<=', to)
    .orderBy('starts_at')
    .execute();
  return rows.map(({ tableName, source, ...row }) => {
    const name = tableName?.toLowerCase() ?? '';
    return {
      tableNames: [name, ...name.split('+').map((part) => part.trim())],
      answer: { ...row, startsAt: row.startsAt.toISOString(), isCalled: source === 'walk-in' || undefined },
    };
  });
}
