import { refuse } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { announceLocation } from './announce-location.ts';
import { checkSettings, settingsColumns, type LocationSettings } from './settings.ts';
import { lockLocation, writeExceptions } from './queries.ts';
import { readManagedLocation } from './managed-answer.ts';

export interface PlaceChange {
  readonly locationId: string;
  readonly updates: LocationSettings;
  /** What the change was made on; without it the last word wins. */
  readonly version?: number | undefined;
}

/** Changes a location, unless somebody else did since: then they are told, with the location as it is now. */
export async function updateLocation(
  context: Context,
  tx: Tx,
  actor: Actor,
  from: From | null,
  { locationId, updates, version }: PlaceChange,
): Promise<void> {
  const present = await lockLocation(tx, locationId);
  const now = context.clock.now();
  if (version !== undefined && version !== present.version) {
    throw refuse('conflict', undefined, { location: await readManagedLocation(tx, locationId, now), field: 'version' });
  }
  checkSettings(updates, present);
  const columns = settingsColumns(updates);
  await tx
    .updateTable('locations')
    .set({ ...columns, version: present.version + 1, updated_at: now })
    .where('id', '=', locationId)
    .execute();
  if (updates.hoursExceptions) await writeExceptions(tx, locationId, updates.hoursExceptions);
  const names = new Set(Object.keys(columns));
  await recordChange(tx, {
    at: now,
    actor,
    action: 'update-location',
    subject: { kind: 'location', id: locationId },
    locationId,
    before: {
      ...Object.fromEntries(Object.entries(present).filter(([column]) => names.has(column))),
      ...(updates.hoursExceptions && { hoursExceptions: present.exceptions }),
    },
    after: updates,
    from,
  });
  await announceLocation(context, tx, locationId, 'updated');
}
