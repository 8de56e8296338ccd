import { refuse } from '@tiffin/domain/core';
import { checkLocationId } from '@tiffin/domain/locations';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { DayHoursRow } from '../../db/schema.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';

export interface NewLocation {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly postalCode: string;
  readonly phone: string;
  readonly email: string | null;
  readonly manager: string | null;
  readonly capacity: number | null;
  readonly features: readonly string[];
  readonly hours: Readonly<Record<string, DayHoursRow>> | null;
  readonly timeZone: string;
  readonly openingDate: string | null;
  readonly isActive: boolean;
  readonly rating: number;
  readonly reviewCount: number;
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
  await tx
    .insertInto('locations')
    .values({
      id: place.id,
      name: place.name,
      address: place.address,
      postal_code: place.postalCode,
      phone: place.phone,
      email: place.email,
      manager: place.manager,
      capacity: place.capacity,
      features: [...place.features],
      hours: place.hours ? JSON.stringify(place.hours) : null,
      time_zone: place.timeZone,
      opening_date: place.openingDate,
      is_active: place.isActive,
      rating: place.rating,
      review_count: place.reviewCount,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await recordChange(tx, {
    at: now,
    actor,
    action: 'add-location',
    subject: { kind: 'location', id: place.id },
    locationId: place.id,
    after: place,
    from,
  });
  await context.events.append(tx, {
    type: 'location.changed',
    locationId: place.id,
    at: now,
    data: { change: 'added' },
  });
}
