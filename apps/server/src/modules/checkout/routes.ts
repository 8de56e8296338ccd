import { createCustomerOrderCash, getOrderBySessionId } from '@tiffin/contract/orders';
import { createCustomerPayment as createCustomerPaymentCall } from '@tiffin/contract/payments';
import { implement, type Implemented } from '../../http/implement.ts';
import { createCustomerPayment } from './create-customer-payment.ts';
import { placeOrder } from './place-order.ts';
import { showPaidOrder } from './show-paid-order.ts';
import { requireSameSession } from './strangers.ts';

/** A guest orders: in cash, or by card and back from the payment page. */
export const checkoutRoutes: readonly Implemented[] = [
  implement(createCustomerOrderCash, ({ context, actor, from, idempotency, body, c }) => {
    requireSameSession(actor, body, c);
    return placeOrder(context, { actor, from, idempotency, request: body });
  }),

  implement(createCustomerPaymentCall, ({ context, actor, from, onceWith, idempotency, body, c }) => {
    requireSameSession(actor, body.orderData, c);
    return createCustomerPayment(context, { actor, from, onceWith, idempotency, request: body.orderData });
  }),

  implement(getOrderBySessionId, async ({ context, actor, body }) => {
    const order = await showPaidOrder(context, actor, body.sessionId);
    return { orderId: order.orderId, order };
  }),
];
