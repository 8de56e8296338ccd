import { NO_NOTES } from '@tiffin/domain/order';
import { AWAITED_STATUSES } from '@tiffin/domain/reservation';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';
import { noteColumns } from '../ordering/orders/note-columns.ts';
import { UNPROVEN_KEY } from '../messages/outbox/queue-message.ts';
import { recountOrders, removeOrdersFromFigures, renameGuestsInFigures } from '../reports/figures/roll-up-orders.ts';
import { belongsTo, isContact, mentionsAny, spellingsOf } from './contacts.ts';
import { eraseAuditEntries } from './erase-audit-entries.ts';
import { emptyStoredResponses, replaceKeys } from './empty-stored-responses.ts';
import { eraseTypedTexts, eraseTypedTextsInSessions } from './erase-typed-contacts.ts';
import { isMessageOf, type PersonalRecords } from './personal-records.ts';

interface Erasure {
  readonly at: Date;
  /** Replaces the name of the guest. */
  readonly name: string;
  /** The names of the person in the history of their orders. */
  readonly formerNames?: readonly string[];
  /** The account, whose records of contacts are erased too. */
  readonly userId?: string | null;
  /** True if all reactions to the records ended long ago. */
  readonly isOld?: boolean;
}

/**
 * Anonymises orders, reservations and payment sessions, and deletes what refers to them or to the contacts. Amounts,
 * taxes, dates and statuses stay, because the books need them.
 */
export async function eraseRecords(tx: Tx, records: PersonalRecords, erasure: Erasure): Promise<void> {
  if (!erasure.isOld) await waitForReactions(tx);
  const messageIds = await readMessageIds(tx, records, erasure);
  const words = await readReferences(tx, records, messageIds);
  await eraseAuditEntries(tx, [...words, ...(erasure.userId ? [erasure.userId] : [])], records.contacts);
  await keepRecipientCounts(tx, messageIds);
  await eraseOrders(tx, records.orderIds, erasure);
  await erasePaymentSessions(tx, records, erasure);
  await eraseReservations(tx, records.reservationIds, erasure);
  await tx
    .deleteFrom('messages')
    .where('id', 'in', ['', ...messageIds])
    .execute();
  await eraseStoredResponses(tx, words, records);
  await eraseContactRecords(tx, records, erasure);
}

/**
 * A reaction that read an event before it is erased would write a message afterwards. It holds the row of its reader
 * meanwhile, and continues only after this transaction.
 */
async function waitForReactions(tx: Tx): Promise<void> {
  await sql`select from event_readers order by name for update`.execute(tx);
}

async function readMessageIds(tx: Tx, records: PersonalRecords, { userId = null }: Erasure): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from messages where ${isMessageOf(records, userId)} order by id for update
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/** The ids by which other tables refer to the records. */
async function readReferences(tx: Tx, records: PersonalRecords, messageIds: readonly string[]): Promise<string[]> {
  const { orderIds, reservationIds, sessionIds } = records;
  const { rows } = await sql<{ id: string }>`
    select id from payments where order_id = any(${[...orderIds]}::text[]) or session_id = any(${[...sessionIds]}::text[])
    union select provider_payment_id from payments
      where provider_payment_id is not null and provider <> 'till'
        and (order_id = any(${[...orderIds]}::text[]) or session_id = any(${[...sessionIds]}::text[]))
    union select payment_id from payment_sessions where payment_id is not null and id = any(${[...sessionIds]}::text[])
    union select provider_session_id from payment_sessions
      where provider_session_id is not null and id = any(${[...sessionIds]}::text[])
    union select id from refunds where order_id = any(${[...orderIds]}::text[])
    union select id from reservations where reservation_id = any(${[...reservationIds]}::text[])
  `.execute(tx);
  return [...orderIds, ...reservationIds, ...sessionIds, ...messageIds, ...rows.map(({ id }) => id)];
}

/**
 * Keeps the number of messages sent to unconfirmed recipients, without their addresses. Otherwise an erasure would
 * reset the limit.
 */
