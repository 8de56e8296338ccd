import type { WireOrder } from '@tiffin/contract/order/order-answer';
import { cents, sumOf, ZERO, type Cents } from '@tiffin/domain/core';
import { dueOfBill, paymentStatusOf, PROCESSED_BY_HAND, refundedSum } from '@tiffin/domain/payment';
import { userIdOf } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import { recordAuditEntries, type Author } from '../../log/record-audit-entries.ts';
import { appendOrderUpdated } from '../../orders/apply-status.ts';
import { orderAnswer } from '../../orders/order-answer.ts';
import { readRounds, roundsOnBill } from '../../orders/rounds.ts';
import { closePaidTab } from '../../orders/tab-bills.ts';
import { refundedQuantity } from '../../orders/refunded-units.ts';
import { updateOrder } from '../../orders/update-order.ts';
import { updatePersonTotals } from '../../people/person-totals.ts';
import type { RefundedLineRow, OrderRow } from '../../../platform/db/order-row.ts';
import { syncGiftCards } from '../gift-cards/gift-card-balance.ts';
import {
  capturedPayments,
  ledgerPayments,
  ledgerRefunds,
  paidAmount,
  readLedger,
  findUndoRefund,
  type Ledger,
} from '../../ledger/ledger.ts';

interface Synced {
  readonly row: OrderRow;
  readonly order: WireOrder;
}

/**
 * Updates a locked order from its payments and refunds: status, times, refunded amount, and the guest's totals and
 * points. Notifies open pages, and the kitchen as soon as a dish is refunded. Once an order exists, this is the only
 * writer of its payment status. The rounds of a tab are updated together.
 */
export async function syncPaymentStatus(context: Context, tx: Tx, locked: OrderRow, by: Author): Promise<Synced> {
  const ledger = await readLedger(tx, locked.bill_id);
  await syncGiftCards(tx, ledger.payments, context.clock.now());
  const due = dueOfBill({ total: cents(ledger.bill.total_cents), paid: paidAmount(ledger) });
  if (!locked.tab) {
    return syncOrder(context, tx, locked, by, { ledger, due, refunded: refundedSum(ledgerRefunds(ledger)) });
  }
  const rounds = roundsOnBill(await readRounds(tx, locked.bill_id));
  const refunded = refundedOfRounds(rounds, ledger);
  let synced: Synced | null = null;
  for (const [index, current] of rounds.entries()) {
    // The rounds were read after the change. `syncOrder` compares with the state before it, which the locked order has.
    const given_back = current.id === locked.id ? locked.given_back : current.given_back;
    const round = { ...current, due_cents: locked.due_cents, given_back };
    const ownRefunds = ledger.refunds.filter(({ order_id: orderId }) => orderId === round.id);
    const state = { ledger, ownRefunds, due, refunded: refunded[index] ?? ZERO };
    const syncedRound = await syncOrder(context, tx, round, by, state);
    if (synced === null || round.id === locked.id) synced = syncedRound;
  }
  await closePaidTab(tx, locked.bill_id, due, context.clock.now());
  return synced ?? { row: locked, order: orderAnswer(locked, context.clock.now(), context) };
}

/** What was refunded of each round. What exceeds a round, such as a part of a chargeback, counts for the other rounds. */
function refundedOfRounds(rounds: readonly OrderRow[], { refunds }: Ledger): Cents[] {
  const unrefunded = rounds.map(({ total_cents: total }) => total);
  /** Returns what exceeds the round; all of the amount if there is no such round. */
  const refundFromRound = (index: number, amount: number) => {
    const refunded = Math.min(amount, unrefunded[index] ?? 0);
    unrefunded[index] = (unrefunded[index] ?? 0) - refunded;
    return amount - refunded;
  };
  const done = refunds.filter(({ status, of_change: ofChange }) => status === 'succeeded' && !ofChange);
  let excess = sumOf(
    done.map(({ order_id: id, amount_cents: amount }) =>
      refundFromRound(
        rounds.findIndex((round) => round.id === id),
        amount,
      ),
    ),
  );
  for (const index of rounds.keys()) excess = refundFromRound(index, excess);
  return rounds.map(({ total_cents: total }, index) => cents(total - (unrefunded[index] ?? 0)));
}

