import { HALIFAX, localDate, refuse, say } from '@tiffin/domain/core';
import { checkLocationId, HOME_COUNTRY, provinceOf } from '@tiffin/domain/locations';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import { proposedTaxes } from '@tiffin/domain/pricing';
import type { Context, Tx } from '../../context.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { lockSite, writeSite } from './restaurant/site.ts';
import { announceLocation } from './announce-location.ts';
import { checkLocationSettings, settingsColumns, type LocationSettings } from './location-settings.ts';
import { writeExceptions } from './queries.ts';

export interface NewLocation extends LocationSettings {
  readonly isDraft?: boolean;
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly postalCode: string;
  readonly phone: string;
  readonly email: string;
}

/** The taxes of the location's province, unless it has its own rate. */
function proposedTaxesJson({ taxRateOverride, timeZone, ...address }: LocatedInput, now: Date): string | null {
  if (taxRateOverride != null) return null;
  const proposed = proposedTaxes(address, localDate(now, timeZone ?? HALIFAX));
  return proposed && JSON.stringify(proposed);
}

type LocatedInput = NewLocation & { readonly country: string; readonly region: string };

/** Adds a location, as a draft if asked. Without a region, its postal code decides. */
export async function addLocation(context: Context, tx: Tx, by: Author, location: NewLocation): Promise<void> {
  const now = context.clock.now();
  const existing = await tx.selectFrom('locations').select('id').where('id', '=', location.id).executeTakeFirst();
  const id = checkLocationId(location.id, () => existing !== undefined);
  if (!id.ok) throw refuse(id.error.code, id.error.message, id.error.details);
  const country = location.country ?? HOME_COUNTRY;
  const isAtHome = country === HOME_COUNTRY;
  const region = location.region ?? (isAtHome ? provinceOf(location.postalCode) : null) ?? '';
  checkLocationSettings(location, { region, country });
  const { name, address, postalCode: postal_code, phone } = location;
  const added = await tx
    .insertInto('locations')
    .values({
      ...settingsColumns(location),
      ...(location.taxSettings === undefined && { taxes: proposedTaxesJson({ ...location, country, region }, now) }),
      ...(location.isDraft && { is_active: false, is_draft: true }),
      id: location.id,
      name,
      address,
      region,
      postal_code,
      phone,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  // Another request used the id at the same moment.
  if (!added) throw refuse('already-exists', say`Location ID "${location.id}" already exists`);
  await writeExceptions(tx, location.id, location.hoursExceptions ?? []);
  await recordAuditEntry(tx, { at: now, ...by }, 'add-location', ['location', location.id], {
    locationId: location.id,
    after: location,
  });
  if (location.timeZone) await setTimeZone(tx, by.actor, now, location.timeZone);
  await announceLocation(context, tx, location.id, 'added');
}

/** The restaurant's time zone is that of its first location. */
async function setTimeZone(tx: Tx, actor: Actor, now: Date, timeZone: string): Promise<void> {
  const firstTwo = await tx.selectFrom('locations').select('id').limit(2).execute();
  if (firstTwo.length > 1) return;
  const { site } = await lockSite(tx);
  if (site.timeZone !== timeZone) await writeSite(tx, { ...site, timeZone }, now, userIdOf(actor));
}
