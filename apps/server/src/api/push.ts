import { refuse, withoutUndefined } from '@tiffin/domain/core';
import { worksAt } from '@tiffin/domain/people';
import { implement, implementChange, type ImplementedCall } from '../platform/http/implement.ts';
import { readFollowAccess } from '../modules/orders/show-order.ts';
import { deletePushFollowers, subscribeDevice } from '../modules/outbox/push-followers.ts';
import { readPushKeys } from '../modules/messages/notices/push/deliver-notices.ts';

export const pushRoutes: readonly ImplementedCall[] = [
  implement('getPushKey', async ({ context }) => ({ publicKey: (await readPushKeys(context)).publicKey })),

  implement('followOrder', async ({ context, actor, body, once }) => {
    const { orderId, token, subscription } = body;
    const access = await readFollowAccess(context, actor, orderId, token ?? undefined);
    if (!access) throw refuse('order-not-found');
    const { endpoint, keys } = subscription;
    return once(async (tx) => {
      const followed = { orderId, isUnproven: access === 'by number' };
      await subscribeDevice(context, tx, actor, { endpoint, ...keys }, followed);
      return { orderId };
    });
  }),

  implementChange('followLocation', async (context, tx, by, body) => {
    const { locationId, subscription } = body;
    if (by.actor.kind !== 'person' || !worksAt(by.actor, locationId)) throw refuse('permission-denied');
    const { endpoint, keys } = subscription;
    await subscribeDevice(context, tx, by.actor, { endpoint, ...keys }, { locationId });
    return { locationId };
  }),

  // Knowing the endpoint proves possession of the device: it is as long and random as a key.
  implement('unfollow', async ({ context, body }) => {
    const { endpoint, orderId, locationId } = body;
    const removed = await deletePushFollowers(context.db, (row) =>
      row.and(withoutUndefined({ endpoint, order_id: orderId, location_id: locationId })),
    );
    return { removed };
  }),
];
