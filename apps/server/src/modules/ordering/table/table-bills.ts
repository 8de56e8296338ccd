import { addCents, cents, type Cents } from '@tiffin/domain/core';
import { paidPortions, type ChosenItem, type TablePayment } from '@tiffin/domain/tabs';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { amountLeftToPay, capturedPayments, readLedger, type Ledger, type PaymentRow } from '../../ledger/ledger.ts';
import { readRounds } from '../../orders/rounds.ts';

/** A bill of a party, with its orders and payments. */
export interface TableBill {
  readonly id: string;
  readonly ledger: Ledger;
  readonly rounds: readonly OrderRow[];
  /** The payments that succeeded or have an open page. */
  readonly payments: readonly PaymentRow[];
  /** What nobody has paid or is paying. */
  readonly left: Cents;
}

/** The bills of a party, oldest first. A party that ordered after a payment has several. */
export async function readTableBills(db: Db | Tx, sittingId: string): Promise<TableBill[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bills where sitting_id = ${sittingId} and merged_into is null order by opened_at, id
  `.execute(db);
  const bills = await Promise.all(rows.map(({ id }) => readTableBill(db, id)));
  return bills.filter(({ rounds }) => rounds.length > 0);
}

export async function readTableBill(db: Db | Tx, id: string): Promise<TableBill> {
  const rounds = (await readRounds(db, id)).filter(({ status }) => status !== 'cancelled');
  const ledger = await readLedger(db, id);
  const payments = [...capturedPayments(ledger), ...ledger.payments.filter(({ status }) => status === 'pending')];
  const left = rounds.length === 0 ? cents(0) : cents(Math.max(0, amountLeftToPay(ledger)));
  return { id, ledger, rounds, payments, left };
}

/** The payments as the rules of paying at the table take them. */
export const tablePayments = ({ payments }: TableBill): TablePayment[] =>
  payments.map((row) => ({ amount: cents(row.amount_cents), atTable: row.at_table }));

/** Whether a party has ordered, and what it has not paid. */
export async function dueOfParty(db: Db | Tx, sittingId: string) {
  const { rows } = await sql<{ ordered: boolean; due: number }>`
    select coalesce(sum(greatest(total_cents - paid_cents, 0)) filter (where not is_void), 0)::int as due,
      exists (select from bills b join orders o on o.bill_id = b.id
        where b.sitting_id = ${sittingId} and o.status <> 'cancelled') as ordered
    from bills where sitting_id = ${sittingId} and merged_into is null
  `.execute(db);
  return { hasOrdered: rows[0]?.ordered ?? false, due: cents(rows[0]?.due ?? 0) };
}

export const sumLeft = (bills: readonly TableBill[]) => addCents(...bills.map(({ left }) => left));

/** The portions of a bill that no phone has paid or is paying; of some of its orders, or of all. */
export function unpaidLines(bill: TableBill, orderIds?: ReadonlySet<string>): ChosenItem[] {
  const payments = tablePayments(bill);
  return bill.rounds
    .filter(({ id }) => orderIds?.has(id) ?? true)
    .flatMap(({ id: orderId, items }) =>
      items.map(({ line, quantity }) => ({
        orderId,
        line,
        quantity: quantity - paidPortions(payments, { orderId, line }),
      })),
    )
    .filter(({ quantity }) => quantity > 0);
}
