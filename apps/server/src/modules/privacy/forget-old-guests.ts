import { OPEN_STATUSES } from '@tiffin/domain/order';
import { forgetGuestsBefore } from '@tiffin/domain/people';
import { sql, type RawBuilder } from 'kysely';
import type { Context, Db } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { readSite } from '../locations/restaurant/site.ts';
import { eraseOldRecipients } from '../messages/mailings/erase-mailings.ts';
import { deleteOldMessages } from '../outbox/erase-messages.ts';
import { deleteOldConsents } from '../people/erase-account.ts';
import { contactsOf, readOwnContacts, withoutContacts } from '../contacts/contacts.ts';
import { eraseRecords } from './erase-records.ts';
import { DELETED_GUEST_NAME } from './forget-person.ts';
import {
  idsByKind,
  REQUEST_EMAIL,
  REQUEST_PHONE,
  withoutRowsOfOthers,
  type FoundRow,
  type PersonalRecords,
} from './personal-records.ts';

const BATCH = 25;
/** The rest is erased in the next night. */
const MAX_BATCHES = 400;

/**
 * Erases guests without an account who neither ordered nor booked nor got a message for the months of the setting. A
 * batch is a transaction, so an interrupted night continues where it stopped. Returns the number of erased records.
 */
export async function forgetOldGuests(context: Context): Promise<number> {
  const { db, clock } = context;
  const now = clock.now();
  const before = forgetGuestsBefore(now, (await readSite(db)).forgetGuestsAfterMonths);
  let erased = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const rows = await findOldRows(db, before);
    if (rows.length === 0) break;
    await transaction(db, async (tx) => {
      const records = idsByKind(rows);
      // Contacts that the person still uses elsewhere stay with those records.
      const contacts = withoutContacts(contactsOf(rows), await readOwnContacts(tx));
      const unused = await withoutAccounts(tx, await withoutRowsOfOthers(tx, contacts, records));
      await eraseRecords(tx, { ...records, contacts: unused }, { at: now, name: DELETED_GUEST_NAME, isOld: true });
    });
    erased += rows.length;
    if (rows.length < BATCH) break;
  }
  await deleteOldMessages(db, before, activeContacts(before));
  await eraseOldRecipients(db, before);
  await deleteOldConsents(db, before);
  return erased;
}

/** Every address and number that was used since this time. */
const activeContacts = (before: Date) => sql`
  select contact from (
    select unnest(array[customer_email, customer_phone]) as contact from orders
      where order_time >= ${before} or status in (${sql.join(OPEN_STATUSES)})
    union select unnest(array[customer_email, customer_phone]) from reservations
      where reserved_at >= ${before} or starts_at >= ${before}
    union select recipient from messages where created_at >= ${before}
  ) used where contact is not null and contact <> ''`;

const isInactive = (email: RawBuilder<unknown>, phone: RawBuilder<unknown>) => sql`
  not exists (select from active where contact = ${email} and not contact = any(own.contacts))
  and not exists (select from active where contact = ${phone} and not contact = any(own.contacts))`;

/** The restaurant's own contacts say nothing about a guest's last visit. */
const OWN_CONTACTS = sql`
  select coalesce(array_agg(contact), '{}') as contacts from (
    select unnest(array[email, phone]) as contact from locations
    union select unnest(array[value ->> 'email', value ->> 'supportEmail', value ->> 'phone']) from settings where key = 'site'
  ) all_own where contact is not null`;

/** Some of the oldest rows without an account whose contacts were not used since. */
async function findOldRows(db: Db, before: Date): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    with own as (${OWN_CONTACTS}), active as materialized (${activeContacts(before)})
    select * from (
      select 'order' as kind, o.id, o.customer_email as email, o.customer_phone as phone, o.order_time as at
      from orders o, own
      where o.user_id is null and o.erased_at is null and o.order_time < ${before}
        and o.status not in (${sql.join(OPEN_STATUSES)}) and ${isInactive(sql`o.customer_email`, sql`o.customer_phone`)}
      union all
      select 'reservation', r.reservation_id, nullif(r.customer_email, ''), nullif(r.customer_phone, ''), r.starts_at
      from reservations r, own
      where r.user_id is null and r.erased_at is null and r.reserved_at < ${before} and r.starts_at < ${before}
        and ${isInactive(sql`r.customer_email`, sql`r.customer_phone`)}
      union all
      select 'session', s.id, nullif(${REQUEST_EMAIL}, ''), nullif(${REQUEST_PHONE}, ''), s.created_at
      from payment_sessions s, own
      where s.user_id is null and s.erased_at is null and s.created_at < ${before} and s.status <> 'open'
        and ${isInactive(REQUEST_EMAIL, REQUEST_PHONE)}
    ) old
    order by at, id limit ${BATCH}
  `.execute(db);
  return rows;
}

/** Messages and consents to the address of an account belong to the account. */
async function withoutAccounts(db: Db, contacts: PersonalRecords['contacts']): Promise<PersonalRecords['contacts']> {
  const { rows } = await sql<{ email: string }>`
    select email from users where email = any(${[...contacts.emails]}::text[])
  `.execute(db);
  return withoutContacts(contacts, contactsOf(rows));
}
