import type { ValidatedInput } from '@tiffin/contract';
import { localDate, refuse, withoutUndefined, type Result } from '@tiffin/domain/core';
import type { OpeningHours } from '@tiffin/domain/hours';
import { isFiscalMove } from '@tiffin/domain/law';
import { taxesAfterMove } from '@tiffin/domain/pricing';
import type { Context, Tx } from '../../context.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { announceLocation, type LocationChange } from './announce-location.ts';
import { openingHoursOf } from './location-answer.ts';
import { checkLocationSettings, settingsColumns, type LocationSettings } from './location-settings.ts';
import { lockLocation, writeExceptions, type LocationRow } from './queries.ts';
import { readManagedLocation } from './managed-location-answer.ts';
import { updateRow } from '../../platform/db/write-row.ts';

/** The addresses before and after an edit, and its day at the location. */
function moveOf(updates: LocationSettings, present: LocationRow, now: Date) {
  const { country, region, postal_code: postalCode } = present;
  const from = { country, region, postalCode };
  const edited = { country: updates.country, region: updates.region, postalCode: updates.postalCode };
  return {
    from,
    to: { ...from, ...withoutUndefined(edited) },
    date: localDate(now, updates.timeZone ?? present.time_zone),
  };
}

type Move = ReturnType<typeof moveOf>;

/** The taxes of the new province after a move, unless the edit sets taxes itself. */
function movedTaxesColumn(updates: LocationSettings, { taxes }: LocationRow, { from, to, date }: Move) {
  if (updates.taxSettings !== undefined) return {};
  const moved = taxesAfterMove({ ...from, taxes }, to, date);
  return moved === undefined ? {} : { taxes: moved && JSON.stringify(moved) };
}

/**
 * A location that moves to other fiscal rules, or whose declaration ends, has no grace period. The bills from before can
 * still be settled. A declaration is about one country.
 */
function fiscalMoveColumns(updates: LocationSettings, present: LocationRow, now: Date, { from, to, date }: Move) {
  const { tillDeclaration = from.country === to.country ? present.till_declaration : null } = updates;
  const endsDeclaration = present.till_declaration !== null && tillDeclaration === null;
  return {
    ...(endsDeclaration && { till_declaration: null }),
    ...((endsDeclaration || isFiscalMove({ ...from, legalForm: present.legal_form }, to, date)) && {
      fiscal_since: now,
      fiscal_grace_until: null,
    }),
  };
}

/**
 * Updates a location. If someone else changed it in the meantime, refuses and returns the latest version. Returns
 * whether the location moved to other fiscal rules, and its hours before if they may have changed.
 */
export async function updateLocation(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, updates, version }: ValidatedInput<'updateLocation'>['body'],
): Promise<{ readonly hasMoved: boolean; readonly hoursBefore: Result<OpeningHours> | null }> {
  const present = await lockLocation(tx, locationId);
  const now = context.clock.now();
  if (version !== undefined && version !== present.version) {
    throw refuse('conflict', undefined, {
      location: await readManagedLocation(context, tx, locationId),
      field: 'version',
    });
  }
  checkLocationSettings(updates, present);
  const move = moveOf(updates, present, now);
  const columns = {
    ...settingsColumns(updates),
    ...(updates.isActive && { is_draft: false }),
    ...movedTaxesColumn(updates, present, move),
    ...fiscalMoveColumns(updates, present, now, move),
  };
  await updateRow(tx, 'locations', locationId, { ...columns, version: present.version + 1, updated_at: now });
  if (updates.hoursExceptions) await writeExceptions(tx, locationId, updates.hoursExceptions);
  const writtenColumns = new Set(Object.keys(columns));
  await recordAuditEntry(tx, { at: now, ...by }, 'update-location', ['location', locationId], {
    locationId,
    before: {
      ...Object.fromEntries(Object.entries(present).filter(([column]) => writtenColumns.has(column))),
      hoursExceptions: updates.hoursExceptions && present.exceptions,
    },
    after: { ...updates, taxes: updates.taxSettings === undefined && 'taxes' in columns ? columns.taxes : undefined },
  });
  await announceLocation(context, tx, locationId, 'updated');
  const hasNewHours = updates.hours !== undefined || updates.hoursExceptions !== undefined;
  return { hasMoved: 'fiscal_since' in columns, hoursBefore: hasNewHours ? openingHoursOf(present) : null };
}

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
  const columns = { is_active: isActive, is_draft: false, updated_at: now };
  await writeStatus(context, tx, locationId, columns, isActive ? 'activated' : 'deactivated');
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
