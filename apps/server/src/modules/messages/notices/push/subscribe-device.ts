import { userIdOf, type Actor } from '@tiffin/domain/people';
import { DEVICES_MAX } from '@tiffin/domain/messages';
import type { Context, Tx } from '../../../../context.ts';
import type { PushDevice } from '../../../../adapters/push/web-push.ts';

export type FollowTarget =
  | {
      readonly orderId: string;
      /** They know the order number but did not prove that the order is theirs. */ readonly isUnproven: boolean;
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
  await tx
    .deleteFrom('push_followers')
    .where('endpoint', '=', endpoint)
    .where('user_id', 'is distinct from', userId)
    .execute();
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
  if (surplus.length > 0) await tx.deleteFrom('push_followers').where('id', 'in', surplus).execute();
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
