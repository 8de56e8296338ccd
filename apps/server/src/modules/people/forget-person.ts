import { NO_NOTES } from '@tiffin/domain/order';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';
import { UNPROVEN_KEY } from '../messages/queue-message.ts';
import { noteColumns } from '../orders/note-columns.ts';
import { forgetTyped, forgetTypedInPages } from './forget-typed.ts';

/** What stands where a name stood. */
export const DELETED_NAME = 'Deleted customer';

/** Whose traces go. An address that was never confirmed may be somebody else's: what it says is not theirs to end. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly ownsEmail: boolean;
}

/**
 * Takes a person out of everything but their own row: what the books must keep stays without its
 * person, what only served the person goes. A test reads every table for what is left.
 */
export async function forgetPerson(tx: Tx, person: Person): Promise<void> {
  const { userId, email, ownsEmail } = person;
  // The words first: orders and reservations still have them.
  await forgetInAuditLog(tx, person);
  await keepCountOfRecipients(tx, userId);
  await forgetInOrders(tx, userId);
  await forgetInReservations(tx, userId);
  await forgetInLogs(tx, person);
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
 * How much strangers were made to get stays counted, without their addresses: an account costs nothing,
 * and deleting it buys no more messages to them.
 */
async function keepCountOfRecipients(tx: Tx, userId: string): Promise<void> {
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

/** What was sold and paid stays; for whom does not, nor in what repeats it. */
async function forgetInOrders(tx: Tx, userId: string): Promise<void> {
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
  await sql`
    update orders set courier = courier || jsonb_build_object('driverId', null, 'driver', ${DELETED_NAME}::text)
    where courier ->> 'driverId' = ${userId}
  `.execute(tx);
  await tx.updateTable('delivery_steps').set({ driver_name: DELETED_NAME }).where('driver_id', '=', userId).execute();
  await tx.updateTable('driver_cash').set({ driver_name: DELETED_NAME }).where('driver_id', '=', userId).execute();
  // Who took it from the driver stands in the audit log by their id, of the same moment.
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
  await forgetTypedInPages(tx, userId);
  await sql`
    update sandbox_sessions set guest = ''
    where reference in (select id from payment_sessions where user_id = ${userId})
  `.execute(tx);
  const ids = orders.map((order) => order.id);
  // At a reader; also of money that became no order.
  await sql`
    update payments set card_last4 = null
    where order_id = any(${ids}::text[]) or session_id in (select id from payment_sessions where user_id = ${userId})
  `.execute(tx);
  if (ids.length === 0) return;
  await tx.updateTable('delivery_steps').set({ note: null }).where('order_id', 'in', ids).execute();
  await tx.updateTable('order_status_history').set({ note: null }).where('order_id', 'in', ids).execute();
  await tx.updateTable('order_items').set({ note: null }).where('order_id', 'in', ids).execute();
  await tx.updateTable('refunds').set({ reason: '', last_error: null }).where('order_id', 'in', ids).execute();
  await tx.updateTable('given_discounts').set({ note: null }).where('bill_id', 'in', ids).execute();
  await forgetTyped(tx, ids);
  // A machine's slip is a number; whose account it went on is a name.
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
  // Of what was ordered before there was an account these name only the order.
  await tx.deleteFrom('push_followers').where('order_id', 'in', ids).execute();
  // That an order moved is still to be counted, and by its number alone.
  await sql`
    update events set data = jsonb_build_object('order', jsonb_build_object('id', data -> 'order' ->> 'id'))
    where data -> 'order' ->> 'id' = any(${ids}::text[])
  `.execute(tx);
  await sql`delete from idempotency_keys where answer -> 'order' ->> 'id' = any(${ids}::text[])`.execute(tx);
}

async function forgetInReservations(tx: Tx, userId: string): Promise<void> {
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
 * That something was changed stays in the audit log, and from which state to which; whose words and
 * whose name it was does not. What tells their lines is what they are about, and an e-mail address that is
 * theirs; what somebody merely typed into an order may be another's, and so may the lines that say it.
 */
async function forgetInAuditLog(tx: Tx, { userId, email, ownsEmail }: Person): Promise<void> {
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
      ) said where word <> ''
    )
    update audit_log a set
      before = (select jsonb_object_agg(key, value) from jsonb_each(a.before) where key = any(${STATES}::text[])),
      after = (select jsonb_object_agg(key, value) from jsonb_each(a.after) where key = any(${STATES}::text[]))
    where exists (
      select from words where a.subject_id = word or strpos(coalesce(a.before::text, '') || coalesce(a.after::text, ''), word) > 0)
  `.execute(tx);
  await tx
    .updateTable('audit_log')
    .set({ actor_name: DELETED_NAME, address: null })
    .where('actor_id', '=', userId)
    .execute();
}

/** States of orders, payments and reservations: nobody's words. */
const STATES = ['status', 'paymentStatus', 'tableNumber'];

async function forgetInLogs(tx: Tx, { userId, email, ownsEmail }: Person): Promise<void> {
  await tx
    .deleteFrom('events')
    .where('user_id', '=', userId)
    .where('type', 'not in', ['order.created', 'order.updated'])
    .execute();
  // Also what staff were answered about the person's orders and tables.
  await sql`
    delete from idempotency_keys where actor = ${`person:${userId}`} or strpos(answer::text, ${userId}) > 0
  `.execute(tx);
  await tx
    .deleteFrom('messages')
    .where(({ or, eb }) => or([eb('user_id', '=', userId), ...(ownsEmail ? [eb('recipient', '=', email)] : [])]))
    .execute();
  // A limit's key says whom it counts: 'sign-in:asha@example.com 203.0.113.7'.
  await sql`
    delete from rate_limits
    where split_part(substr(key, strpos(key, ':') + 1), ' ', 1) in (${userId}, ${ownsEmail ? email : userId})
  `.execute(tx);
}
