import type { ResponseOf } from '@tiffin/contract';
import { refuse, valueOrThrow } from '@tiffin/domain/core';
import { reservedBounds, tableState } from '@tiffin/domain/floor';
import { authorise, type Actor } from '@tiffin/domain/people';
import { AWAITED_STATUSES } from '@tiffin/domain/reservation';
import type { Context, Db, Tx } from '../../context.ts';
import { readLocation } from '../locations/queries.ts';
import { readOpenSittings } from './sittings.ts';

export type FloorAnswer = ResponseOf<'getFloor'>;

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
  return {
    version: location.floor_version,
    areas,
    tables: tables.map(({ id, area_id: areaId, location_id: _location, removed_at: _removed, ...table }) => {
      const sitting = sittings.find(({ table_id: tableId }) => tableId === id);
      const booking = bookings.find(({ tableName }) => tableName?.toLowerCase() === table.name.toLowerCase());
      return {
        tableId: id,
        ...table,
        area: areas.find((area) => area.areaId === areaId)?.name ?? '',
        state: tableState({ sitting, booking }),
        ...(sitting && {
          sitting: {
            sittingId: sitting.id,
            partySize: sitting.party_size,
            name: sitting.party_name,
            reservationId: sitting.reservation_number,
            seatedAt: sitting.seated_at.toISOString(),
          },
        }),
        ...(booking && {
          booking: {
            reservationId: booking.reservationId,
            name: booking.name,
            partySize: booking.partySize,
            startsAt: booking.startsAt.toISOString(),
          },
        }),
      };
    }),
  };
}

/** The guests who are awaited at a table about now, the earliest first. */
function readBookings(db: Db | Tx, locationId: string, now: Date) {
  const { from, to } = reservedBounds(now);
  return db
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
}