async function keepRecipientCounts(tx: Tx, messageIds: readonly string[]): Promise<void> {
  await sql`
    with sent as (
      select m.channel, m.recipient, m.template, m.created_at from messages m
      where m.unproven and m.status <> 'cancelled' and m.id = any(${[...messageIds]}::text[])
    ), counted as (
      select ${sql.raw(UNPROVEN_KEY)} as key, count(*)::int as count, max(created_at) as last_at from sent
      where created_at > (select max(created_at) from sent) - interval '1 hour' group by 1
    )
    insert into rate_limits as r (key, count, window_started_at) select key, count, last_at from counted
    on conflict (key) do update set window_started_at = excluded.window_started_at,
      count = excluded.count + case when r.window_started_at > excluded.window_started_at - interval '1 hour' then r.count else 0 end
  `.execute(tx);
}

/** Sales and payments remain, without the guest. */
async function eraseOrders(tx: Tx, ids: readonly string[], { at, name, formerNames = [] }: Erasure): Promise<void> {
  if (ids.length === 0) return;
  await sql`select from orders where id = any(${[...ids]}::text[]) order by id for update`.execute(tx);
  await removeOrdersFromFigures(tx, ids);
  await renameGuestsInFigures(tx, ids);
  await eraseTypedTexts(tx, ids, { name, formerNames });
  await tx
    .updateTable('orders')
    .set({
      customer_name: name,
      customer_email: null,
      customer_phone: null,
      delivery_address: null,
      delivery_instructions: null,
      vehicle: sql`case when vehicle is null then null else '' end`,
      delivery: sql`delivery || '{"postalCode": "", "point": null}'`,
      ...noteColumns(NO_NOTES),
      allergies: null,
      allergy_note: null,
      cancel_reason: null,
      language: null,
      erased_at: at,
    })
    .where('id', 'in', ids)
    .execute();
  await recountOrders(tx, ids);
  await eraseOrderDetails(tx, ids);
}

/** Notes, references and stored events of these orders. */
async function eraseOrderDetails(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.updateTable('delivery_steps').set({ note: null }).where('order_id', 'in', ids).execute();
  await tx.updateTable('order_status_history').set({ note: null }).where('order_id', 'in', ids).execute();
  await tx
    .updateTable('order_items')
    .set({ note: null, allergies: null, allergy_check: null })
    .where('order_id', 'in', ids)
    .execute();
  await tx.updateTable('refunds').set({ reason: '', last_error: null }).where('order_id', 'in', ids).execute();
  await tx.updateTable('given_discounts').set({ note: null }).where('bill_id', 'in', ids).execute();
  // The reference of a card reader is a number; that of a house account is a name.
  await tx
    .updateTable('payments')
    .set({ reference: null })
    .where('order_id', 'in', ids)
    .where((eb) => eb.or([eb('tender', 'is', null), eb('tender', 'not in', ['terminal', 'debit'])]))
    .execute();
  await tx
    .updateTable('order_search')
    .set({ search_text: sql`lower(order_id)` })
    .where('order_id', 'in', ids)
    .execute();
  // For orders placed before the account existed, these refer only to the order.
  await tx.deleteFrom('push_followers').where('order_id', 'in', ids).execute();
  // Status changes still count in the figures, by the order number alone.
  await sql`
    update events set user_id = null, data = jsonb_build_object('order', jsonb_build_object('id', data -> 'order' ->> 'id'))
    where type in ('order.created', 'order.updated') and data -> 'order' ->> 'id' = any(${[...ids]}::text[])
  `.execute(tx);
  // A driver's note is the reason of an alert.
  await sql`
    update events set data = jsonb_set(data, '{attention,reason}', '""')
    where type = 'payment.attention' and data -> 'attention' ->> 'orderId' = any(${[...ids]}::text[])
  `.execute(tx);
}

