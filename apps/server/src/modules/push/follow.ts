import { userIdOf, type Actor } from '@tiffin/domain/people';
import { DEVICES_MAX } from '@tiffin/domain/messages';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { PushDevice } from '../../adapters/push/web-push.ts';

/** One thing that may be followed. */
export type Followed =
  | {
      readonly orderId: string;
      /** They have its number, and did not show that it is theirs. */ readonly isStranger: boolean;
    }
  | { readonly locationId: string };

/**
 * A device asks to be told of something; asked again, it is still told once. Where too many ask, the
 * newest is told in place of the oldest; strangers only ever take the place of strangers.
 */
export async function follow(
  context: Context,
  tx: Tx,
  actor: Actor,
  { endpoint, p256dh, auth }: PushDevice,
  followed: Followed,
): Promise<void> {
  const userId = userIdOf(actor);
  const orderId = 'orderId' in followed ? followed.orderId : null;
  const locationId = 'locationId' in followed ? followed.locationId : null;
  const isStranger = 'orderId' in followed && followed.isStranger;
  // A device belongs to whoever asked last: nothing of the person before reaches them.
  await tx
    .deleteFrom('push_followers')
    .where('endpoint', '=', endpoint)
    .where('user_id', 'is distinct from', userId)
    .execute();
  const others = await tx
    .selectFrom('push_followers')
    .select('id')
    .where('endpoint', '!=', endpoint)
    .where('order_id', 'is not distinct from', orderId)
    .where('location_id', 'is not distinct from', locationId)
    .where('user_id', 'is not distinct from', userId)
    .where('is_stranger', '=', isStranger)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const tooMany = others.slice(DEVICES_MAX - 1).map(({ id }) => id);
  if (tooMany.length > 0) await tx.deleteFrom('push_followers').where('id', 'in', tooMany).execute();
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
      is_stranger: isStranger,
      created_at: context.clock.now(),
    })
    .onConflict((conflict) =>
      conflict.columns(['endpoint', 'order_id', 'location_id']).doUpdateSet({ p256dh, auth, is_stranger: isStranger }),
    )
    .execute();
}
