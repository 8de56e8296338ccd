import {
  getFailedWebhooks,
  getOrderPayments,
  getManualRefunds,
  getPaymentIssues,
  getPayments,
  getReconciliations,
  previewRefund,
  reconcilePayments,
  resolvePaymentIssue,
  retryFailedWebhook,
} from '@tiffin/contract/ledger';
import { cents, localDate, valueOrThrow, refuse, say, toDollars, ZERO } from '@tiffin/domain/core';
import { authorise } from '@tiffin/domain/people';
import { transaction } from '../platform/db/transaction.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { recordAuditEntries } from '../modules/log/record-audit-entries.ts';
import { findOrder } from '../modules/ordering/orders/queries.ts';
import { readSite } from '../modules/locations/settings/site.ts';
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
import { refundAmountDue, readLedger } from '../modules/money/ledger/ledger.ts';
import { findSession, type SessionRow } from '../modules/money/sessions/sessions.ts';
import { retryEvent } from '../modules/money/provider/receive-event.ts';
import { reconcileDay, previousBusinessDay } from '../modules/money/provider/reconcile.ts';

/** What was resolved. The id of the session is no name for it, because it opens the order to anybody who has it. */
function subjectOfIssue({ payment_id: paymentId, order_id: orderId, location_id: locationId }: SessionRow) {
  if (paymentId !== null) return { kind: 'payment', id: paymentId } as const;
  return orderId === null ? ({ kind: 'location', id: locationId } as const) : ({ kind: 'order', id: orderId } as const);
}

/** Reading money: an order's payments, the ledger, payment issues and the comparison with the provider. */
export const ledgerRoutes: readonly ImplementedCall[] = [
  implement(getOrderPayments, ({ context, actor, query }) => listOrderPayments(context, actor, query.orderId)),

  implement(previewRefund, async ({ context, actor, body }) => {
    const order = await findOrder(context.db, body.orderId);
    if (!order) throw refuse('order-not-found');
    valueOrThrow(authorise('order.take-payment', actor, { locationId: order.location_id }));
    const nothing = { subtotal: ZERO, tax: ZERO, taxes: [], tip: ZERO, total: ZERO };
    const ledger = await readLedger(context.db, order.bill_id);
    const share = body.items.length === 0 ? nothing : valueOrThrow(refundShareOfItems(order, ledger, body.items));
    return {
      subtotal: toDollars(share.subtotal),
      tax: toDollars(share.tax),
      taxes: share.taxes.map(({ label, amount }) => ({ label, amount: toDollars(amount) })),
      tip: toDollars(share.tip),
      total: toDollars(share.total),
      due: toDollars(refundAmountDue(ledger, share.total)),
    };
  }),

  implement(getPayments, ({ context, query }) => listPayments(context, query)),

  implement(getManualRefunds, ({ context, actor, query }) => listManualRefundsDue(context, actor, query.locationId)),

  implement(getPaymentIssues, ({ context }) => listFlaggedPayments(context)),

  implement(resolvePaymentIssue, async ({ context, actor, from, body }) => {
    await transaction(context.db, async (tx) => {
      const session = await findSession(tx, body.sessionId);
      if (!session) throw refuse('not-found', say`Payment session not found`);
      const now = context.clock.now();
      await tx
        .updateTable('payment_sessions')
        .set({ attended_at: now })
        .where('id', '=', session.id)
        .where('attended_at', 'is', null)
        .execute();
      // A payment without an order has no other step that marks its manual refund as done.
      await tx
        .updateTable('refunds')
        .set({ status: 'succeeded', settled_at: now })
        .where('payment_id', 'in', (of) => of.selectFrom('payments').select('id').where('session_id', '=', session.id))
        .where('bill_id', 'is', null)
        .where('method', '<>', 'card')
        .where('status', '=', 'requested')
        .execute();
      await recordAuditEntries(tx, {
        at: now,
        actor,
        action: 'resolve-payment-attention',
        subject: subjectOfIssue(session),
        locationId: session.location_id,
        after: { amount: toDollars(cents(session.amount_cents)) },
        from,
      });
    });
    return { sessionId: body.sessionId };
  }),

  implement(getFailedWebhooks, ({ context, query }) =>
    listFailedWebhooks(context, { ...query, resolved: query.resolved === 'true' }),
  ),

  implement(retryFailedWebhook, async ({ context, body }) => {
    const { failureId } = body;
    const find = () =>
      context.db.selectFrom('failed_webhooks').selectAll().where('id', '=', failureId).executeTakeFirst();
    if (!(await find())) throw refuse('not-found', say`Failed webhook not found`);
    const reason = await retryEvent(context, requireCurrentGateway(context), failureId);
    const row = await find();
    if (!row) throw refuse('not-found', say`Failed webhook not found`);
    return {
      failureId,
      resolved: row.resolved_at !== null,
      message: reason === null ? say`The event has been processed.` : say`It failed again: ${reason}`,
      failure: failedWebhookAnswer(row),
    };
  }),

  implement(getReconciliations, async ({ context, query }) => {
    const rows = await context.db
      .selectFrom('reconciliations')
      .selectAll()
      .orderBy('day', 'desc')
      .orderBy('provider')
      .limit(query.limit)
      .execute();
    return { days: rows.map(reconciliationAnswer) };
  }),

  implement(reconcilePayments, async ({ context, body }) => {
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
