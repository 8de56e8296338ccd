import { sql } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';
import { eraseDriverNotes } from '../deliveries/erase-deliveries.ts';
import { eraseAuditEntries } from '../log/erase-audit-entries.ts';
import { eraseRecipients } from '../messages/mailings/erase-mailings.ts';
import { deleteMessages } from '../outbox/erase-messages.ts';
import { deletePushFollowers } from '../outbox/push-followers.ts';
import { UNPROVEN_KEY } from '../outbox/queue-message.ts';
import { erasePayments } from '../ledger/erase-payments.ts';
import { eraseCardHolders } from '../money/gift-cards/import-gift-cards.ts';
import { deleteResolvedEvents } from '../money/provider/receive-event.ts';
import { eraseSessions } from '../money/sessions/erase-sessions.ts';
import { eraseOrders } from '../orders/erase-orders.ts';
import { deleteContacts } from '../people/erase-account.ts';
import { eraseReservations } from '../reservations/erase-reservations.ts';
import { eraseWaits } from '../reservations/end-waits.ts';
import { deleteDeliveriesAbout } from '../webhooks/webhook-deliveries.ts';
import { mentionsAny, spellingsOf } from '../contacts/contacts.ts';
import { emptyStoredResponses, replaceIdempotencyKeys } from './empty-stored-responses.ts';
import { isMessageOf, type PersonalRecords } from './personal-records.ts';

interface Erasure {
  readonly at: Date;
  /** Replaces the name of the guest. */
  readonly name: string;
  readonly formerNames?: readonly string[];
  /** The account, whose records of contacts are erased too. */
  readonly userId?: string | null;
  /** True if all reactions to the records ended long ago. */
  readonly isOld?: boolean;
}

/**
 * Anonymises orders, reservations and payment sessions, and deletes what refers to them or to the contacts. Amounts,
 * taxes, dates and statuses stay, because accounting needs them.
 */
export async function eraseRecords(tx: Tx, records: PersonalRecords, erasure: Erasure): Promise<void> {
  if (!erasure.isOld) await waitForReactions(tx);
  const messageIds = await readMessageIds(tx, records, erasure);
  const words = await readReferences(tx, records, messageIds);
  await eraseAuditEntries(tx, [...words, ...(erasure.userId ? [erasure.userId] : [])], records.contacts);
  await keepRecipientCounts(tx, messageIds);
  const { orderIds, reservationIds, sessionIds, contacts } = records;
  const { userId = null } = erasure;
  if (orderIds.length > 0) {
    await eraseOrders(tx, orderIds, erasure);
    await eraseDriverNotes(tx, orderIds);
    // For orders placed before the account existed, these refer only to the order.
    await deletePushFollowers(tx, (row) => row('order_id', 'in', orderIds));
  }
  await eraseSessions(tx, sessionIds, erasure);
  await erasePayments(tx, records);
  await eraseCardHolders(tx, contacts.emails);
  if (reservationIds.length > 0) await eraseReservations(tx, reservationIds, erasure);
  await eraseWaits(tx, contacts.phones, erasure.at);
  await eraseEvents(tx, records);
  await deleteDeliveriesAbout(tx, [
    ...orderIds.map((id) => `order:${id}`),
    ...reservationIds.map((id) => `reservation:${id}`),
  ]);
  await deleteMessages(tx, messageIds);
  await eraseStoredResponses(tx, words, records);
  await deleteContacts(tx, contacts, userId);
  await eraseRecipients(tx, contacts, userId);
  // The key of a rate limit contains the contact: 'codes-to:asha@example.com order'.
  await sql`delete from rate_limits where ${mentionsAny(sql.ref('key'), spellingsOf(contacts))}`.execute(tx);
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

/** Keeps the number of messages to unproven recipients, without addresses. Otherwise erasing would reset the limit. */
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

/** Empties stored events, but keeps the number of their order, by which status changes still count in the figures. */
async function eraseEvents(tx: Tx, { orderIds, reservationIds }: PersonalRecords): Promise<void> {
  const orders = sql`${[...orderIds]}::text[]`;
  await sql`
    update events set user_id = null, data = jsonb_build_object('order', jsonb_build_object('id', data -> 'order' ->> 'id'))
    where type in ('order.created', 'order.updated') and data -> 'order' ->> 'id' = any(${orders})
  `.execute(tx);
  // A driver's note is the reason of an alert.
  await sql`
    update events set data = jsonb_set(data, '{attention,reason}', '""')
    where type = 'payment.attention' and data -> 'attention' ->> 'orderId' = any(${orders})
  `.execute(tx);
  await sql`
    update events set user_id = null, data = jsonb_build_object('reservation', jsonb_build_object(
      'id', data -> 'reservation' ->> 'id', 'reservationId', data -> 'reservation' ->> 'reservationId'))
    where type in ('reservation.created', 'reservation.updated')
      and data -> 'reservation' ->> 'reservationId' = any(${[...reservationIds]}::text[])
  `.execute(tx);
}

/** Stored responses to guests and staff, and resolved events of the payment provider. */
async function eraseStoredResponses(
  tx: Tx,
  words: readonly string[],
  { contacts, orderIds }: PersonalRecords,
): Promise<void> {
  const all = [...words, ...spellingsOf(contacts)];
  await replaceIdempotencyKeys(tx, spellingsOf(contacts));
  await emptyStoredResponses(
    tx,
    sql`${mentionsAny(sql`answer::text`, all)} or event_id in (
      select id from events where type = 'order.created' and data -> 'order' ->> 'id' = any(${[...orderIds]}::text[]))`,
  );
  await deleteResolvedEvents(tx, all);
}
