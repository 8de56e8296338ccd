import { refuse } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import { onCommit, transaction } from '../../db/transaction.ts';
import { closeStreamsOf } from '../../events/stream.ts';
import type { From } from '../../http/implement.ts';
import { LIMITS } from '../../http/limits.ts';
import { recordChange } from '../audit/record-change.ts';

/** What stands where a name stood. */
export const DELETED_NAME = 'Deleted customer';

/**
 * Ends an account. The books must keep the orders, so they stay, with nothing in them that says who
 * it was; the profile is emptied, what hangs on it goes, and every session ends.
 */
export async function deleteMe(context: Context, actor: Actor & { kind: 'person' }, from: From): Promise<void> {
  if (actor.role !== 'customer') throw refuse('permission-denied', 'Staff accounts are closed by an admin.');
  await transaction(context.db, async (tx) => {
    const now = context.clock.now();
    const { userId } = actor;
    const me = await tx.selectFrom('users').select('email').where('id', '=', userId).forUpdate().executeTakeFirst();
    if (!me) throw refuse('profile-not-found');
    await refuseWhileWaiting(tx, userId);
    await forgetInOrders(tx, userId);
    await forgetBelongings(tx, userId, me.email);
    await tx
      .updateTable('users')
      .set({
        email: `deleted-${userId}@deleted.invalid`,
        email_verified: false,
        name: DELETED_NAME,
        image: null,
        phone_number: null,
        welcome_code: null,
        notifications: false,
        is_active: false,
        is_deleted: true,
        deleted_at: now,
        loyalty_points: 0,
        updated_at: now,
      })
      .where('id', '=', userId)
      .execute();
    await recordChange(tx, {
      at: now,
      actor: { ...actor, name: DELETED_NAME },
      action: 'delete-me',
      subject: { kind: 'person', id: userId },
      from: { requestId: from.requestId, address: null },
    });
    onCommit(tx, () => closeStreamsOf(userId));
  });
}

async function refuseWhileWaiting(tx: Tx, userId: string): Promise<void> {
  const open = await tx
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', ['pending', 'preparing', 'ready'])
    .executeTakeFirst();
  if (open) {
    throw refuse('failed-precondition', `Order ${open.id} is still under way. Please wait until it is finished.`, {
      orderId: open.id,
    });
  }
}

/** Orders keep what was sold and paid; the events and answers that repeat them are cleared of the person too. */
async function forgetInOrders(tx: Tx, userId: string): Promise<void> {
  const orders = await tx
    .updateTable('orders')
    .set({
      customer_name: DELETED_NAME,
      customer_email: null,
      customer_phone: null,
      delivery_address: null,
      delivery_instructions: null,
      special_instructions: null,
    })
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  await tx
    .updateTable('order_status_history')
    .set({ actor_name: DELETED_NAME })
    .where('actor_id', '=', userId)
    .execute();
  await tx.deleteFrom('events').where('user_id', '=', userId).execute();
  await tx.deleteFrom('idempotency_keys').where('actor', '=', `person:${userId}`).execute();
  if (orders.length === 0) return;
  const ids = orders.map((order) => order.id);
  await tx.deleteFrom('messages').where('order_id', 'in', ids).execute();
  await tx
    .updateTable('order_search')
    .set({ search_text: sql`lower(order_id)` })
    .where('order_id', 'in', ids)
    .execute();
}

async function forgetBelongings(tx: Tx, userId: string, email: string): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await tx.deleteFrom('sign_in_accounts').where('user_id', '=', userId).execute();
  await tx.deleteFrom('verifications').where('identifier', '=', email).execute();
  const counted = [LIMITS.signIn, LIMITS.passwordReset].map((limit) => `${limit.name}:${email}`);
  await tx.deleteFrom('rate_limits').where('key', 'in', counted).execute();
  await tx.deleteFrom('favorites').where('user_id', '=', userId).execute();
  await tx.deleteFrom('loyalty_entries').where('user_id', '=', userId).execute();
  await tx.deleteFrom('consents').where('email', '=', email).execute();
  await tx.deleteFrom('mailing_recipients').where('email', '=', email).execute();
  await tx
    .deleteFrom('messages')
    .where(({ or, eb }) => or([eb('user_id', '=', userId), eb('recipient', '=', email)]))
    .execute();
  await tx.updateTable('audit_log').set({ actor_name: DELETED_NAME }).where('actor_id', '=', userId).execute();
  // What an admin changed of them names them.
  await tx
    .updateTable('audit_log')
    .set({ before: null, after: null })
    .where('subject_kind', '=', 'user')
    .where('subject_id', '=', userId)
    .execute();
}
