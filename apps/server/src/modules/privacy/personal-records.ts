import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/db/connection.ts';
import {
  belongsTo,
  contactsOf,
  hasContact,
  isRowOfPerson,
  mergeContacts,
  NO_CONTACTS,
  readOwnContacts,
  withoutContacts,
  type Contacts,
} from '../contacts/contacts.ts';

/** The rows that name a person, and the contacts by which other records, such as messages, are erased too. */
export interface PersonalRecords {
  readonly orderIds: readonly string[];
  /** The numbers that guests see. */
  readonly reservationIds: readonly string[];
  readonly sessionIds: readonly string[];
  readonly contacts: Contacts;
}

/** An SQL condition on messages: they are about one of the records, or were sent to the account or a contact. */
export function isMessageOf({ orderIds, reservationIds, contacts }: PersonalRecords, userId: string | null) {
  return sql<boolean>`(order_id = any(${[...orderIds]}::text[]) or reservation_id = any(${[...reservationIds]}::text[])
    or ${belongsTo(userId, 'recipient', contacts)})`;
}

/** The orders, reservations and payment sessions of an account. */
export async function readAccountRecords(tx: Db | Tx, userId: string): Promise<PersonalRecords> {
  const { rows } = await sql<Pick<FoundRow, 'kind' | 'id'>>`
    select 'order' as kind, id from orders where user_id = ${userId}
    union all select 'reservation', reservation_id from reservations where user_id = ${userId}
    union all select 'session', id from payment_sessions where user_id = ${userId}
    order by 1, 2
  `.execute(tx);
  return { ...idsByKind(rows), contacts: NO_CONTACTS };
}

/** The contacts in the order request that a payment session `s` stores. */
export const REQUEST_EMAIL = sql`lower(s.snapshot #>> '{request,customer,email}')`;
/** To whom a payment session `s` mails the gift card that it buys. */
const GIFT_CARD_EMAIL = sql`lower(s.snapshot #>> '{giftCard,email}')`;
export const REQUEST_PHONE = sql`s.snapshot #>> '{request,customer,phone}'`;

/** A row that names a person, with its contacts. */
export interface FoundRow {
  readonly kind: 'order' | 'reservation' | 'session';
  readonly id: string;
  readonly email: string | null;
  readonly phone: string | null;
}

type RowCondition = (columns: {
  readonly email: RawBuilder<unknown>;
  readonly phone: RawBuilder<unknown>;
}) => RawBuilder<boolean>;

/** The rows without an account that fulfil the condition or have one of these numbers. */
async function findGuestRows(
  tx: Db | Tx,
  condition: RowCondition,
  ids: Pick<PersonalRecords, 'orderIds' | 'reservationIds'>,
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    with found_orders as (
      select o.* from orders o where o.user_id is null and o.erased_at is null and (
        o.id = any(${[...ids.orderIds]}::text[])
        or ${condition({ email: sql.ref('o.customer_email'), phone: sql.ref('o.customer_phone') })})
    )
    select 'order' as kind, id, customer_email as email, customer_phone as phone from found_orders
    union all
    select 'reservation', r.reservation_id, nullif(r.customer_email, ''), nullif(r.customer_phone, '')
    from reservations r where r.user_id is null and r.erased_at is null and (
      r.reservation_id = any(${[...ids.reservationIds]}::text[])
      or ${condition({ email: sql.ref('r.customer_email'), phone: sql.ref('r.customer_phone') })})
    union all
    select 'session', s.id, nullif(${REQUEST_EMAIL}, ''), nullif(${REQUEST_PHONE}, '')
    from payment_sessions s where s.user_id is null and s.erased_at is null and (
      ${condition({ email: REQUEST_EMAIL, phone: REQUEST_PHONE })}
      or ${condition({ email: GIFT_CARD_EMAIL, phone: sql`''` })}
      or exists (select from found_orders o where s.id = o.session_id or s.order_id = o.id
        or (s.location_id = o.location_id and s.cart_id = o.cart_id)))
    order by 1, 2
  `.execute(tx);
  return rows;
}

export const NO_IDS = { orderIds: [], reservationIds: [] } as const;

/** The rows without an account that hold one of these contacts, and the payment sessions of those orders. */
export async function readRowsOfContacts(tx: Db | Tx, contacts: Contacts): Promise<Omit<PersonalRecords, 'contacts'>> {
  return idsByKind(await findGuestRows(tx, (columns) => hasContact(columns, contacts), NO_IDS));
}

export function idsByKind(rows: readonly Pick<FoundRow, 'kind' | 'id'>[]): Omit<PersonalRecords, 'contacts'> {
  const idsOf = (kind: FoundRow['kind']) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  return { orderIds: idsOf('order'), reservationIds: idsOf('reservation'), sessionIds: idsOf('session') };
}

/**
 * Everything of a guest without an account: rows with these contacts or numbers, and rows that share a contact with
 * those (`isRowOfPerson`). Contacts of the restaurant itself connect no rows. Contacts that rows of other people hold, too,
 * are left out, so that nothing else with them is erased.
 */
export async function readGuestRecords(
  tx: Db | Tx,
  seed: { readonly contacts: Contacts } & Pick<PersonalRecords, 'orderIds' | 'reservationIds'>,
): Promise<PersonalRecords> {
  const restaurant = await readOwnContacts(tx);
  const rowsOf = (contacts: Contacts) =>
    findGuestRows(tx, (columns) => isRowOfPerson(columns, contacts, restaurant), seed);
  const seeds = withoutContacts(seed.contacts, restaurant);
  const contacts = mergeContacts(seeds, withoutContacts(contactsOf(await rowsOf(seeds)), restaurant));
  const rows = await rowsOf(contacts);
  const records = idsByKind(rows);
  const all = mergeContacts(contacts, withoutContacts(contactsOf(rows), restaurant));
  return { ...records, contacts: await withoutRowsOfOthers(tx, all, records) };
}

/** The contacts that no other row without an account holds. */
export async function withoutRowsOfOthers(tx: Db | Tx, contacts: Contacts, records: Omit<PersonalRecords, 'contacts'>) {
  const rows = await findGuestRows(tx, (columns) => hasContact(columns, contacts), NO_IDS);
  const ids = new Set([...records.orderIds, ...records.reservationIds, ...records.sessionIds]);
  return withoutContacts(contacts, contactsOf(rows.filter(({ id }) => !ids.has(id))));
}

/** The records of several searches, each once. */
export function mergeRecords(...all: readonly PersonalRecords[]): PersonalRecords {
  const each = (idsOf: (records: PersonalRecords) => readonly string[]) => [...new Set(all.flatMap(idsOf))].toSorted();
  return {
    orderIds: each(({ orderIds }) => orderIds),
    reservationIds: each(({ reservationIds }) => reservationIds),
    sessionIds: each(({ sessionIds }) => sessionIds),
    contacts: mergeContacts(...all.map(({ contacts }) => contacts)),
  };
}
