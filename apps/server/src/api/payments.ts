import { valueOrThrow, refuse, say, toDollars } from '@tiffin/domain/core';
import { DEFAULT_CANCEL_REASON } from '@tiffin/domain/order';
import { PAYMENT_STATUS_LABELS } from '@tiffin/domain/payment';
import { authorise, type Actor } from '@tiffin/domain/people';
import { parseBillId } from '@tiffin/domain/tabs';
import type { Context, Tx } from '../context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { implement, type ImplementedCall, type RequestOrigin, type RunOnceWith } from '../platform/http/implement.ts';
import { orderAnswer } from '../modules/orders/order-answer.ts';
import { withManagerApproval } from '../modules/people/manager-approval.ts';
import { readDiscountLimit, requireDiscountApproval } from '../modules/orders/pricing/discounts.ts';
import { findBillOrder } from '../modules/orders/rounds.ts';
import { findOrder } from '../modules/orders/queries.ts';
import { payWithDeposit } from '../modules/money/deposits/pay-with-deposit.ts';
import { addPayment } from '../modules/money/counter/add-payment.ts';
import { requireMayPay } from '../modules/money/counter/require-may-pay.ts';
import { adjustBill } from '../modules/ordering/change/adjust-bill.ts';
import { refundAnswer } from '../modules/money/bills/payment-answers.ts';
import { billAnswer, showBill } from '../modules/money/counter/bill-answer.ts';
import { changeOrder } from '../modules/ordering/change/change-order.ts';
import { cancelOrder } from '../modules/ordering/change/cancel-order.ts';
import { createOrderOnAccount } from '../modules/money/counter/create-order-on-account.ts';
import { createPaymentLink, textSessionLink } from '../modules/money/sessions/create-payment-link.ts';
import { refuseGatewayError } from '../modules/money/sessions/open-session.ts';
import { findSession } from '../modules/money/sessions/sessions.ts';
import { refundAmount } from '../modules/money/refunds/refund-amount.ts';
import { refundItems } from '../modules/money/refunds/refund-items.ts';
import { refundLostPayment } from '../modules/money/refunds/refund-lost-payment.ts';
import { payRestOnline } from '../modules/money/sessions/pay-rest-online.ts';
import { renewLink } from '../modules/money/sessions/renew-link.ts';
import { awaitRefund, retryRefund } from '../modules/money/refunds/send-refund.ts';
import { settleManualRefund } from '../modules/money/refunds/settle-manual-refund.ts';
import { closeSession } from '../modules/money/sessions/refresh-session.ts';
import { setPaymentStatus } from '../modules/money/counter/set-payment-status.ts';
import { explainReusedKey } from '../modules/money/sessions/refuse-if-paid.ts';
import { takeRestOfBill } from '../modules/money/counter/take-rest-of-bill.ts';
import { undoPayment } from '../modules/money/counter/undo-payment.ts';

