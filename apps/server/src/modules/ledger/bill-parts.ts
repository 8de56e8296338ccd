import { addCents, cents, refuse, say, subtractCents, sumOf, ZERO, type Cents } from '@tiffin/domain/core';
import type { OpenBill } from '@tiffin/domain/payment';
import { allocate } from '@tiffin/domain/pricing';
import { duesOfParts } from '@tiffin/domain/tabs';
import type { Insertable } from 'kysely';
import type { Db, Tx } from '../../context.ts';
import type { Row, Schema } from '../../platform/db/schema.ts';
import { amountLeftToPay, capturedPayments, toOpenBill, type Ledger, type PaymentRow } from './ledger.ts';

export type PartRow = Row<'bill_parts'>;

/** The parts of a split bill, in their order. */
export function readParts(db: Db | Tx, billId: string): Promise<PartRow[]> {
  return db.selectFrom('bill_parts').selectAll().where('bill_id', '=', billId).orderBy('position').execute();
}

/** Replaces the parts of a bill. Without parts it is whole again. */
export async function replaceParts(
  tx: Tx,
  billId: string,
  parts: readonly Omit<Insertable<Schema['bill_parts']>, 'bill_id'>[],
): Promise<void> {
  await tx.deleteFrom('bill_parts').where('bill_id', '=', billId).execute();
  const rows = parts.map((part) => ({ ...part, bill_id: billId }));
  if (rows.length > 0) await tx.insertInto('bill_parts').values(rows).execute();
}

/** A part with what was paid, is held and is left to pay of it, held amounts included. */
export interface OpenPart {
  readonly row: PartRow;
  readonly paid: Cents;
  readonly held: Cents;
  readonly due: Cents;
}

/** The parts of a split bill with their payments. What was paid without a part reduces what the last ones owe. */
export function openParts(ledger: Ledger, parts: readonly PartRow[]): OpenPart[] {
  const { total, paid } = toOpenBill(ledger);
  const sumOfPart = (payments: readonly PaymentRow[], position: number) =>
    addCents(...payments.filter(({ part }) => part === position).map((each) => cents(each.amount_cents)));
  const captured = capturedPayments(ledger);
  const pending = ledger.payments.filter(({ status }) => status === 'pending');
  const amounts = parts.map(({ position, amount_cents: amount }) => ({
    amount: cents(amount),
    paid: sumOfPart(captured, position),
    held: sumOfPart(pending, position),
  }));
  const dues = duesOfParts(amounts, cents(total - paid));
  return parts.map((row, index) => ({ row, paid: ZERO, held: ZERO, ...amounts[index], due: dues[index] ?? ZERO }));
}

/**
 * Spreads what is due after a discount over the parts, in proportion to what each still owes, so that they owe together
 * what the bill owes. What was paid or is held of a part stays. The ledger is as before the discount.
 */
export async function spreadOverParts(tx: Tx, ledger: Ledger, due: Cents): Promise<void> {
  const parts = openParts(ledger, await readParts(tx, ledger.bill.id));
  if (parts.length === 0) return;
  const open = parts.map((part) => Math.max(0, part.due - part.held));
  // A part that a discount paid for has only its dishes to count.
  const weights = open.some((amount) => amount > 0) ? open : parts.map(weightOfFreePart);
  const shares = allocate(subtractCents(due, addCents(...parts.map(({ held }) => held))), weights);
  const rows = parts.map(({ row, paid, held }, index) => ({
    ...row,
    amount_cents: addCents(paid, held, shares[index] ?? ZERO),
    lines: JSON.stringify(row.lines),
  }));
  await replaceParts(tx, ledger.bill.id, rows);
}

function weightOfFreePart({ row, paid }: OpenPart): number {
  return paid > 0 ? 0 : 1 + sumOf(row.lines.map(({ amount }) => amount));
}

/** The part at this position. Refuses if the bill was split again since. */
export function openPart(ledger: Ledger, parts: readonly OpenPart[], position: number): OpenPart {
  const part = parts.find(({ row }) => row.position === position);
  if (part) return part;
  throw refuse('not-found', say`This bill was split anew. Load it again.`);
}

/** The amounts of a part for its next payment. The cash of all parts is rounded together. */
export async function readOpenBillOfPart(db: Db | Tx, ledger: Ledger, position: number): Promise<OpenBill> {
  const part = openPart(ledger, openParts(ledger, await readParts(db, ledger.bill.id)), position);
  // A page that is open for the whole bill may hold what the part owes.
  const free = Math.min(part.due - part.held, amountLeftToPay(ledger));
  const { rounding } = toOpenBill(ledger);
  return { total: part.due, paid: ZERO, held: cents(part.due - Math.max(0, free)), rounding };
}
