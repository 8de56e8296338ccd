import { cents, sumOf, ZERO, type Cents } from '@tiffin/domain/core';
import { splitReversals, type ReversedAmounts, type SoldBill } from '@tiffin/domain/stats';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/connection.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { pricedLinesOfOrder, taxesOfOrder } from '../../orders/order-parts.ts';
import { readOrders } from '../../orders/queries.ts';
import { combineRounds, readRounds, type CombinedRounds } from '../../orders/rounds.ts';
import { isTab, paymentsOfBills, salesTakenBack, type ReportScope } from './report-rows.ts';

/** A refund or a late cancellation, with what it took back of its order. */
export interface SaleTakenBack {
  readonly id: string;
  readonly at: Date;
  readonly day: string;
  readonly hour: number;
  readonly amount: number;
  /** Null for a cancellation, which moves no money. */
  readonly tender: string | null;
  readonly order: OrderRow;
  readonly channel: string;
  readonly daypart: string | null;
  readonly taxes: SoldBill['taxes'];
  readonly parts: ReversedAmounts;
  /** The tip that was taken back of each payment. Together it is less than the bill's tip if that was not fully paid. */
  readonly paidTips: readonly {
    readonly paymentId: string;
    readonly tender: string;
    readonly person: string;
    readonly amount: number;
  }[];
}

type TakenBackRow = Omit<SaleTakenBack, 'order' | 'taxes' | 'parts' | 'paidTips'> & {
  order_id: string;
  bill_id: string;
  is_cancellation: boolean;
};

interface RefundOfBill extends Pick<Row<'refunds'>, 'id' | 'payment_id' | 'amount_cents' | 'deed' | 'lines'> {
  readonly bill_id: string;
  readonly order_id: string;
}

/** Reads what was taken back in a period, split into dishes, charges, taxes and tip. There are few of these orders. */
export async function readSalesTakenBack(db: Db, scope: ReportScope): Promise<SaleTakenBack[]> {
  const { rows } = await sql<TakenBackRow>`select * from (${salesTakenBack(scope)}) t order by at, id`.execute(db);
  if (rows.length === 0) return [];
  const orderIds = [...new Set(rows.map((row) => row.order_id))];
  const orders = new Map(
    (await readOrders(db, sql`o.id = any(${orderIds}::text[])`)).map((order) => [order.id, order]),
  );
  const refunds = Map.groupBy(await readRefunds(db, rows), (refund) => refund.bill_id);
  const payments = Map.groupBy(await readPayments(db, rows), (payment) => payment.bill_id);
  // A refund of a tab takes back from all its rounds together, a cancellation from one round.
  const tabs = new Map<string, CombinedRounds>();
  for (const { bill_id: billId, tab } of orders.values()) {
    if (tab && !tabs.has(billId)) tabs.set(billId, combineRounds(await readRounds(db, billId)));
  }
  return rows.flatMap(({ order_id: orderId, bill_id: billId, is_cancellation: isCancellation, ...row }) => {
    const tab = isCancellation ? undefined : tabs.get(billId);
    const order = tab?.row ?? orders.get(orderId);
    if (!order) return [];
    const bill = soldBillOf(order);
    const billRefunds = (refunds.get(billId) ?? []).filter((refund) => !isCancellation || refund.order_id === orderId);
    const allParts = splitRefunds(order, bill, billRefunds, tab?.origins);
    const refundedTip = (isIncluded: (refund: RefundOfBill) => boolean) =>
      sumOf(billRefunds.map((refund, index) => (isIncluded(refund) ? (allParts[index]?.tip ?? ZERO) : ZERO)));
    const parts = isCancellation ? allParts.at(-1) : allParts[billRefunds.findIndex(({ id }) => id === row.id)];
    const paidTips = (payments.get(billId) ?? []).map(({ id, tender, person, bill_tip: tip }) => ({
      paymentId: id,
      tender,
      person,
      amount: isCancellation
        ? tip - refundedTip((refund) => refund.payment_id === id)
        : refundedTip((refund) => refund.id === row.id && refund.payment_id === id),
    }));
    return parts ? [{ ...row, order, taxes: bill.taxes, parts, paidTips }] : [];
  });
}

interface PaymentOfBill {
  readonly id: string;
  readonly bill_id: string;
  readonly tender: string;
  readonly person: string;
  readonly bill_tip: number;
}

async function readPayments(db: Db, rows: readonly TakenBackRow[]): Promise<readonly PaymentOfBill[]> {
  return (await sql<PaymentOfBill>`${paymentsOfBills(rows.map((row) => row.bill_id))}`.execute(db)).rows;
}

async function readRefunds(db: Db, rows: readonly TakenBackRow[]): Promise<RefundOfBill[]> {
  return db
    .selectFrom('refunds as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select([
      'r.id',
      sql<string>`r.bill_id`.as('bill_id'),
      sql<string>`r.order_id`.as('order_id'),
      'r.payment_id',
      'r.amount_cents',
      'r.deed',
      'r.lines',
    ])
    .where('r.bill_id', 'in', [...new Set(rows.map((row) => row.bill_id))])
    .where('r.status', '=', 'succeeded')
    .where('r.of_change', '=', false)
    .where(sql<boolean>`(o.status <> 'cancelled' or r.settled_at < o.cancelled_time or ${isTab(sql`r.bill_id`)})`)
    .orderBy('r.settled_at')
    .orderBy('r.id')
    .execute();
}

/** The parts of each refund, and at the end those of a cancellation, which takes back what the refunds left (null). */
function splitRefunds(
  order: OrderRow,
  bill: SoldBill,
  refunds: readonly RefundOfBill[],
  origins: CombinedRounds['origins'] = order.items.map(({ line }) => ({ orderId: order.id, line })),
): ReversedAmounts[] {
  const reversals = refunds.map(({ amount_cents: amount, deed: group, lines, order_id: orderId }) => ({
    amount: cents(amount),
    group,
    lines: lines.map(({ line, quantity, part }) => ({
      line: origins.findIndex((origin) => origin.orderId === orderId && origin.line === line),
      quantity,
      part: part === undefined ? undefined : part - 1,
    })),
  }));
  const cancellation: { amount: Cents | null; group: string; lines: [] } = { amount: null, group: '', lines: [] };
  return splitReversals(bill, [...reversals, cancellation]);
}

function soldBillOf(order: OrderRow): SoldBill {
  const lines = pricedLinesOfOrder(order);
  return {
    dishes: lines.slice(0, order.items.length),
    charges: lines.slice(order.items.length),
    taxes: taxesOfOrder(order),
    tip: cents(order.tip_cents),
  };
}
