import { NO_NOTES } from '@tiffin/domain/order';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';
import { UNPROVEN_KEY } from '../outbox/queue-message.ts';
import { noteColumns } from '../orders/note-columns.ts';
import { eraseTypedTexts, eraseTypedTextsInSessions } from './erase-typed-contacts.ts';

/** Replaces the name. */
export const DELETED_NAME = 'Deleted customer';

/**
 * The person to anonymise. What has only their address stays unless a code that was sent there showed that it is
 * theirs, because it may belong to someone else.
 */
export interface ErasedPerson {
  readonly userId: string;
  readonly email: string;
  readonly ownsEmail: boolean;
}

/**
 * Anonymises a person everywhere except in their own row: records that must remain lose their link to the person,
 * everything else is deleted. A test searches every table for remaining data.
 */
export async function erasePerson(tx: Tx, person: ErasedPerson): Promise<void> {
  const { userId, email, ownsEmail } = person;
  // Search terms first: orders and reservations still contain them.
  await eraseFromAuditLog(tx, person);
  await keepRecipientCounts(tx, userId);
  await eraseFromOrders(tx, userId);
  await eraseFromReservations(tx, userId);
  await eraseFromLogs(tx, person);
  for (const table of [
    'sessions',
    'sign_in_accounts',
    'favorites',
    'loyalty_entries',
    'push_followers',
    'two_factors',
    'used_codes',
    'passkeys',
    'pins',
  ] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
  await tx
    .deleteFrom('sent_codes')
    .where(({ or, eb }) => or([eb('user_id', '=', userId), ...(ownsEmail ? [eb('recipient', '=', email)] : [])]))
    .execute();
  await tx.deleteFrom('verifications').where('value', '=', userId).execute();
  await tx
    .deleteFrom('consents')
    .where(({ or, eb }) => or([eb('user_id', '=', userId), ...(ownsEmail ? [eb('email', '=', email)] : [])]))
    .execute();
  await tx
    .updateTable('mailing_recipients')
    .set({ email: '', name: null })
    .where(({ or, eb }) => or([eb('user_id', '=', userId), ...(ownsEmail ? [eb('email', '=', email)] : [])]))
    .execute();
}

/**
 * Retains the number of messages sent to unconfirmed recipients, without their addresses. Otherwise deleting an account
 * would reset the limit.
 */
async function keepRecipientCounts(tx: Tx, userId: string): Promise<void> {
  await sql`
    with sent as (
      select m.channel, m.recipient, m.template, m.created_at from messages m
      where m.unproven and m.status <> 'cancelled' and (m.user_id = ${userId}
        or m.order_id in (select id from orders where user_id = ${userId})
        or m.reservation_id in (select reservation_id from reservations where user_id = ${userId}))
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
async function eraseFromOrders(tx: Tx, userId: string): Promise<void> {
  const orders = await tx
    .updateTable('orders')
    .set({
      customer_name: DELETED_NAME,
      customer_email: null,
      customer_phone: null,
      delivery_address: null,
      delivery_instructions: null,
      vehicle: sql`case when vehicle is null then null else '' end`,
      delivery: sql`delivery || '{"postalCode": "", "point": null}'`,
      ...noteColumns(NO_NOTES),
      cancel_reason: null,
      language: null,
    })
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  await eraseStaffNames(tx, userId);
  await eraseFromPaymentSessions(tx, userId);
  const ids = orders.map((order) => order.id);
  // Card reader payments, including money without an order.
  await sql`
    update payments set card_last4 = null
    where order_id = any(${ids}::text[]) or session_id in (select id from payment_sessions where user_id = ${userId})
  `.execute(tx);
  if (ids.length > 0) await eraseOrderDetails(tx, ids);
}

/** The person's name as a driver or as staff in the orders of others. */
async function eraseStaffNames(tx: Tx, userId: string): Promise<void> {
  await sql`
    update orders set courier = courier || jsonb_build_object('driverId', null, 'driver', ${DELETED_NAME}::text)
    where courier ->> 'driverId' = ${userId}
  `.execute(tx);
  await tx.updateTable('delivery_steps').set({ driver_name: DELETED_NAME }).where('driver_id', '=', userId).execute();
  await tx.updateTable('driver_cash').set({ driver_name: DELETED_NAME }).where('driver_id', '=', userId).execute();
  // The audit log still has the id of the person who took the cash from the driver.
  await sql`
    update driver_cash c set taken_by_name = ${DELETED_NAME} where c.kind = 'handed-in' and exists (
      select from audit_log a where a.action = 'hand-in-cash' and a.actor_id = ${userId} and a.subject_id = c.driver_id and a.at = c.at)
  `.execute(tx);
  await tx
    .updateTable('order_status_history')
    .set({ actor_name: DELETED_NAME })
    .where('actor_id', '=', userId)
    .execute();
  await sql`
    update given_discounts set
      given_by_name = case when given_by = ${userId} then ${DELETED_NAME} else given_by_name end,
      approved_by_name = case when approved_by = ${userId} then ${DELETED_NAME} else approved_by_name end,
      taken_back_by_name = case when taken_back_by = ${userId} then ${DELETED_NAME} else taken_back_by_name end
    where ${userId} in (given_by, approved_by, taken_back_by)
  `.execute(tx);
}

async function eraseFromPaymentSessions(tx: Tx, userId: string): Promise<void> {
  await sql`
    update payment_sessions set begun_from = null, snapshot = snapshot || jsonb_build_object(
      'actor', jsonb_build_object('kind', 'nobody'),
      'request', (snapshot -> 'request') || jsonb_build_object(
        'customer', jsonb_build_object('name', ${DELETED_NAME}::text, 'email', '', 'phone', '', 'userId', null),
        'delivery', null, 'vehicle', '') || ${JSON.stringify(NO_NOTES)}::jsonb,
      'items', (select jsonb_agg(item - 'note' order by place)
        from jsonb_array_elements(snapshot -> 'items') with ordinality items (item, place)))
    where user_id = ${userId}
  `.execute(tx);
  await eraseTypedTextsInSessions(tx, userId);
  await sql`
    update sandbox_sessions set guest = ''
    where reference in (select id from payment_sessions where user_id = ${userId})
  `.execute(tx);
}

/** Notes, references, messages and stored events of these orders. */
async function eraseOrderDetails(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.updateTable('delivery_steps').set({ note: null }).where('order_id', 'in', ids).execute();
  await tx.updateTable('order_status_history').set({ note: null }).where('order_id', 'in', ids).execute();
  await tx.updateTable('order_items').set({ note: null }).where('order_id', 'in', ids).execute();
  await tx.updateTable('refunds').set({ reason: '', last_error: null }).where('order_id', 'in', ids).execute();
  await tx.updateTable('given_discounts').set({ note: null }).where('bill_id', 'in', ids).execute();
  await eraseTypedTexts(tx, ids);
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
  await tx.deleteFrom('messages').where('order_id', 'in', ids).execute();
  // For orders placed before the account existed, these refer only to the order.
  await tx.deleteFrom('push_followers').where('order_id', 'in', ids).execute();
  // Status changes still count in the figures, by the order number alone.
  await sql`
    update events set data = jsonb_build_object('order', jsonb_build_object('id', data -> 'order' ->> 'id'))
    where data -> 'order' ->> 'id' = any(${ids}::text[])
  `.execute(tx);
  await sql`delete from idempotency_keys where answer -> 'order' ->> 'id' = any(${ids}::text[])`.execute(tx);
}

async function eraseFromReservations(tx: Tx, userId: string): Promise<void> {
  const reservations = await tx
    .updateTable('reservations')
    .set({
      language: null,
      customer_name: DELETED_NAME,
      customer_email: '',
      customer_phone: '',
      special_requests: null,
      cancellation_reason: null,
      booked_from: null,
      user_agent: null,
      platform: null,
      search_text: sql`lower(reservation_id)`,
    })
    .where('user_id', '=', userId)
    .returning('reservation_id')
    .execute();
  const ids = reservations.map((reservation) => reservation.reservation_id);
  if (ids.length > 0) await tx.deleteFrom('messages').where('reservation_id', 'in', ids).execute();
}

/**
 * Audit entries retain that something changed, and its statuses, but lose names and texts. Entries are found by their
 * subject and a confirmed e-mail address. Text typed into an order is not used for the search, since it may occur in
 * entries about others.
 */
async function eraseFromAuditLog(tx: Tx, { userId, email, ownsEmail }: ErasedPerson): Promise<void> {
  await sql`
    with mine as (
      select id from orders where user_id = ${userId}
      union all
      select reservation_id from reservations where user_id = ${userId}
    ), words as (
      select word from (
        select id as word from mine
        union select m.id from messages m
          where m.user_id = ${userId} or m.order_id in (select id from mine) or m.reservation_id in (select id from mine)
        union values (${userId}::text), (${ownsEmail ? email : ''}::text)
      ) terms where word <> ''
    )
    update audit_log a set
      before = (select jsonb_object_agg(key, value) from jsonb_each(a.before) where key = any(${STATUS_FIELDS}::text[])),
      after = (select jsonb_object_agg(key, value) from jsonb_each(a.after) where key = any(${STATUS_FIELDS}::text[]))
    where exists (
      select from words where a.subject_id = word or strpos(coalesce(a.before::text, '') || coalesce(a.after::text, ''), word) > 0)
  `.execute(tx);
  await tx
    .updateTable('audit_log')
    .set({ actor_name: DELETED_NAME, address: null })
    .where('actor_id', '=', userId)
    .execute();
  await tx
    .updateTable('security_log')
    .set({ address: null, browser: null, system: null, repeat_key: null })
    .where((row) => row.or([row('user_id', '=', userId), row('actor_id', '=', userId)]))
    .execute();
}

/** Fields with statuses, which contain no personal text. */
const STATUS_FIELDS = ['status', 'paymentStatus', 'tableNumber'];

async function eraseFromLogs(tx: Tx, { userId, email, ownsEmail }: ErasedPerson): Promise<void> {
  await tx
    .deleteFrom('events')
    .where('user_id', '=', userId)
    .where('type', 'not in', ['order.created', 'order.updated'])
    .execute();
  // Stored responses to staff about the person's orders and reservations.
  await sql`
    delete from idempotency_keys where actor = ${`person:${userId}`} or strpos(answer::text, ${userId}) > 0
  `.execute(tx);
  await tx
    .deleteFrom('messages')
    .where(({ or, eb }) => or([eb('user_id', '=', userId), ...(ownsEmail ? [eb('recipient', '=', email)] : [])]))
    .execute();
  // The key of a rate limit contains the address: 'sign-in:asha@example.com 203.0.113.7'.
  await sql`
    delete from rate_limits
    where split_part(substr(key, strpos(key, ':') + 1), ' ', 1) in (${userId}, ${ownsEmail ? email : userId})
  `.execute(tx);
}