async function erasePaymentSessions(
  tx: Tx,
  { orderIds, sessionIds }: PersonalRecords,
  { at, name }: Erasure,
): Promise<void> {
  const ids = sql`${[...sessionIds]}::text[]`;
  await sql`
    update payment_sessions set begun_from = null, erased_at = ${at},
      attention = case when attended_at is null then attention end, snapshot = snapshot || jsonb_build_object(
      'actor', case when snapshot -> 'userId' = 'null' and snapshot #>> '{actor,kind}' = 'person' then snapshot -> 'actor'
        else jsonb_build_object('kind', 'nobody') end,
      'request', (snapshot -> 'request') || jsonb_build_object(
        'customer', jsonb_build_object('name', ${name}::text, 'email', '', 'phone', '', 'userId', null),
        'delivery', null, 'vehicle', '', 'allergies', null, 'allergyNote', '') || ${JSON.stringify(NO_NOTES)}::jsonb,
      'items', (select coalesce(jsonb_agg(item - 'note' - 'allergies' order by place), '[]')
        from jsonb_array_elements(snapshot -> 'items') with ordinality items (item, place)))
    where id = any(${ids})
  `.execute(tx);
  await eraseTypedTextsInSessions(tx, sessionIds);
  await sql`update sandbox_sessions set guest = '' where reference = any(${ids})`.execute(tx);
  // Card payments, including money without an order.
  await sql`
    update payments set card_last4 = null
    where order_id = any(${[...orderIds]}::text[]) or session_id = any(${ids})
  `.execute(tx);
}

async function eraseReservations(tx: Tx, ids: readonly string[], { at, name }: Erasure): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('reservations')
    .set({
      language: null,
      customer_name: name,
      customer_email: '',
      customer_phone: '',
      special_requests: null,
      last_change: null,
      cancellation_reason: null,
      booked_from: null,
      user_agent: null,
      platform: null,
      search_text: sql`lower(reservation_id)`,
      // Two erased guests who were never marked as seated would count as one guest with two tables.
      is_over: sql<boolean>`is_over or status in (${sql.join(AWAITED_STATUSES)})`,
      erased_at: at,
    })
    .where('reservation_id', 'in', ids)
    .execute();
  await sql`
    update events set user_id = null, data = jsonb_build_object('reservation', jsonb_build_object(
      'id', data -> 'reservation' ->> 'id', 'reservationId', data -> 'reservation' ->> 'reservationId'))
    where type in ('reservation.created', 'reservation.updated')
      and data -> 'reservation' ->> 'reservationId' = any(${[...ids]}::text[])
  `.execute(tx);
}

/** Responses to guests and staff, and events of the payment provider that were worked off. */
async function eraseStoredResponses(tx: Tx, words: readonly string[], { contacts }: PersonalRecords): Promise<void> {
  const all = [...words, ...spellingsOf(contacts)];
  await replaceKeys(tx, spellingsOf(contacts));
  await emptyStoredResponses(tx, mentionsAny(sql`answer::text`, all));
  await sql`
    delete from failed_webhooks where resolved_at is not null and ${mentionsAny(sql.ref('raw'), all)}
  `.execute(tx);
}

/** Records that know only the contact. Those of other accounts stay. */
async function eraseContactRecords(tx: Tx, { contacts }: PersonalRecords, { userId = null }: Erasure): Promise<void> {
  const isOwn = (column: string) => belongsTo(userId, column, contacts);
  await sql`delete from sent_codes where ${isOwn('recipient')}`.execute(tx);
  await sql`delete from consents where ${isOwn('email')}`.execute(tx);
  await sql`delete from invitations where ${isContact(sql.ref('email'), contacts)}`.execute(tx);
  // The address is unique within a mailing.
  await sql`
    update mailing_recipients set email = 'erased-' || "position", name = null, user_id = null where ${isOwn('email')}
  `.execute(tx);
  // The key of a rate limit contains the contact: 'codes-to:asha@example.com order'.
  await sql`delete from rate_limits where ${mentionsAny(sql.ref('key'), spellingsOf(contacts))}`.execute(tx);
}
