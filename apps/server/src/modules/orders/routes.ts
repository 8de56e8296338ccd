import {
  cancelCustomerOrder,
  createCustomerOrderCash,
  getCustomerOrderDetails,
  getCustomerOrders,
  getOrderBySessionId,
  getOrderReceipt,
  getOrderReceiptPdf,
  validatePricing as validatePricingCall,
} from '@tiffin/contract/orders';
import { refuse, type Refusal } from '@tiffin/domain/core';
import { isStaff, userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import { implement, type From, type Implemented } from '../../http/implement.ts';
import { guessed, LIMITS, spend, tellAllowance } from '../../http/limits.ts';
import { personOf } from '../people/person-of.ts';
import { cancelOwnOrder } from './cancel-order.ts';
import { listOwnOrders } from './list-own-orders.ts';
import { placeOrder } from './place-order.ts';
import { readReceipt } from './read-receipt.ts';
import { receiptPdf } from './receipt-pdf.ts';
import { showOrder } from './show-order.ts';
import { showPaidOrder } from '../payments/show-order.ts';
import { validatePricing } from './validate-pricing.ts';

export const orderRoutes: readonly Implemented[] = [
  implement(createCustomerOrderCash, async ({ context, actor, from, idempotency, body, c }) => {
    tellAllowance(c, await spend(context, LIMITS.placeOrder, userIdOf(actor) ?? from.address ?? 'unknown'));
    return placeOrder(context, { actor, idempotency, body });
  }),

  implement(validatePricingCall, ({ context, body }) => validatePricing(context, body)),

  implement(getCustomerOrderDetails, async ({ context, actor, query, from }) => {
    const order = await askedFor(context, actor, from, () => showOrder(context, actor, query.orderId, query.token));
    return { orderId: order.orderId, order };
  }),

  implement(getOrderBySessionId, async ({ context, actor, body, from }) => {
    const order = await askedFor(context, actor, from, () => showPaidOrder(context, actor, body.sessionId));
    return { orderId: order.orderId, order };
  }),

  implement(getOrderReceipt, async ({ context, query, from }) => {
    await spend(context, LIMITS.token, from.address ?? 'unknown');
    return readReceipt(context, query.orderId, query.token);
  }),

  implement(getOrderReceiptPdf, async ({ context, query, from, c }) => {
    await spend(context, LIMITS.token, from.address ?? 'unknown');
    const receipt = await readReceipt(context, query.orderId, query.token);
    const pdf = await receiptPdf(receipt);
    return c.body(pdf, 200, {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="receipt-${receipt.order.orderId}.pdf"`,
      'cache-control': 'private, no-store',
    });
  }),

  implement(getCustomerOrders, ({ context, actor, query }) => listOwnOrders(context, personOf(actor), query)),

  implement(cancelCustomerOrder, async ({ context, actor, body, from }) => {
    if (actor.kind !== 'person') throw refuse('order-not-found');
    const order = await cancelOwnOrder(context, actor, body, from);
    return { orderId: order.orderId, message: 'Your order has been cancelled.', order };
  }),
];

/** Numbers and sessions nobody has are guesses; a payment that is on its way is none. */
function askedFor<T>(context: Context, actor: Actor, from: From, ask: () => Promise<T>): Promise<T> {
  if (isStaff(actor)) return ask();
  const isWrong = ({ failure }: Refusal) => failure.code === 'order-not-found' && !failure.details;
  return guessed(context, { limit: LIMITS.guessOrder, subject: from.address ?? 'unknown' }, isWrong, ask);
}
