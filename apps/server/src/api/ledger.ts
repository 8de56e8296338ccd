import { localDate, valueOrThrow, refuse, say, toDollars, ZERO } from '@tiffin/domain/core';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { readStaffOrder } from '../modules/orders/queries.ts';
import { readSite } from '../modules/locations/restaurant/site.ts';
import { refundShareOfItems } from '../modules/money/bills/refund-share.ts';
import { reconciliationAnswer, failedWebhookAnswer } from '../modules/money/bills/payment-answers.ts';
import { requireCurrentGateway } from '../modules/money/provider/find-gateway.ts';
import {
  listFlaggedPayments,
  listFailedWebhooks,
  listManualRefundsDue,
  listPayments,
  listOrderPayments,
} from '../modules/money/bills/list-payments.ts';
import { refundAmountDue, readLedger } from '../modules/ledger/ledger.ts';
import { resolveFlaggedPayment } from '../modules/money/sessions/resolve-flagged-payment.ts';
import { retryEvent } from '../modules/money/provider/receive-event.ts';
import { reconcileDay, previousBusinessDay } from '../modules/money/provider/reconcile.ts';

/** Reading money: an order's payments, the ledger, payment issues and the comparison with the provider. */
export const ledgerRoutes: readonly ImplementedCall[] = [
  implement('getOrderPayments', ({ context, actor, query }) => listOrderPayments(context, actor, query.orderId)),

  implement('previewRefund', async ({ context, actor, body }) => {
    const order = await readStaffOrder(context.db, actor, body.orderId, 'order.take-payment');
    const nothing = { subtotal: ZERO, charges: ZERO, tax: ZERO, taxes: [], tip: ZERO, total: ZERO };
    const ledger = await readLedger(context.db, order.bill_id);
    const share = body.items.length === 0 ? nothing : valueOrThrow(refundShareOfItems(order, ledger, body.items));
    return {
      subtotal: toDollars(share.subtotal),
      charges: share.charges === ZERO ? undefined : toDollars(share.charges),
      tax: toDollars(share.tax),
      taxes: share.taxes.map(({ label, amount }) => ({ label, amount: toDollars(amount) })),
      tip: toDollars(share.tip),
      total: toDollars(share.total),
      due: toDollars(refundAmountDue(ledger, share.total)),
    };
  }),

  implement('getPayments', ({ context, actor, query }) => listPayments(context, actor, query)),

  implement('getManualRefunds', ({ context, actor, query }) => listManualRefundsDue(context, actor, query.locationId)),

  implement('getPaymentIssues', ({ context, actor }) => listFlaggedPayments(context, actor)),

  implement('resolvePaymentIssue', async ({ context, actor, from, body }) => {
    await resolveFlaggedPayment(context, { actor, from }, body.sessionId);
    return { sessionId: body.sessionId };
  }),

  implement('getFailedWebhooks', ({ context, query }) =>
    listFailedWebhooks(context, { ...query, resolved: query.resolved === 'true' }),
  ),

  implement('retryFailedWebhook', async ({ context, body }) => {
    const { failureId } = body;
    const findFailedWebhook = () =>
      context.db.selectFrom('failed_webhooks').selectAll().where('id', '=', failureId).executeTakeFirst();
    if (!(await findFailedWebhook())) throw refuse('not-found', say`Failed webhook not found`);
    const reason = await retryEvent(context, requireCurrentGateway(context), failureId);
    const row = await findFailedWebhook();
    if (!row) throw refuse('not-found', say`Failed webhook not found`);
    return {
      failureId,
      resolved: row.resolved_at !== null,
      message: reason === null ? say`The event has been processed.` : say`It failed again: ${reason}`,
      failure: failedWebhookAnswer(row),
    };
  }),

  implement('getReconciliations', async ({ context, query }) => {
    const rows = await context.db
      .selectFrom('reconciliations')
      .selectAll()
      .orderBy('day', 'desc')
      .orderBy('provider')
      .limit(query.limit)
      .execute();
    return { days: rows.map(reconciliationAnswer) };
  }),

  implement('reconcilePayments', async ({ context, body }) => {
    const provider = requireCurrentGateway(context).name;
    const day = body.day ?? (await previousBusinessDay(context));
    const { timeZone } = await readSite(context.db);
    if (day > localDate(context.clock.now(), timeZone))
      throw refuse('invalid-argument', say`Invalid day: it is in the future`);
    await reconcileDay(context, day);
    const row = await context.db
      .selectFrom('reconciliations')
      .selectAll()
      .where('provider', '=', provider)
      .where('day', '=', day)
      .executeTakeFirstOrThrow();
    return { day: reconciliationAnswer(row) };
  }),
];
