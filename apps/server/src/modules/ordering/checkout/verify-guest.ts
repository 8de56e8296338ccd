import { refuse, say, type Refusal } from '@tiffin/domain/core';
import type { Context } from '../../../context.ts';
import { useConfirmationCode } from '../../people/confirmation-codes.ts';
import { findContactChannel } from '../../people/contact-channel.ts';
import type { PricedOrder } from '../../orders/pricing/priced-order.ts';
import { cartOrderedRefusal, findOrderOfCart } from '../../orders/cart-order.ts';
import type { CartAndOffer } from '../../money/sessions/cart-and-offer.ts';
import type { PlaceOrderInput } from './cart-and-offer-of.ts';
import { codeReasonFor, countCodeRequest, type CodeReason, type GuestLimits } from './guest-limits.ts';

interface UnverifiedOrder extends Pick<PlaceOrderInput, 'request' | 'from'> {
  readonly cartAndOffer: CartAndOffer;
}

export interface Verification {
  /** The order counts as the contact's only unpaid order until it is paid or handed over. */
  readonly isContactUnproven: boolean;
  /** The confirmation code that was used; it is given back if no order is placed. */
  readonly code: { giveBack: () => Promise<void> } | null;
}

/** Checks that a guest without an account can be reached, with a confirmation code where the order needs one. */
export async function verifyGuest(
  context: Context,
  checkout: UnverifiedOrder & { readonly guestLimits: GuestLimits | null; readonly now: Date },
  { price, promised }: PricedOrder,
): Promise<Verification> {
  const { guestLimits: limits, request, from, now } = checkout;
  const reason = limits && codeReasonFor(limits, { total: price.total, promised, now });
  if (!reason) return { isContactUnproven: limits?.requiresProof ?? false, code: null };
  if (!request.contactCode) throw await codeNeededRefusal(context, checkout, reason);
  try {
    return { isContactUnproven: false, code: await useContactCode(context, checkout, request.contactCode) };
  } catch (error) {
    await countCodeRequest(context, reason, from);
    throw error;
  }
}

async function useContactCode(context: Context, { request }: UnverifiedOrder, code: string) {
  return useConfirmationCode(
    context,
    { purpose: 'order', ...(await findContactChannel(context, request.customer)) },
    code,
  );
}

const REASON_TEXTS: Record<CodeReason, () => string> = {
  'open-order': () => say`You have an order in progress that is not paid yet.`,
  'large-order': () => say`Large cash orders need a confirmed phone number or email address.`,
  'later-order': () => say`Cash orders for more than two hours ahead need a confirmed phone number or email address.`,
  'many-asked': () => say`Many orders without an account come from your network.`,
};

/** Asks for a confirmation code, unless the cart was ordered already. */
export async function codeNeededRefusal(
  context: Context,
  { request, from, cartAndOffer: { cart } }: UnverifiedOrder,
  reason: CodeReason,
): Promise<Refusal> {
  // The open order may be that of this cart. Its guest needs no code, and the request is not counted.
  const ordered = cart && (await findOrderOfCart(context.db, cart));
  if (ordered) return cartOrderedRefusal(ordered);
  await countCodeRequest(context, reason, from);
  const { channel, recipient } = await findContactChannel(context, request.customer);
  const why = REASON_TEXTS[reason]();
  const message =
    channel === 'sms'
      ? say`${why} Please confirm with a code that this number is yours.`
      : say`${why} Please confirm with a code that this address is yours.`;
  return refuse('code-needed', message, { because: reason, channel, to: recipient });
}
