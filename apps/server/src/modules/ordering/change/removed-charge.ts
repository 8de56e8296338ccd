import { addCents, cents, refuse, say, subtractCents, type Cents } from '@tiffin/domain/core';
import { withoutChargesProblem, type RuleKind } from '@tiffin/domain/order';
import { chargeName } from '@tiffin/domain/pricing';
import type { Tx } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { toOpenBill, type Ledger } from '../../ledger/ledger.ts';
import type { LocationRow } from '../../locations/queries.ts';
import { chargesOf } from '../../orders/order-parts.ts';
import { moreThanUnpaidRefusal, noSuchDiscountRefusal } from './discount-refusals.ts';

/** A charge that staff take off a bill, and why. */
export interface RemovedCharge {
  readonly kind: RuleKind;
  readonly reason: string;
}

/** The orders of a bill without the charge, and what the audit log records of it. */
export function withoutCharge(orders: readonly OrderRow[], location: LocationRow, { kind, reason }: RemovedCharge) {
  const charge = orders.flatMap(chargesOf).find((each) => each.kind === kind);
  if (!charge) throw noSuchDiscountRefusal();
  const problem = withoutChargesProblem(location.charges, [kind], true);
  if (problem) throw refuse(problem.code, problem.message, { ...problem.details, field: 'kind' });
  const rest = orders.map(({ parts, ...row }) => ({
    ...row,
    parts: parts && { ...parts, charges: parts.charges.filter((each) => each.kind !== kind) },
  }));
  return { rest, auditDetails: { withoutCharge: chargeName(charge), reason } };
}

/** Refuses a lower total for a bill that is paid, or of which less is left to pay. */
export async function requireUnpaid(
  tx: Tx,
  order: OrderRow,
  { ledger, isPaid }: { readonly ledger: Ledger; readonly isPaid: boolean },
  totalAfter: Cents,
): Promise<void> {
  if (isPaid) throw refuse('bill-has-payments', say`This bill is paid. Refund an amount instead.`);
  const { total, paid, held: pending } = toOpenBill(ledger);
  const most = subtractCents(total, addCents(paid, cents(pending)));
  if (subtractCents(total, totalAfter) > most) throw await moreThanUnpaidRefusal(tx, order, { paid, pending, most });
}
