import { say } from '@tiffin/domain/core';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { countUnprovenTexts } from '../../outbox/queue-message.ts';
import { notifyAccountOwner } from '../../people/notify-account-owner.ts';

/**
 * Mails the managers of a location, or the admins where it has none, once a day when its hourly limit of texts to
 * unconfirmed numbers is reached.
 */
export async function warnOfTextLimit(context: Context): Promise<void> {
  const { strangersTextsMost: most } = await readSite(context.db);
  // A limit of zero is a choice, which nobody reaches.
  if (most === 0) return;
  const day = context.clock.now().toISOString().slice(0, 10);
  for (const [locationId, count] of await countUnprovenTexts(context)) {
    if (count < most) continue;
    await transaction(context.db, async (tx) => {
      for (const person of await readManagers(tx, locationId)) {
        const write = () => ({
          subject: say`No more texts to new numbers this hour: ${person.locationName}`,
          message: say`In the last hour ${most} texts went to numbers that nobody has confirmed. More are not sent until the hour is over. Guests still see their order or their place on the waitlist on their page.\n\nIf it is not busy, somebody may be misusing the site. An admin changes the limit under Settings, and sees all texts under Messages: ${context.publicUrl}/admin/dashboard#messages`,
        });
        const onceKey = `text-limit:${locationId}:${day}:${person.userId}`;
        await notifyAccountOwner(context, tx, person, 'text_limit', write, onceKey);
      }
    });
  }
}

async function readManagers(tx: Tx, locationId: string) {
  const { rows } = await sql<Record<'userId' | 'email' | 'name' | 'locationName' | 'role', string>>`
    select u.id as "userId", u.email, u.name, l.name as "locationName", u.role
    from users u join locations l on l.id = ${locationId}
    where u.is_active and not u.is_deleted and (u.role = 'admin' or (u.role = 'manager' and exists (
      select from user_locations ul where ul.user_id = u.id and ul.location_id = l.id)))`.execute(tx);
  const managers = rows.filter(({ role }) => role === 'manager');
  return managers.length > 0 ? managers : rows;
}
