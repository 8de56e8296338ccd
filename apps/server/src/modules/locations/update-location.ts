import { localDate, refuse } from '@tiffin/domain/core';
import { isFiscalMove } from '@tiffin/domain/law';
import { taxesAfterMove } from '@tiffin/domain/pricing';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { recordAuditEntries, type Author } from '../audit/record-audit-entries.ts';
import { announceLocation } from './announce-location.ts';
import { checkLocationSettings, settingsColumns, withoutUndefined, type LocationSettings } from './settings.ts';
import { lockLocation, writeExceptions, type LocationRow } from './queries.ts';
import { readManagedLocation } from './managed-location-answer.ts';

export interface LocationEdit {
  readonly locationId: string;
  readonly updates: LocationSettings;
  /** The version the edit is based on; without it the edit overwrites. */
  readonly version?: number | undefined;
}

/** The taxes of the new province after a move, unless the edit sets taxes itself. */
function movedTaxesColumn(updates: LocationSettings, present: LocationRow, now: Date) {
  if (updates.taxSettings !== undefined) return {};
  const { country, region, postal_code: postalCode, taxes } = present;
  const was = { country, region, postalCode, taxes };
  const { country: to = country, region: province = region, postalCode: code = postalCode } = updates;
  const zone = updates.timeZone ?? present.time_zone;
  const moved = taxesAfterMove(was, { country: to, region: province, postalCode: code }, localDate(now, zone));
  return moved === undefined ? {} : { taxes: moved && JSON.stringify(moved) };
}

/**
 * A location that moves to other fiscal rules takes no new orders there without a device. The bills from before the
 * move can still be settled.
 */
function fiscalMoveColumns(updates: LocationSettings, present: LocationRow, now: Date) {
  const { country, region, postal_code: postalCode, legal_form: legalForm } = present;
  const moved = { country, region, postalCode, ...withoutUndefined(addressOf(updates)) };
  const date = localDate(now, updates.timeZone ?? present.time_zone);
  return isFiscalMove({ country, region, postalCode, legalForm }, moved, date)
    ? { fiscal_since: now, fiscal_grace_until: null }
    : {};
}

function addressOf({ country, region, postalCode }: LocationSettings) {
  return { country, region, postalCode };
}

/** Updates a location. If someone else changed it in the meantime, refuses and returns the latest version. */
export async function updateLocation(
  context: Context,
  tx: Tx,
  by: Author<RequestOrigin | null>,
  { locationId, updates, version }: LocationEdit,
): Promise<void> {
  const present = await lockLocation(tx, locationId);
  const now = context.clock.now();
  if (version !== undefined && version !== present.version) {
    throw refuse('conflict', undefined, {
      location: await readManagedLocation(context, tx, locationId),
      field: 'version',
    });
  }
  checkLocationSettings(updates, present);
  const columns = {
    ...settingsColumns(updates),
    ...movedTaxesColumn(updates, present, now),
    ...fiscalMoveColumns(updates, present, now),
  };
  await tx
    .updateTable('locations')
    .set({ ...columns, version: present.version + 1, updated_at: now })
    .where('id', '=', locationId)
    .execute();
  if (updates.hoursExceptions) await writeExceptions(tx, locationId, updates.hoursExceptions);
  const names = new Set(Object.keys(columns));
  await recordAuditEntries(tx, {
    at: now,
    ...by,
    action: 'update-location',
    subject: { kind: 'location', id: locationId },
    locationId,
    before: {
      ...Object.fromEntries(Object.entries(present).filter(([column]) => names.has(column))),
      ...(updates.hoursExceptions && { hoursExceptions: present.exceptions }),
    },
    after: { ...updates, ...('taxes' in columns && updates.taxSettings === undefined && { taxes: columns.taxes }) },
  });
  await announceLocation(context, tx, locationId, 'updated');
}
