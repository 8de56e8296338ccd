import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { canSeeSection, isBoundToLocations, isAssignedTo, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import { toActor } from '../../../platform/auth/authenticate.ts';
import type { UserRow } from '../../people/read-users.ts';

/** Somebody who can get reports by mail. */
export type ReportRecipient = Pick<UserRow, 'id' | 'name' | 'email' | 'role' | 'language' | 'location_ids'>;

/** Active people with these ids, or all active people; those who may not see the report are left out. */
export async function readReportRecipients(db: Db | Tx, ids: readonly string[] | null): Promise<ReportRecipient[]> {
  const { rows } = await sql<ReportRecipient>`
    select u.id, u.name, u.email, u.role, u.language,
           array(select location_id from user_locations where user_id = u.id order by 1) as location_ids
    from users u
    where u.is_active and u.deleted_at is null and u.role <> 'customer'
      and (${ids === null} or u.id = any(${[...(ids ?? [])]}::text[]))
    order by lower(u.name), u.id
  `.execute(db);
  return rows.filter((person) => canSeeSection('report', toActor(person)));
}

/** True if the person may see the figures of this location, or of all locations where they work. */
export function mayGetReport(actor: Actor, locationId: string): boolean {
  return canSeeSection('report', actor) && (locationId === ALL_LOCATIONS || isAssignedTo(actor, locationId));
}

/** The locations of a person; null for all. */
export function locationsOfRecipient({ role, location_ids: ids }: ReportRecipient): string[] | null {
  return isBoundToLocations(role) ? ids : null;
}
