import { NO_NOTES } from '@tiffin/domain/order';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { LIMITS } from '../../http/limits.ts';
import { noteColumns } from '../orders/note-columns.ts';

/** What stands where a name stood. */
export const DELETED_NAME = 'Deleted customer';

/**
 * Takes a person out of everything but their own row: what the books must keep stays without its
 * person, what only served the person goes. A test reads every table for what is left.
 */
export async function forgetPerson(tx: Tx, userId: string, email: string): Promise<void> {
  await forgetInOrders(tx, userId);
  await forgetInReservations(tx, userId);
  await forgetInLogs(tx, userId, email);
  for (const table of ['sessions', 'sign_in_accounts', 'favorites', 'loyalty_entries', 'push_followers'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
  await tx.deleteFrom('verifications').where('identifier', '=', email).execute();
  await tx.deleteFrom('consents').where('email', '=', email).execute();
  await tx
    .updateTable('mailing_recipients')
    .set({ email: '', name: null })
    .where(({ or, eb }) => or([eb('user_id', '=', userId), eb('email', '=', email)]))
    .execute();
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
      ...noteColumns(NO_NOTES),
      cancel_reason: null,
    })
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  await tx
    .updateTable('order_status_history')
    .set({ actor_name: DELETED_NAME })
    .where('actor_id', '=', userId)
    .execute();
  await sql`
    update payment_sessions set snapshot = snapshot || jsonb_build_object(
      'actor', jsonb_build_object('kind', 'nobody'),
      'request', (snapshot -> 'request') || jsonb_build_object(
        'customer', jsonb_build_object('name', ${DELETED_NAME}::text, 'email', '', 'phone', '', 'userId', null),
        'delivery', null) || ${JSON.stringify(NO_NOTES)}::jsonb)
    where user_id = ${userId}
  `.execute(tx);
  const ids = orders.map((order) => order.id);
  if (ids.length === 0) return;
  await tx.updateTable('order_status_history').set({ note: null }).where('order_id', 'in', ids).execute();
  await forgetWhatWasSaid(tx, 'order', ids);
  await tx
    .updateTable('order_search')
    .set({ search_text: sql`lower(order_id)` })
    .where('order_id', 'in', ids)
    .execute();
  await tx.deleteFrom('messages').where('order_id', 'in', ids).execute();
}

async function forgetInReservations(tx: Tx, userId: string): Promise<void> {
  const reservations = await tx
    .updateTable('reservations')
    .set({
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
    .returning(['id', 'reservation_id'])
    .execute();
  const ids = reservations.map((reservation) => reservation.id);
  await forgetWhatWasSaid(
    tx,
    'reservation',
    reservations.map((reservation) => reservation.reservation_id),
  );
  if (ids.length > 0) await tx.deleteFrom('messages').where('reservation_id', 'in', ids).execute();
}

/** That it was changed stays in the audit log; in whose words does not. */
async function forgetWhatWasSaid(tx: Tx, kind: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update audit_log set before = before - '{note,reason}'::text[], after = after - '{note,reason}'::text[]
    where subject_kind = ${kind} and subject_id = any(${[...ids]}::text[])
  `.execute(tx);
}

async function forgetInLogs(tx: Tx, userId: string, email: string): Promise<void> {
  await tx.deleteFrom('events').where('user_id', '=', userId).execute();
  // Also what staff were answered about the person's orders and tables.
  await sql`
    delete from idempotency_keys where actor = ${`person:${userId}`} or strpos(answer::text, ${userId}) > 0
  `.execute(tx);
  await tx
    .deleteFrom('messages')
    .where(({ or, eb }) => or([eb('user_id', '=', userId), eb('recipient', '=', email)]))
    .execute();
  await tx
    .updateTable('audit_log')
    .set({ actor_name: DELETED_NAME, address: null })
    .where('actor_id', '=', userId)
    .execute();
  await tx
    .updateTable('audit_log')
    .set({ before: null, after: null })
    .where('subject_kind', '=', 'user')
    .where('subject_id', '=', userId)
    .execute();
  const counted = [LIMITS.signIn, LIMITS.passwordReset].map((limit) => `${limit.name}:${email}`);
  await tx.deleteFrom('rate_limits').where('key', 'in', counted).execute();
}
