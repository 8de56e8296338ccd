import { refuse } from '@tiffin/domain/core';
import { locationIdFor } from '@tiffin/domain/locations';
import { worksAt } from '@tiffin/domain/people';
import type { Context, Tx } from '../context.ts';
import { requireScopeOfKey } from '../platform/auth/require-scope.ts';
import { implement, implementChange, type ImplementedCall } from '../platform/http/implement.ts';
import { addLocation } from '../modules/locations/add-location.ts';
import { readFiscalStates } from '../modules/locations/fiscal-states.ts';
import {
  readManagedLocation,
  readManagedLocations,
  type ManagedLocation,
} from '../modules/locations/managed-location-answer.ts';
import { readOrderPacing, setOrderPacing } from '../modules/locations/set-pace.ts';
import { ticketLimitsOf } from '../modules/locations/location-settings.ts';
import { updateLocation, deleteLocation, toggleLocationStatus } from '../modules/locations/update-location.ts';
import { settleClosedBookings } from '../modules/messages/notices/settle-closed-bookings.ts';
import { copyMenu } from '../modules/menu/dishes/copy-menu.ts';
import { cancelPagesOfLocation } from '../modules/money/sessions/close-earlier-pages.ts';

export const locationAdminRoutes: readonly ImplementedCall[] = [
  implement('getAllLocations', async ({ context }) => ({
    locations: await readManagedLocations(context, context.db),
  })),

  implement('getTicketLimits', async ({ context, actor }) => {
    const rows = await context.db
      .selectFrom('locations')
      .select(['id', 'ticket_limits'])
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute();
    return {
      locations: rows
        .filter((row) => worksAt(actor, row.id))
        .map((row) => ({ locationId: row.id, ...ticketLimitsOf(row.ticket_limits) })),
    };
  }),

  implement('getFiscalStates', async ({ context, actor }) => ({ locations: await readFiscalStates(context, actor) })),

  implement('getOrderPacing', async ({ context, actor }) => ({ locations: await readOrderPacing(context, actor) })),

  implementChange('setOrderPacing', async (...change) => ({ location: await setOrderPacing(...change) })),

  implementChange('addLocation', async (context, tx, by, body) => {
    await addLocation(context, tx, by, body.location);
    const { copyMenuFrom: fromLocationId } = body;
    if (fromLocationId) await copyMenu(context, tx, by, { fromLocationId, locationId: body.location.id });
    return { location: await requireManagedLocation(context, tx, body.location.id) };
  }),

  implementChange('updateLocation', async (context, tx, by, body) => {
    // A key for locations alone may not write to guests or cancel for them.
    if (body.bookings === 'move' || body.bookings === 'cancel') requireScopeOfKey(by.actor, 'reservations:write');
    const { hasMoved, hoursBefore } = await updateLocation(context, tx, by, body);
    if (hasMoved) await cancelPagesOfLocation(context, tx, body.locationId);
    if (hoursBefore?.ok) await settleClosedBookings(context, tx, by, body, hoursBefore.value);
    return { location: await requireManagedLocation(context, tx, body.locationId) };
  }),

  implementChange('toggleLocationStatus', async (context, tx, by, body) => {
    await toggleLocationStatus(context, tx, by, body);
    return { location: await requireManagedLocation(context, tx, body.locationId) };
  }),

  implementChange('deleteLocation', async (context, tx, by, body) => {
    await deleteLocation(context, tx, by, body.locationId);
    return { locationId: body.locationId };
  }),

  implement('locationIdExists', async ({ context, query }) => {
    const row = await context.db.selectFrom('locations').select('id').where('id', '=', query.id).executeTakeFirst();
    return { exists: row !== undefined };
  }),

  implement('generateLocationId', async ({ context, query }) => {
    const rows = await context.db.selectFrom('locations').select('id').execute();
    const usedIds = new Set(rows.map((row) => row.id));
    const id = locationIdFor(query.name, (candidate) => usedIds.has(candidate));
    if (!id.ok) throw refuse(id.error.code, id.error.message);
    return { locationId: id.value };
  }),
];

async function requireManagedLocation(context: Context, tx: Tx, id: string): Promise<ManagedLocation> {
  const location = await readManagedLocation(context, tx, id);
  if (!location) throw refuse('location-not-found');
  return location;
}
