import { addCents, cents, type Cents } from '@tiffin/domain/core';
import { allocate } from '@tiffin/domain/pricing';
import type { FiscalBill, FiscalReversal } from '../../adapters/fiscal/fiscal-device.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import { refundShareOfItems } from '../billing/refund-share.ts';
import type { Ledger, RefundRow } from '../ledger/ledger.ts';
import { taxesOfOrder } from '../orders/order-parts.ts';

/** A bill as the device got it, and the refunds of it that the device gets before the next one. */
export interface ReversedBill {
  readonly bill: FiscalBill;
  readonly reversals: readonly FiscalReversal[];
}

type Amounts = Pick<FiscalBill, 'taxes' | 'tip' | 'total'>;

/** What is left of a bill after its refunds. */
function remainingAmounts({ bill, reversals }: ReversedBill): Amounts {
  const minus = (amount: number, amountOf: (reversal: FiscalReversal) => number): number =>
    Math.max(0, amount - reversals.reduce((sum, reversal) => sum + amountOf(reversal), 0));
  return {
    // Several lines may have the same code and different rates.
    taxes: bill.taxes.map(({ code, amount }, index) => ({
      code,
      amount: minus(amount, ({ taxes }) => (taxes[index]?.code === code ? taxes[index].amount : 0)),
    })),
    tip: minus(bill.tip, ({ tip }) => tip),
    total: minus(bill.total, ({ total }) => total),
  };
}

/** A refund for the fiscal device. It never reverses more than what is left of the bill. */
export function fiscalReversalOf(
  refund: RefundRow,
  { order, ledger, reversed }: { readonly order: OrderRow; readonly ledger: Ledger; readonly reversed: ReversedBill },
  now: Date,
): FiscalReversal {
  const { bill } = reversed;
  const left = remainingAmounts(reversed);
  const total = cents(Math.min(refund.amount_cents, left.total));
  const payment = ledger.payments.find(({ id }) => id === refund.payment_id);
  return {
    kind: 'reversal',
    refundId: refund.id,
    billId: bill.billId,
    locationId: bill.locationId,
    refundedAt: (refund.settled_at ?? now).toISOString(),
    currency: bill.currency,
    // The last refund reverses what is left, so that all refunds add up to the bill.
    ...splitTotal(total, (total < left.total && dishesOf(refund, order, ledger)) || left),
    total,
    payments: [{ tender: payment?.tender ?? refund.method, amount: total, tip: refund.tip_cents }],
  };
}

/** The dishes of the refund with their own taxes; null if the refund names none. */
function dishesOf(refund: RefundRow, order: OrderRow, ledger: Ledger): Amounts | null {
  const first = ledger.refunds.findIndex(({ deed }) => deed === refund.deed);
  const share = refundShareOfItems(order, { refunds: ledger.refunds.slice(0, first) }, refund.lines);
  if (!share.ok) return null;
  const { taxes, tip, total } = share.value;
  const codes = taxesOfOrder(order).map(({ code }) => code);
  return { taxes: taxes.map(({ amount }, index) => ({ code: codes[index] ?? '', amount })), tip, total };
}

/** Splits a refunded total into taxes and tip in the proportions of the dishes, or of what is left of the bill. */
function splitTotal(amount: Cents, { taxes, tip, total }: Amounts): Pick<FiscalReversal, 'taxes' | 'tip'> {
  const parts = [...taxes.map((tax) => cents(tax.amount)), cents(tip)];
  const rest = Math.max(0, total - addCents(...parts));
  const shares = allocate(amount, [...parts, rest]);
  return {
    taxes: taxes.map(({ code }, index) => ({ code, amount: shares[index] ?? 0 })),
    tip: shares[taxes.length] ?? 0,
  };
}
