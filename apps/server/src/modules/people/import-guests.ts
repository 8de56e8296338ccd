import { localDate, refuse, say, sumOf, valueOrThrow } from '@tiffin/domain/core';
import { readGuestFile, type FileGuest } from '@tiffin/domain/menu-file';
import { userIdOf } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Db, Tx } from '../../context.ts';
import { isUniqueViolation } from '../../platform/db/connection.ts';
import { fileImport } from '../log/file-imports.ts';
import { readSite } from '../locations/restaurant/site.ts';
import { wasHandedOver } from './proven-contacts.ts';

/** By address, and by a phone number that an order of the account proved. Unproven numbers may be somebody else's. */
async function knownGuests(db: Db | Tx, guests: readonly FileGuest[]): Promise<(guest: FileGuest) => boolean> {
  const { rows } = await sql<{ contact: string }>`
    select email as contact from users where email = any(${guests.map(({ email }) => email)}::text[])
    union select customer_phone from orders where user_id is not null and ${wasHandedOver()}
      and customer_phone = any(${guests.flatMap(({ phone }) => phone ?? [])}::text[])
  `.execute(db);
  const known = new Set(rows.map(({ contact }) => contact));
  return ({ email, phone }) => known.has(email) || (phone !== null && known.has(phone));
}

/** `sign_up_method` of the accounts of an import. It changes when the guest signs in with a provider. */
const methodOf = (importId: string) => `import:${importId}`;

/**
 * Accounts of the guests of a file. Nobody can sign in to such an account before a link that is mailed to its address.
 * Who is known here keeps what they have, and the answer that somebody gave here about offers counts, also a withdrawal.
 */
export const guestImport = fileImport<FileGuest>({
  kind: 'guests',
  plan: async ({ clock }, db, input) => {
    const today = localDate(clock.now(), (await readSite(db)).timeZone);
    const { accepted, ...file } = valueOrThrow(readGuestFile(Buffer.from(input.file, 'base64'), input, today));
    const isKnown = await knownGuests(db, accepted);
    const added = accepted.filter((guest) => !isKnown(guest));
    const offers = added.filter(({ agreedOn }) => agreedOn).length;
    return {
      file,
      added,
      notes: [
        say`Known here, so they do not change: ${accepted.length - added.length}.`,
        say`New guests who get offers, because the file says that they agreed and when: ${offers}.`,
      ],
    };
  },
  shown: ({ name, email, points }) => ({ name, text: say`${email}, points: ${points}` }),
  summary: ({ added, points = 0 }) => say`Guests: ${added}, points: ${points}`,

  write: async ({ context, tx, by, importId, at, source }, guests) => {
    const rows = guests.map((guest) => ({ ...guest, id: context.ids.uuid() }));
    await sql`
      with guests as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          g (id text, email text, name text, phone text, points int, "agreedOn" date)
      ), accounts as (
        insert into users (id, email, name, phone_number, loyalty_points, sign_up_method, created_at, updated_at)
        select id, email, name, phone, points, ${methodOf(importId)}, ${at}, ${at} from guests
      ), entries as (
        insert into loyalty_entries (user_id, points, reason, note, actor_id, at)
        select id, points, 'adjustment', ${source}, ${userIdOf(by.actor)}, ${at} from guests where points > 0
      )
      insert into consents (email, purpose, channel, source, given_at)
      select email, 'promotions', 'mail', ${source}, "agreedOn" from guests g
      where "agreedOn" is not null and not exists (select from consents c where c.email = g.email)
    `
      .execute(tx)
      .catch((error: unknown) => {
        // Somebody made an account with one of the addresses in this moment.
        throw isUniqueViolation(error) ? refuse('email-already-in-use') : error;
      });
    return { added: guests.length, points: sumOf(guests.map(({ points }) => points)) };
  },

  /** Guests stay who signed in, ordered or booked, or whom somebody changed. */
  undo: async ({ tx, importId }) => {
    const { rows } = await sql<{ email: string }>`
      delete from users u where sign_up_method = ${methodOf(importId)} and version = 1 and last_login_at is null
        and not exists (select from sign_in_accounts where user_id = u.id)
        and not exists (select from orders where user_id = u.id)
        and not exists (select from reservations where user_id = u.id)
        and not exists (select from points_uses where user_id = u.id)
      returning email
    `.execute(tx);
    const emails = rows.map(({ email }) => email);
    // A withdrawal stays, so that another import does not bring the consent back.
    await sql`
      delete from consents where email = any(${emails}::text[]) and source like 'import: %' and withdrawn_at is null
    `.execute(tx);
    return emails.length;
  },
});
