import { requireLocationOfKey } from '../platform/auth/require-scope.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { createCustomerPayment } from '../modules/ordering/checkout/create-customer-payment.ts';
import { placeCashOrder } from '../modules/ordering/checkout/place-order.ts';
import { quoteGuestOrder } from '../modules/ordering/checkout/quote-order.ts';
import { requireSameSession } from '../modules/ordering/checkout/guest-limits.ts';
import type { ValidatedInput } from '@tiffin/contract';
import { refuse, type Refusal } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../context.ts';
import { showOrderOfSession } from '../modules/orders/show-order.ts';
import { refreshSessionThrottled } from '../modules/money/sessions/refresh-session.ts';
import { checkMayOrderBySession } from '../modules/money/counter/require-may-pay.ts';
import { requireExistingSession } from '../modules/money/sessions/require-existing-session.ts';
import type { SessionRow } from '../modules/money/sessions/sessions.ts';
import { isLinkTokenValid } from '../platform/auth/link-keys.ts';

type ReturnAddress = ValidatedInput<'getOrderBySessionId'>['body'];

/** Checkout for guests: in cash, or by card with a return from the payment page. */
export const checkoutRoutes: readonly ImplementedCall[] = [
  implement('createCustomerOrderCash', ({ context, actor, from, idempotency, body, c }) => {
    requireSameSession(actor, body, c);
    requireLocationOfKey(actor, body.location.id);
    return placeCashOrder(context, { actor, from, idempotency, request: body });
  }),

  implement('createCustomerPayment', ({ context, actor, from, onceWith, idempotency, body, c }) => {
    requireSameSession(actor, body.orderData, c);
    requireLocationOfKey(actor, body.orderData.location.id);
    return createCustomerPayment(context, { actor, from, onceWith, idempotency, request: body.orderData });
  }),

  implement('quoteOrder', ({ context, actor, from, body }) => quoteGuestOrder(context, { actor, from }, body)),

  implement('getOrderBySessionId', async ({ context, actor, body }) => {
    const shown = await showPaidOrder(context, actor, body);
    return { orderId: shown.order.orderId, ...shown };
  }),
];

/**
 * Returns the order of a payment session for the return page, after asking the provider if needed. There is no order
 * until the provider confirms the payment. The token of the return address opens it in a browser without a session.
 */
async function showPaidOrder(context: Context, actor: Actor, { sessionId, token }: ReturnAddress) {
  const hasToken = isLinkTokenValid(context.linkKeys, { to: 'payment', id: sessionId, stored: '' }, token ?? undefined);
  if (!hasToken && actor.kind === 'nobody') throw refuse('order-not-found');
  const session = await requireExistingSession(context, await refreshSessionThrottled(context, sessionId));
  try {
    if (session.status !== 'paid') throw unpaidRefusal(session, hasToken);
    return await showOrderOfSession(context, actor, session, hasToken ? 'link' : 'guest');
  } catch (error) {
    await refuseWithFiscalReason(context, session);
    throw error;
  }
}

function unpaidRefusal({ status: sessionStatus, payment_url: paymentUrl }: SessionRow, hasToken: boolean): Refusal {
  const canPay = hasToken && sessionStatus === 'open';
  return refuse('order-not-found', undefined, { sessionStatus, paymentUrl: (canPay && paymentUrl) || undefined });
}

/**
 * Tells the guest why there is no order, if the location may no longer take orders: the payment page was closed, or what
 * was paid there is refunded.
 */
async function refuseWithFiscalReason(context: Context, session: SessionRow): Promise<void> {
  if (session.order_id !== null || !['cancelled', 'paid'].includes(session.status)) return;
  const checked = await checkMayOrderBySession(context, session, 'guest');
  if (checked.ok) return;
  const { message, details } = checked.error;
  throw refuse('order-not-found', message, { ...details, sessionStatus: session.status });
}
