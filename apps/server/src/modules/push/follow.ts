import { refuse } from '@tiffin/domain/core';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import { DEVICES_MAX } from '@tiffin/domain/messages';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { PushDevice } from '../../adapters/push/web-push.ts';

/** One thing that may be followed. */
export type Followed = { readonly orderId: string } | { readonly locationId: string };

/** A device asks to be told of something; asked again, it is still told once. */
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
    .execute();
  if (others.length >= DEVICES_MAX) throw refuse('failed-precondition', `At most ${DEVICES_MAX} devices`);
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
      created_at: context.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['endpoint', 'order_id', 'location_id']).doUpdateSet({ p256dh, auth }))
    .execute();
}
