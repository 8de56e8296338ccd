import { refuse } from '@tiffin/domain/core';
import { locationIdFor } from '@tiffin/domain/locations';
import { worksAt } from '@tiffin/domain/people';
import type { Context, Tx } from '../context.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { addLocation } from '../modules/locations/add-location.ts';
import { deleteLocation, toggleLocationStatus } from '../modules/locations/change-location-status.ts';
import { readFiscalStates } from '../modules/locations/fiscal-states.ts';
import {
  readManagedLocation,
  readManagedLocations,
  type ManagedLocation,
} from '../modules/locations/managed-location-answer.ts';
import { readOrderPacing, setOrderPacing } from '../modules/locations/set-pace.ts';
import { ticketLimitsOf } from '../modules/locations/settings.ts';
import { updateLocation } from '../modules/locations/update-location.ts';
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

  implement('setOrderPacing', async ({ context, actor, body, from, once }) =>
    once(async (tx) => ({ location: await setOrderPacing(context, tx, { actor, from }, body) })),
  ),

  implement('addLocation', async ({ context, actor, body, from, once }) =>
    once(async (tx) => {
      await addLocation(context, tx, { actor, from }, body.location);
      const { copyMenuFrom: fromLocationId } = body;
      if (fromLocationId)
        await copyMenu(context, tx, { actor, from }, { fromLocationId, locationId: body.location.id });
      return { location: await requireManagedLocation(context, tx, body.location.id) };
    }),
  ),

  implement('updateLocation', async ({ context, actor, body, from, once }) =>
    once(async (tx) => {
      const { hasMoved } = await updateLocation(context, tx, { actor, from }, body);
      if (hasMoved) await cancelPagesOfLocation(context, tx, body.locationId);
      return { location: await requireManagedLocation(context, tx, body.locationId) };
    }),
  ),

  implement('toggleLocationStatus', async ({ context, actor, body, from, once }) =>
    once(async (tx) => {
      await toggleLocationStatus(context, tx, { actor, from }, body);
      return { location: await requireManagedLocation(context, tx, body.locationId) };
    }),
  ),

  implement('deleteLocation', async ({ context, actor, body, from, once }) =>
    once(async (tx) => {
      await deleteLocation(context, tx, { actor, from }, body.locationId);
      return { locationId: body.locationId };
    }),
  ),

  implement('locationIdExists', async ({ context, query }) => {
    const found = await context.db.selectFrom('locations').select('id').where('id', '=', query.id).executeTakeFirst();
    return { exists: found !== undefined };
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
