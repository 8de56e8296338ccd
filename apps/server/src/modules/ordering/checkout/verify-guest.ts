import { refuse, say } from '@tiffin/domain/core';
import type { Context } from '../../../context.ts';
import { useConfirmationCode } from '../../people/confirmation-codes.ts';
import { findContactChannel } from '../../people/contact-channel.ts';
import type { PricedOrder } from '../../orders/pricing/priced-order.ts';
import { refuseIfOrdered, type CashCheckout } from './cash-checkout.ts';
import { codeReasonFor, countCodeRequest, type CodeReason } from './guest-limits.ts';

export interface Verification {
  /** The order counts as the contact's only unpaid order until it is paid or handed over. */
  readonly isContactUnproven: boolean;
  /** The confirmation code that was used; it is given back if no order is placed. */
  readonly code: { giveBack: () => Promise<void> } | null;
}

/** Checks that a guest without an account can be reached, with a confirmation code where the order needs one. */
export async function verifyGuest(
  context: Context,
  checkout: CashCheckout,
  { price, promised }: PricedOrder,
): Promise<Verification> {
  const { guestLimits: limits, request, from, now } = checkout;
  const reason = limits && codeReasonFor(limits, { total: price.total, promised, now });
  if (!reason) return { isContactUnproven: limits?.requiresProof ?? false, code: null };
  if (!request.contactCode) {
    await refuseIfOrdered(context, checkout);
    throw await codeNeededRefusal(context, checkout, reason);
  }
  try {
    return { isContactUnproven: false, code: await useContactCode(context, checkout, request.contactCode) };
  } catch (error) {
    await countCodeRequest(context, reason, from);
    throw error;
  }
}

async function useContactCode(context: Context, { request }: CashCheckout, code: string) {
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

export async function codeNeededRefusal(context: Context, { request, from }: CashCheckout, reason: CodeReason) {
  await countCodeRequest(context, reason, from);
  const { channel, recipient } = await findContactChannel(context, request.customer);
  const why = REASON_TEXTS[reason]();
  const message =
    channel === 'sms'
      ? say`${why} Please confirm with a code that this number is yours.`
      : say`${why} Please confirm with a code that this address is yours.`;
  return refuse('code-needed', message, { because: reason, channel, to: recipient });
}
