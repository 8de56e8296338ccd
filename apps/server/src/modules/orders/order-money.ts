import type { WireOrder } from '@tiffin/contract/order/order-answer';
import { cents, centsOf, sumOf, toDollars } from '@tiffin/domain/core';
import { GIFT_CARD, type PaymentMethod, type RefundRoute } from '@tiffin/domain/payment';
import { isoTime, type OrderLedger, type OrderRow } from '../../platform/db/order-row.ts';
import { isCounted, planCancelRefunds } from '../ledger/ledger.ts';
import { collectedCents } from '../ledger/record-overpayment.ts';

type Payment = OrderLedger['payments'][number];

/** How an order was paid, what was refunded, and what a cancellation would refund. */
export function moneyAnswer(
  row: Pick<OrderRow, 'due_cents' | 'given_back' | 'ledger' | 'status' | 'tab' | 'total_cents'>,
  paymentMethod: PaymentMethod,
): Pick<WireOrder, 'refunds' | 'paidWith' | 'paidParts' | 'goesBack'> {
  const { ledger, given_back: refunds } = row;
  const refundAnswer = (method: RefundRoute, amount: number, paymentId: string) => {
    const payment = ledger?.payments.find(({ id }) => id === paymentId);
    return { method, amount: toDollars(cents(amount)), ...giftCardOf(payment) };
  };
  const refundsWith = (status: 'requested' | 'succeeded') =>
    (refunds ?? [])
      .filter((refund) => refund.status === status)
      .map((refund) => ({ ...refund, answer: refundAnswer(refund.method, collectedCents(refund), refund.payment_id) }));
  const doneRefunds = refundsWith('succeeded').map(({ answer, settled_at: at, lines: items }) => ({
    ...answer,
    at: isoTime(at),
    items,
  }));
  if (!ledger) return { refunds: doneRefunds };
  const paid = ledger.payments.filter((payment) => isCounted(ledger, payment));
  const parts = partsOf(ledger, paid);
  const tenders = [...new Set(paid.map(tenderOf))].toSorted();
  const isPaidOtherwise = tenders.some((tender) => tender !== paymentMethod);
  // The payments of a tab may pay other rounds, too.
  const areOfThisOrder = !row.tab || paysWhole(row, parts);
  const planned = planCancelRefunds(ledger).map(({ method, back }) => refundAnswer(method, back.due, back.paymentId));
  const requested = row.status === 'cancelled' ? refundsWith('requested').map(({ answer }) => answer) : [];
  return {
    refunds: doneRefunds,
    paidWith: isPaidOtherwise ? tenders : undefined,
    paidParts: isPaidOtherwise && areOfThisOrder ? parts : undefined,
    // What was paid on a tab then pays its other rounds.
    goesBack: row.tab ? [] : [...requested, ...planned],
  };
}

/** What each payment pays of the bill, less what order changes refunded. */
function partsOf({ refunds }: OrderLedger, paid: readonly Payment[]) {
  return paid.flatMap((payment) => {
    const ofChanges = refunds.filter((refund) => refund.of_change && refund.payment_id === payment.id);
    const amount = payment.amount_cents - sumOf(ofChanges.map((refund) => refund.amount_cents));
    return amount > 0 ? [{ tender: tenderOf(payment), amount: toDollars(cents(amount)), ...giftCardOf(payment) }] : [];
  });
}

const paysWhole = (row: Pick<OrderRow, 'due_cents' | 'total_cents'>, parts: readonly { readonly amount: number }[]) =>
  row.due_cents + sumOf(parts.map(({ amount }) => centsOf(amount))) === row.total_cents;

const tenderOf = ({ tender, method }: Payment): string => tender ?? method;

const giftCardOf = (payment: Payment | undefined) =>
  payment?.method === GIFT_CARD && payment.reference !== null ? { giftCard: payment.reference } : {};
