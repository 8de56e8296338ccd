import { refuse } from '@tiffin/domain/core';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { findOrder } from '../modules/orders/queries.ts';
import { payOnTerminal } from '../modules/money/counter/add-payment.ts';
import { resendPaymentToReader } from '../modules/money/readers/send-to-reader.ts';
import { billAnswer } from '../modules/money/counter/bill-answer.ts';
import { listReaders, registerReader, removeReader } from '../modules/money/readers/card-readers.ts';

/** Card readers: their registration and their payments. */
export const readerRoutes: readonly ImplementedCall[] = [
  implement('getReaders', ({ context, actor, query }) => listReaders(context, actor, query.locationId)),

  implement('registerReader', ({ context, actor, from, onceWith, body }) =>
    registerReader(context, { actor, from, onceWith }, body),
  ),

  implement('removeReader', ({ context, actor, from, once, body }) =>
    removeReader(context, { actor, from }, once, body.readerId),
  ),

  implement('payOnTerminal', ({ context, actor, from, once, idempotency, body }) =>
    payOnTerminal(context, { actor, from, once, idempotency }, body),
  ),

  implement('retryTerminalPayment', async ({ context, actor, body }) => {
    const session = await resendPaymentToReader(context, actor, body);
    const order = session.order_id === null ? null : await findOrder(context.db, session.order_id);
    if (!order) throw refuse('order-not-found');
    return { bill: await billAnswer(context, order) };
  }),
];