export const paymentRoutes: readonly ImplementedCall[] = [
  implement('getPaymentOptions', async ({ context }) => ({
    cards: context.payments !== null,
    provider: context.payments?.name ?? null,
    title: context.payments?.title ?? null,
    movesMoney: context.payments?.movesMoney ?? false,
    publishableKey: context.payments?.publishableKey ?? null,
  })),

  implement('changeOrder', async (request) => {
    const { context, actor, onceWith, body } = request;
    return changeOrder(context, { actor, from: await withManagerApproval(request), onceWith }, body);
  }),

  implement('createAdminPaymentLink', (request) => {
    const { context, actor, onceWith, body } = request;
    const from = () => withManagerApproval(request);
    return createPaymentLink(context, { actor, from, onceWith, request: body.orderData, sendSms: body.sendSMS });
  }),

  implement('createAdminOrderOnline', (request) => {
    const { context, actor, onceWith, body } = request;
    return createOrderOnAccount(context, { actor, from: () => withManagerApproval(request), onceWith, request: body });
  }),

  implement('renewPaymentLink', ({ context, actor, from, once, body }) =>
    renewLink(context, { actor, from, once, orderId: body.orderId, sendSms: body.sendSMS }),
  ),

  implement('payRestOnline', ({ context, actor, from, once, body }) =>
    payRestOnline(context, { actor, from, once }, body),
  ),

  implement('cancelPaymentLink', async ({ context, actor, body }) => {
    const { id } = await requirePaymentSession(context, actor, body.sessionId);
    const closed = await closeSession(context, id).catch(refuseGatewayError);
    if (!closed) throw refuse('not-found', say`Payment session not found`);
    return { sessionId: closed.id, status: closed.status, orderId: closed.order_id };
  }),

  implement('textPaymentLink', async ({ context, actor, body }) => {
    const session = await requirePaymentSession(context, actor, body.sessionId);
    const { payment_url: paymentUrl } = session;
    if (paymentUrl === null || session.status !== 'open') {
      throw refuse('failed-precondition', say`No payment link available to send`);
    }
    await requireMayPay(context, session);
    return { sms: await textSessionLink(context, { ...session, payment_url: paymentUrl }) };
  }),

  implement('processOrderPayment', async ({ context, actor, from, once, idempotency, body }) => {
    const { orderId, collected, takenAnyway } = body;
    const clientId = idempotency && `${idempotency.actor} ${idempotency.key}`;
    const answer = once(async (tx) => {
      const input = { orderId, actor, from, clientId, collected, takenAnyway };
      const { payment, due, rounding, order, overpaid } = await takeRestOfBill(context, tx, input);
      return {
        orderId: order.orderId,
        paymentStatus: order.paymentStatus,
        overpaid: overpaid && { refundId: overpaid.id, amount: refundAnswer(overpaid).amount },
        transactionId: payment.id,
        amount: toDollars(due),
        cashRounding: toDollars(rounding),
        method: payment.method,
        processedAt: (payment.captured_at ?? payment.created_at).toISOString(),
        processedBy: order.processedBy,
        order,
      };
    });
    return explainReusedKey(context, actor, orderId, answer);
  }),

  implement('getBill', async ({ context, actor, query }) => ({ bill: await showBill(context, actor, query.billId) })),

  implement('addPayment', async (request) => {
    const { context, actor, once, idempotency, body } = request;
    return addPayment(context, { actor, from: await withManagerApproval(request), once, idempotency }, body);
  }),

  implement('payWithDeposit', async ({ context, actor, from, once, body: { billId } }) => {
    await once(async (tx) => {
      await payWithDeposit(context, tx, { actor, from }, billId);
      return {};
    });
    const { bill, order } = await adjustedAnswer(context, billId, []);
    return { bill, order };
  }),

  implement('undoPayment', async (request) => {
    const { context, actor, body } = request;
    const { undone } = await onceApproved(request, async (tx, from) => ({
      undone: toDollars(await undoPayment(context, tx, { actor, from }, body)),
    }));
    const { bill, order } = await adjustedAnswer(context, body.billId, []);
    return { undone, bill, order };
  }),

  implement('approveDiscount', async (request) => {
    const { context, actor, body } = request;
    const { manager } = await withManagerApproval(request);
    const limit = await readDiscountLimit(context.db);
    const discounts = { limit, subtotal: body.subtotal, sum: body.off, manager };
    await requireDiscountApproval(context.db, actor, body.locationId, discounts);
    return {};
  }),

  implement('addDiscount', async (request) => {
    const { context, actor, body } = request;
    const { billId, version, give } = body;
    const { refundIds } = await onceApproved(request, async (tx, from) => ({
      refundIds: await adjustBill(context, tx, { actor, from }, { billId, version, newDiscount: give }),
    }));
    return adjustedAnswer(context, billId, refundIds);
  }),

  implement('removeDiscount', async ({ context, actor, from, once, body }) => {
    const { billId, version, discountId: removedId } = body;
    await once(async (tx) => {
      await adjustBill(context, tx, { actor, from }, { billId, version, removedId });
      return {};
    });
    return adjustedAnswer(context, billId, []);
  }),

  implement('removeCharge', async ({ context, actor, from, once, body }) => {
    const { billId, version, ...removedCharge } = body;
    await once(async (tx) => {
      await adjustBill(context, tx, { actor, from }, { billId, version, removedCharge });
      return {};
    });
    return adjustedAnswer(context, billId, []);
  }),

  implement('updateOrderPaymentStatus', async (request) => {
    const { context, actor, body } = request;
    const from = await withManagerApproval(request);
    const order = await transaction(context.db, (tx) => setPaymentStatus(context, tx, { ...body, actor, from }));
    return {
      orderId: order.orderId,
      paymentStatus: order.paymentStatus,
      message: PAYMENT_STATUS_LABELS[order.paymentStatus],
      order,
    };
  }),

  implement('cancelOrder', async (request) => {
    const { context, actor, body } = request;
    return cancelOrder(context, {
      actor,
      from: await withManagerApproval(request),
      orderId: body.orderId,
      reason: body.cancelReason || body.reason || DEFAULT_CANCEL_REASON,
    });
  }),

  implement('refundOrderItems', async (request) => {
    const { context, actor, body } = request;
    const { refundIds } = await onceApproved(request, async (tx, from) => {
      const written = await refundItems(context, tx, { ...body, actor, from });
      return { refundIds: written.map(({ id }) => id) };
    });
    return refundedAnswer(context, body.orderId, refundIds);
  }),

  implement('refundAmount', async (request) => {
    const { context, actor, body } = request;
    const { refundIds } = await onceApproved(request, async (tx, from) => ({
      refundIds: await refundAmount(context, tx, { ...body, actor, from }),
    }));
    return refundedAnswer(context, body.orderId, refundIds);
  }),

  implement('settleManualRefund', async (request) => {
    const { context, actor, body } = request;
    return onceApproved(request, (tx, from) => settleManualRefund(context, tx, { actor, from }, body.refundId));
  }),

  implement('refundLostPayment', async ({ context, actor, from, once, body }) => {
    const { refundId } = await once(async (tx) => ({
      refundId: await refundLostPayment(context, tx, { actor, from }, body.sessionId),
    }));
    return { refund: refundAnswer(await awaitRefund(context, refundId)) };
  }),

  implement('retryRefund', async ({ context, actor, once, body }) => {
    const { refundId } = await once(async (tx) => {
      const refund = await retryRefund(context, tx, actor, body.refundId);
      return { refundId: refund.id };
    });
    return { refund: refundAnswer(await awaitRefund(context, refundId)) };
  }),
];

