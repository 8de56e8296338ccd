import { createCustomerOrderCash, getOrderBySessionId } from '@tiffin/contract/orders';
import { createCustomerPayment as createCustomerPaymentCall } from '@tiffin/contract/payments';
import { implement, type Implemented } from '../../http/implement.ts';
import { chargesOf, LIMITS, spending, setRateLimitHeaders } from '../../http/limits.ts';
import { askedFor } from '../orders/show-order.ts';
import { createCustomerPayment } from './create-customer-payment.ts';
import { placeOrder } from './place-order.ts';
import { showPaidOrder } from './show-paid-order.ts';

/** A guest orders: in cash, or by card and back from the payment page. */
export const checkoutRoutes: readonly Implemented[] = [
  implement(createCustomerOrderCash, ({ context, actor, from, idempotency, body, c }) =>
    spending(context, chargesOf(actor, from, LIMITS.placeOrder, LIMITS.placeOrderFromAddress), (left) => {
      setRateLimitHeaders(c, left);
      return placeOrder(context, { actor, idempotency, request: body });
    }),
  ),

  implement(createCustomerPaymentCall, ({ context, actor, from, onceWith, idempotency, body }) =>
    spending(context, chargesOf(actor, from, LIMITS.placeOrder, LIMITS.placeOrderFromAddress), () =>
      createCustomerPayment(context, { actor, onceWith, idempotency, request: body.orderData }),
    ),
  ),

  implement(getOrderBySessionId, async ({ context, actor, body, from }) => {
    const order = await askedFor(context, actor, from, () => showPaidOrder(context, actor, body.sessionId));
    return { orderId: order.orderId, order };
  }),
];
