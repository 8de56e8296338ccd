import { createCustomerOrderCash, getOrderBySessionId } from '@tiffin/contract/orders';
import { createCustomerPayment as createCustomerPaymentCall } from '@tiffin/contract/payments';
import { userIdOf } from '@tiffin/domain/people';
import { implement, type Implemented } from '../../http/implement.ts';
import { LIMITS, spend, setRateLimitHeaders } from '../../http/limits.ts';
import { askedFor } from '../orders/show-order.ts';
import { createCustomerPayment } from './create-customer-payment.ts';
import { placeOrder } from './place-order.ts';
import { showPaidOrder } from './show-paid-order.ts';

/** A guest orders: in cash, or by card and back from the payment page. */
export const checkoutRoutes: readonly Implemented[] = [
  implement(createCustomerOrderCash, async ({ context, actor, from, idempotency, body, c }) => {
    setRateLimitHeaders(c, await spend(context, LIMITS.placeOrder, userIdOf(actor) ?? from.address ?? 'unknown'));
    return placeOrder(context, { actor, idempotency, request: body });
  }),

  implement(createCustomerPaymentCall, ({ context, actor, from, once, idempotency, body }) =>
    createCustomerPayment(context, { actor, from, once, idempotency, request: body.orderData }),
  ),

  implement(getOrderBySessionId, async ({ context, actor, body, from }) => {
    const order = await askedFor(context, actor, from, () => showPaidOrder(context, actor, body.sessionId));
    return { orderId: order.orderId, order };
  }),
];
