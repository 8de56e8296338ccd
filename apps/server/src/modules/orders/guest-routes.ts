import {
  claimOrder,
  getEarlierOrders,
  sendClaimCode as sendClaimCodeCall,
  sendOrderCode,
  showEarlierOrders as showEarlierOrdersCall,
  undoClaim,
} from '@tiffin/contract/guest-orders';
import { refuse } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import { implement, type Implemented } from '../../http/implement.ts';
import { sendCode } from '../people/sent-codes.ts';
import { claimOrders, countEarlierOrders, sendClaimCode, showEarlierOrders } from './claim-order.ts';
import { reachedBy } from './reached-by.ts';
import { undoClaims } from './undo-claim.ts';
import { requireWelcome } from './without-account.ts';

/** Orders of guests without an account, and how they come into one. */
export const guestOrderRoutes: readonly Implemented[] = [
  implement(sendOrderCode, async ({ context, actor, body }) => {
    await requireWelcome(context, actor);
    const contact = { phone: body.phone ?? '', email: body.email ?? '' };
    return sendCode(context, { purpose: 'order', ...(await reachedBy(context, contact)) });
  }),

  implement(getEarlierOrders, async ({ context, actor }) => ({
    count: await countEarlierOrders(context, personOf(actor)),
  })),

  implement(sendClaimCodeCall, ({ context, actor }) => sendClaimCode(context, personOf(actor))),

  implement(showEarlierOrdersCall, async ({ context, actor, body }) => ({
    orders: await showEarlierOrders(context, personOf(actor), body.code),
  })),

  implement(claimOrder, async ({ context, actor, body, from }) => {
    const orders = await claimOrders(context, personOf(actor), body, from);
    const many = orders.length === 1 ? 'The order is' : `${orders.length} orders are`;
    return { orders, message: `${many} in your account now.` };
  }),

  implement(undoClaim, ({ context, actor, body, from, once }) =>
    once(async (tx) => {
      const { orderIds } = body;
      await undoClaims(context, tx, { actor: personOf(actor), from }, orderIds);
      const many = orderIds.length === 1 ? 'The order is' : `${orderIds.length} orders are`;
      return { orderIds, message: `${many} in your account no more.` };
    }),
  ),
];

function personOf(actor: Actor): Extract<Actor, { kind: 'person' }> {
  if (actor.kind !== 'person') throw refuse('profile-not-found');
  return actor;
}
