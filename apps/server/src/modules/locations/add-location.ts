import { refuse } from '@tiffin/domain/core';
import { checkLocationId } from '@tiffin/domain/locations';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { announceLocation } from './announce-location.ts';
import { mustBePlace, placeColumns, type Place } from './settings.ts';
import { writeExceptions } from './queries.ts';

export interface NewLocation extends Place {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly postalCode: string;
  readonly phone: string;
  readonly email: string;
}

export async function addLocation(
  context: Context,
  tx: Tx,
  actor: Actor,
  from: From | null,
  place: NewLocation,
): Promise<void> {
  const now = context.clock.now();
  const taken = await tx.selectFrom('locations').select('id').where('id', '=', place.id).executeTakeFirst();
  const id = checkLocationId(place.id, () => taken !== undefined);
  if (!id.ok) throw refuse(id.error.code, id.error.message, id.error.details);
  mustBePlace(place);
  const { name, address, postalCode: postal_code, phone } = place;
  const added = await tx
    .insertInto('locations')
    .values({
      ...placeColumns(place),
      id: place.id,
      name,
      address,
      postal_code,
      phone,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  // Somebody took the id at the same moment.
  if (!added) throw refuse('already-exists', `Location ID "${place.id}" already exists`);
  await writeExceptions(tx, place.id, place.hoursExceptions ?? []);
  await recordChange(tx, {
    at: now,
    actor,
    action: 'add-location',
    subject: { kind: 'location', id: place.id },
    locationId: place.id,
    after: place,
    from,
  });
  await announceLocation(context, tx, place.id, 'added');
}
