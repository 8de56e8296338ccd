import { addCents, cents, orRefuse, refuse, say, sayNow, toDollars, amountText, type Cents } from '@tiffin/domain/core';
import { NEEDS_CARD, needsCardForRefund, refundShare, wayBack, type ChosenLine } from '@tiffin/domain/payment';
import { authorise, userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { From } from '../../platform/http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { paidLines, taxesOfOrder } from '../orders/order-parts.ts';
import { lockOrder } from '../orders/queries.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import { requireRefundApproval } from '../people/manager-approval.ts';
import { syncPaymentStatus } from '../billing/sync-payment-status.ts';
import {
  backColumns,
  dishesBack,
  goneBack,
  onBillOf,
  readLedger,
  refundable,
  wayBackOf,
  type Ledger,
  type RefundRow,
} from '../ledger/ledger.ts';
import { sendRefundSoon } from './send-refund.ts';

/** So many of a line of the order, or of one part of a combo; lines and parts count from 1. */
export interface RefundLine {
  readonly line: number;
  readonly quantity: number;
  readonly part?: number | undefined;
}

/**
 * Gives chosen dishes back, with their share of tax and tip, to the tenders they were paid
 * with. Card money goes by the provider; cash is handed over on the spot. The kitchen hears of it at
 * once, either way.
 */
export async function refundItems(
  context: Context,
  tx: Tx,
  wish: {
    readonly orderId: string;
    readonly items: readonly RefundLine[];
    readonly reason: string;
    readonly byHand?: boolean | undefined;
    readonly actor: Actor;
    readonly from: From;
  },
): Promise<RefundRow[]> {
  const { orderId, items, reason, byHand = false, actor, from } = wish;
  const order = await lockOrder(tx, orderId);
  if (!order) throw refuse('order-not-found');
  orRefuse(authorise('order.take-payment', actor, { locationId: order.location_id }));
  const ledger = await readLedger(tx, order.bill_id);
  if (order.payment_status !== 'paid') {
    throw refuse('failed-precondition', say`Only what was paid can be refunded.`);
  }
  const share = orRefuse(shareOf(order, ledger, items));
  const amount = cents(Math.min(share.total, refundable(ledger)));
  if (amount <= 0) throw refuse('failed-precondition', say`Everything that was paid has gone back already.`);
  if (!byHand) refuseWithoutCard(ledger, amount);
  await requireRefundApproval(context, tx, { actor, from }, { order, refundedBefore: goneBack(ledger), amount });
  const refunds = await writeRefunds(context, tx, order, ledger, { kind: 'items', amount, items, reason, actor, from });
  await syncPaymentStatus(context, tx, order, { actor, from });
  return refunds;
}

/** One refund, in as many parts as the money came in; card money is sent as soon as it is written down. */
export async function writeRefunds(
  context: Context,
  tx: Tx,
  order: OrderRow,
  ledger: Ledger,
  refund: {
    /** Of a change: the order costs less, and this is the bill's no more. */
    readonly kind: 'items' | 'amount' | 'change';
    readonly amount: Cents;
    readonly items: readonly RefundLine[];
    readonly reason: string;
    readonly actor: Actor;
    readonly from: From;
  },
): Promise<RefundRow[]> {
  const now = context.clock.now();
  // The dishes stand with each of its parts.
  const key = `${refund.kind}:${context.ids.uuid()}`;
  const rows = wayBackOf(ledger, refund.amount).map(({ payment, back }, index) => {
    const method = methodBack(payment);
    const card = method === 'card';
    return {
      id: context.ids.uuid(),
      ...onBillOf(order),
      ...backColumns(back),
      status: card ? ('requested' as const) : ('succeeded' as const),
      method,
      lines: JSON.stringify(refund.items),
      reason: refund.reason,
      of_change: refund.kind === 'change',
      next_try_at: card ? now : null,
      deed: key,
      idempotency_key: index === 0 ? key : `${key}+${index}`,
      requested_by: userIdOf(refund.actor),
      requested_at: now,
      settled_at: card ? null : now,
    };
  });
  const refunds = await tx.insertInto('refunds').values(rows).returningAll().execute();
  for (const { id, status } of refunds) if (status === 'requested') sendRefundSoon(context, tx, id);
  // The provider says later that it went back: whoever asked for it is named here. A change says so itself.
  if (refund.kind !== 'change') {
    await recordChange(tx, {
      at: now,
      actor: refund.actor,
      action: 'refund-order',
      subject: { kind: 'order', id: order.id },
      locationId: order.location_id,
      after: { amount: toDollars(refund.amount), reason: refund.reason, lines: refund.items },
      from: refund.from,
    });
  }
  return refunds;
}

/** Somebody hands it back, and says so: the provider will not without the card, and nobody should count on it. */
export function refuseWithoutCard(ledger: Ledger, amount: Cents): void {
  const held = wayBackOf(ledger, amount).filter(
    ({ payment }) => payment.provider !== 'till' && needsCardForRefund(payment.card_brand),
  );
  if (held.length === 0) return;
  const sum = addCents(...held.map(({ back }) => back.due));
  throw refuse('card-needed', say`${sayNow(NEEDS_CARD)}. Hand ${amountText(sum)} back in cash, and record it so.`, {
    byHand: toDollars(sum),
  });
}

/** Money of a card goes back by itself only where its provider took it. */
export function methodBack(payment: { readonly provider: string; readonly method: string }): RefundRow['method'] {
  const way = wayBack(payment.method);
  return way === 'card' && payment.provider === 'till' ? 'manual' : way;
}

/** What the chosen dishes bring back, after what earlier refunds took. */
export function shareOf(order: OrderRow, ledger: Ledger, items: readonly RefundLine[]) {
  return refundShare(
    {
      lines: paidLines(order),
      taxes: taxesOfOrder(order),
      tip: cents(order.tip_cents),
    },
    items.map((item) => chosenLineOf(order, item)),
    dishesBack(ledger.refunds).map((item) => chosenLineOf(order, item)),
  );
}

/** The bill counts from 0; a line that is not there gets an index that is not there. */
function chosenLineOf(order: OrderRow, { line, quantity, part }: RefundLine): ChosenLine {
  return {
    line: order.items.findIndex((item) => item.line === line),
    quantity,
    part: part === undefined ? undefined : part - 1,
  };
}
