import { DEVICES_MAX } from '@tiffin/domain/messages';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { PushDevice } from '../../adapters/push/web-push.ts';
import type { Context, Db, Tx } from '../../context.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import type { Schema } from '../../platform/db/schema.ts';

type FollowTarget =
  | {
      readonly orderId: string;
      /** They know the order number but did not prove that the order is theirs. */
      readonly isUnproven: boolean;
    }
  | { readonly locationId: string };

/**
 * Subscribes a device to an order or a location. Repeating it does not duplicate notifications. Above the limit the
 * newest subscription replaces the oldest; guests without proof only replace each other.
 */
export async function subscribeDevice(
  context: Context,
  tx: Tx,
  actor: Actor,
  { endpoint, p256dh, auth }: PushDevice,
  target: FollowTarget,
): Promise<void> {
  const userId = userIdOf(actor);
  const orderId = 'orderId' in target ? target.orderId : null;
  const locationId = 'locationId' in target ? target.locationId : null;
  const isUnproven = 'orderId' in target && target.isUnproven;
  // A device belongs to its latest person and must not notify about the earlier one's orders.
  await deletePushFollowers(tx, (row) =>
    row.and([row('endpoint', '=', endpoint), row('user_id', 'is distinct from', userId)]),
  );
  const otherSubscriptions = await tx
    .selectFrom('push_followers')
    .select('id')
    .where('endpoint', '!=', endpoint)
    .where('order_id', 'is not distinct from', orderId)
    .where('location_id', 'is not distinct from', locationId)
    .where('user_id', 'is not distinct from', userId)
    .where('is_stranger', '=', isUnproven)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const surplus = otherSubscriptions.slice(DEVICES_MAX - 1).map(({ id }) => id);
  if (surplus.length > 0) await deletePushFollowers(tx, (row) => row('id', 'in', surplus));
  await tx
    .insertInto('push_followers')
    .values({
      id: context.ids.uuid(),
      endpoint,
      p256dh,
      auth,
      user_id: userId,
      order_id: orderId,
      location_id: locationId,
      is_stranger: isUnproven,
      created_at: context.clock.now(),
    })
    .onConflict((conflict) =>
      conflict.columns(['endpoint', 'order_id', 'location_id']).doUpdateSet({ p256dh, auth, is_stranger: isUnproven }),
    )
    .execute();
}

/** Marks the devices that follow an order as notified of its status. Returns those that were not yet. */
export function markFollowersNotified(tx: Tx, { id, status }: Pick<OrderRow, 'id' | 'status'>) {
  return tx
    .updateTable('push_followers')
    .set({ told: status })
    .where('order_id', '=', id)
    .where('told', 'is distinct from', status)
    .returning('id')
    .execute();
}

/** Ends the notifications of devices. Returns how many subscriptions there were. */
export async function deletePushFollowers(
  db: Db | Tx,
  condition: (follower: ExpressionBuilder<Schema, 'push_followers'>) => Expression<SqlBool>,
): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('push_followers').where(condition).executeTakeFirst();
  return Number(numDeletedRows);
}
