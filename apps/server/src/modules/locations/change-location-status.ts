import type { Context, Tx } from '../../context.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { announceLocation, type LocationChange } from './announce-location.ts';
import { lockLocation } from './queries.ts';

/** Opens a location for orders and reservations, or closes it until further notice. */
export async function toggleLocationStatus(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, isActive }: { readonly locationId: string; readonly isActive: boolean },
): Promise<void> {
  const present = await lockLocation(tx, locationId);
  if (present.is_active === isActive) return;
  const now = context.clock.now();
  await writeStatus(
    context,
    tx,
    locationId,
    { is_active: isActive, is_draft: false, updated_at: now },
    isActive ? 'activated' : 'deactivated',
  );
  const action = isActive ? 'activate-location' : 'deactivate-location';
  await recordAuditEntry(tx, { at: now, ...by }, action, ['location', locationId], {
    locationId,
    before: { isActive: !isActive },
    after: { isActive },
  });
}

/** Deletes a location for guests. Its orders and reservations keep referring to it and stay readable. */
export async function deleteLocation(context: Context, tx: Tx, by: Author, locationId: string): Promise<void> {
  const present = await lockLocation(tx, locationId);
  const now = context.clock.now();
  await writeStatus(context, tx, locationId, { is_active: false, deleted_at: now, updated_at: now }, 'deleted');
  await recordAuditEntry(tx, { at: now, ...by }, 'delete-location', ['location', locationId], {
    locationId,
    before: { isActive: present.is_active, deletedAt: null },
    after: { isActive: false, deletedAt: now },
  });
}

async function writeStatus(
  context: Context,
  tx: Tx,
  id: string,
  columns: { is_active: boolean; updated_at: Date; is_draft?: boolean; deleted_at?: Date },
  change: LocationChange,
): Promise<void> {
  await tx.updateTable('locations').set(columns).where('id', '=', id).execute();
  await announceLocation(context, tx, id, change);
}
