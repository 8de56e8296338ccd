import { refuse, say } from '@tiffin/domain/core';
import { translateOrderForGuest } from '@tiffin/domain/order';
import type { Actor } from '@tiffin/domain/people';
import { implement, implementChange, type ImplementedCall } from '../platform/http/implement.ts';
import { sendConfirmationCode } from '../modules/people/confirmation-codes.ts';
import { claimOrders, countEarlierOrders, sendClaimCode, previewClaim } from '../modules/ordering/claim/claim-order.ts';
import { readLocation } from '../modules/locations/queries.ts';
import { findContactChannel } from '../modules/people/contact-channel.ts';
import { undoClaims } from '../modules/ordering/claim/undo-claim.ts';
import { requireGuestCheckoutAllowed } from '../modules/locations/restaurant/guest-checkout.ts';

/** Orders of guests without an account, and claiming them into one. */
export const guestOrderRoutes: readonly ImplementedCall[] = [
  implement('sendOrderCode', async ({ context, actor, body }) => {
    await requireGuestCheckoutAllowed(context, actor);
    const contact = { phone: body.phone ?? '', email: body.email ?? '' };
    // An invented location must not have a limit of its own.
    const location = body.locationId == null ? null : await readLocation(context.db, body.locationId);
    const channel = await findContactChannel(context, contact);
    return sendConfirmationCode(context, { purpose: 'order', ...channel, locationId: location?.id });
  }),

  implement('getEarlierOrders', async ({ context, actor }) => ({
    count: await countEarlierOrders(context, requirePerson(actor)),
  })),

  implement('sendClaimCode', ({ context, actor }) => sendClaimCode(context, requirePerson(actor))),

  implement('previewClaim', async ({ context, actor, body }) => ({
    orders: await previewClaim(context, requirePerson(actor), body.code),
  })),

  implement('claimOrder', async ({ context, actor, body, from }) => {
    const claimed = await claimOrders(context, requirePerson(actor), body, from);
    const orders = claimed.map((order) => translateOrderForGuest(order));
    const count = orders.length;
    const message =
      count === 1 ? say`The order is in your account now.` : say`${count} orders are in your account now.`;
    return { orders, message };
  }),

  implementChange('undoClaim', async (context, tx, by, body) => {
    const { orderIds } = body;
    await undoClaims(context, tx, { ...by, actor: requirePerson(by.actor) }, orderIds);
    const count = orderIds.length;
    const message =
      count === 1 ? say`The order is no longer in your account.` : say`${count} orders are no longer in your account.`;
    return { orderIds, message };
  }),
];

function requirePerson(actor: Actor): Extract<Actor, { kind: 'person' }> {
  if (actor.kind !== 'person') throw refuse('profile-not-found');
  return actor;
}
