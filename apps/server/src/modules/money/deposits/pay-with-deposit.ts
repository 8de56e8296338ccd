import { cents, refuse, say, valueOrThrow, ZERO } from '@tiffin/domain/core';
import { DEPOSIT } from '@tiffin/domain/payment';
import { authorise } from '@tiffin/domain/people';
import { parseBillId } from '@tiffin/domain/tabs';
import type { Context, Tx } from '../../../context.ts';
import { readOpenBillOfPart } from '../../ledger/bill-parts.ts';
import { amountLeftToPay, readLedger, toOpenBill } from '../../ledger/ledger.ts';
import { recordPayment } from '../../ledger/record-payment.ts';
import { requireMaySettle } from '../../locations/money-permission.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { syncPaymentStatus } from '../bills/sync-payment-status.ts';
import { lockBill } from '../counter/add-payment.ts';
import { refuseIfPaid } from '../sessions/refuse-if-paid.ts';
import { depositOfBill, lockDeposit } from './hold-deposit.ts';
import { settleDeposit } from './settle-deposit.ts';

/** Pays a bill with the deposit of its party. What the bill does not need goes back to the card at once. */
export async function payWithDeposit(context: Context, tx: Tx, by: Author, id: string): Promise<void> {
  const { billId, part } = parseBillId(id);
  const order = await lockBill(tx, id);
  const { id: orderId, location_id: locationId } = order;
  valueOrThrow(authorise('order.take-payment', by.actor, { locationId }));
  requireMaySettle(context, order);
  const reservationId = (await depositOfBill(tx, billId))?.reservation_id;
  const held = reservationId ? await lockDeposit(tx, reservationId) : undefined;
  if (!held || !reservationId || held.balance_cents === 0) {
    throw refuse('failed-precondition', say`Nothing is left of a deposit for this bill. Load the bill again.`);
  }
  const ledger = await readLedger(tx, order.bill_id);
  refuseIfPaid(order, ledger);
  const open = part === null ? toOpenBill(ledger) : await readOpenBillOfPart(tx, ledger, part);
  const due = Math.min(amountLeftToPay(ledger), open.total - open.paid - open.held);
  const amount = cents(Math.min(due, held.balance_cents));
  if (amount <= 0) throw refuse('failed-precondition', say`The rest of this bill is part of an open payment.`);
  await recordAuditEntry(tx, { at: context.clock.now(), ...by }, 'add-payment', ['order', orderId], {
    locationId,
    after: { tender: DEPOSIT, amountCents: amount, tipCents: 0 },
  });
  const deposit = { tender: null, method: DEPOSIT, amount, tip: ZERO, rounding: ZERO, part, giftCard: held };
  await recordPayment(context, tx, order, { ...by, ...deposit });
  await context.reachTestPoint('deposit.booked');
  await syncPaymentStatus(context, tx, order, by);
  await settleDeposit(context, tx, reservationId);
}