interface PaymentState {
  readonly ledger: Ledger;
  /** The refunds of this order alone, if the bill has several orders. */
  readonly ownRefunds?: Ledger['refunds'];
  readonly due: Cents;
  readonly refunded: Cents;
}

async function syncOrder(
  context: Context,
  tx: Tx,
  locked: OrderRow,
  by: Author,
  { ledger, ownRefunds = ledger.refunds, due, refunded }: PaymentState,
): Promise<Synced> {
  const now = context.clock.now();
  const changes = { ...paymentColumns(locked, ledger, due), refunded_cents: refunded };
  const next: OrderRow = {
    ...locked,
    ...changes,
    due_cents: due,
    given_back: refundedLines(ownRefunds),
    ledger: paidAmount(ledger) > 0 ? ledger : null,
  };
  const isPaidAsBefore =
    changes.payment_status === locked.payment_status && Number(changes.refunded_cents) === locked.refunded_cents;
  const isCookedAsBefore = next.items.every((item) => refundedQuantity(next, item) === refundedQuantity(locked, item));
  const isDueAsBefore = due === locked.due_cents;
  if (isPaidAsBefore && isDueAsBefore && isCookedAsBefore)
    return { row: locked, order: orderAnswer(locked, now, context) };
  const row = await updateOrder(tx, next, changes, now);
  if (isPaidAsBefore) return { row, order: await appendOrderUpdated(context, tx, row, now) };
  await updatePersonTotals(tx, row, locked, row, now, userIdOf(by.actor));
  await recordAuditEntries(tx, {
    at: now,
    actor: by.actor,
    action: 'change-payment-status',
    subject: { kind: 'order', id: locked.id },
    locationId: locked.location_id,
    before: { paymentStatus: locked.payment_status, refundedCents: locked.refunded_cents },
    after: { paymentStatus: changes.payment_status, refundedCents: changes.refunded_cents },
    from: by.from,
  });
  return { row, order: await appendOrderUpdated(context, tx, row, now, paymentEvent(locked, row)) };
}

function paymentEvent(before: OrderRow, after: OrderRow): 'paid' | 'refunded' | undefined {
  if (after.payment_status === 'paid' && before.payment_status !== 'paid') return 'paid';
  return after.refunded_cents > before.refunded_cents ? 'refunded' : undefined;
}

function paymentColumns(locked: OrderRow, ledger: Ledger, due: Cents) {
  const payment = capturedPayments(ledger).at(-1);
  const total = cents(ledger.bill.total_cents);
  return {
    payment_status: paymentStatusOf(total, ledgerPayments(ledger), ledgerRefunds(ledger), locked.payment_method),
    // A payment confirms the guest's contact, even if it is refunded or the order grows later.
    contact_unproven: payment ? null : locked.contact_unproven,
    // Once the order is fully paid, store its last payment.
    ...(payment &&
      due === 0 && {
        payment_method: payment.method,
        paid_at: payment.captured_at,
        payment_processed_at: payment.captured_at,
        processed_by: payment.provider === 'till' ? PROCESSED_BY_HAND : payment.processed_by,
        payment_intent_id: payment.provider_payment_id,
      }),
    // The last payment was undone, so the order has no payment time.
    ...(due > 0 && isUndone(ledger, locked.paid_at) && NOT_PAID),
  };
}

/** The undone tender must not be used again. The rest is collected in cash unless another tender is chosen. */
const NOT_PAID = { paid_at: null, payment_processed_at: null, processed_by: null, payment_method: 'cash' };

/** The refunds that reached the guest or will, as the order's row has them. */
function refundedLines(refunds: Ledger['refunds']): RefundedLineRow[] {
  return refunds
    .filter(({ status, of_change: ofChange }) => status !== 'failed' && !ofChange)
    .map((refund) => {
      const { status, method, payment_id, amount_cents, tip_cents, cash_rounding_cents, lines, deed } = refund;
      const settled_at = refund.settled_at?.toISOString() ?? null;
      return { status, method, payment_id, amount_cents, tip_cents, cash_rounding_cents, lines, settled_at, deed };
    });
}

/** True if the payment of that time was undone as a mistake. */
function isUndone(ledger: Ledger, paidAt: Date | null): boolean {
  return ledger.payments.some(
    ({ id, captured_at: at }) =>
      at !== null && at.getTime() === paidAt?.getTime() && findUndoRefund(ledger, id) !== undefined,
  );
}