/** Does the work once, approved by the manager whose PIN came with the request. */
function onceApproved<T extends object>(
  request: Parameters<typeof withManagerApproval>[0] & { readonly onceWith: RunOnceWith },
  work: (tx: Tx, from: RequestOrigin) => Promise<T>,
): Promise<T> {
  return request.onceWith(() => withManagerApproval(request), work);
}

/** An order with some of its refunds, with the provider's results if they arrive quickly. */
async function refundedAnswer(context: Context, orderId: string, refundIds: readonly string[]) {
  const refunds = (await Promise.all(refundIds.map((id) => awaitRefund(context, id)))).map(refundAnswer);
  const row = await findOrder(context.db, orderId);
  const [refund] = refunds;
  if (!row || !refund) throw refuse('order-not-found');
  return { orderId, refund, refunds, order: orderAnswer(row, context.clock.now(), context) };
}

/** The payment session, if the actor may take payments at its location. */
async function requirePaymentSession(context: Context, actor: Actor, sessionId: string) {
  const session = await findSession(context.db, sessionId);
  if (!session) throw refuse('not-found', say`Payment session not found`);
  valueOrThrow(authorise('order.take-payment', actor, { locationId: session.location_id }));
  return session;
}

/** A bill and its order after a change, with the refunds that the change made. */
async function adjustedAnswer(context: Context, billId: string, refundIds: readonly string[]) {
  const row = await findBillOrder(context.db, parseBillId(billId).billId);
  if (!row) throw refuse('order-not-found');
  const refunds = await Promise.all(refundIds.map((id) => awaitRefund(context, id)));
  const order = orderAnswer(row, context.clock.now(), context);
  return { bill: await billAnswer(context, row), order, refunds: refunds.map(refundAnswer) };
}
