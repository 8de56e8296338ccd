import { addCents, refuse, say, sumOf } from '@tiffin/domain/core';
import { taxedParts } from '@tiffin/domain/pricing';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { OrderParts, OrderRow } from '../../platform/db/order-row.ts';
import { pricedLinesOfOrder, taxesOfOrder } from './order-parts.ts';
import { findOrder, lockOrder, orderIdsOfBill, readOrders } from './queries.ts';

/** The orders of a bill, oldest first. */
export function readRounds(db: Db | Tx, billId: string): Promise<OrderRow[]> {
  return readOrders(db, sql`o.id in (${orderIdsOfBill(sql`${billId}`)})`, sql`order by o.order_time, o.id`);
}

/** Cancelled rounds are not on the bill, unless all of them were cancelled. */
export function roundsOnBill<Round extends Pick<OrderRow, 'status'>>(rounds: readonly Round[]): readonly Round[] {
  const notCancelled = rounds.filter(({ status }) => status !== 'cancelled');
  return notCancelled.length > 0 ? notCancelled : rounds;
}

/** All rounds of a bill as one order. */
export interface CombinedRounds {
  readonly row: OrderRow;
  /** The round and the line of each of its items. */
  readonly origins: readonly { readonly orderId: string; readonly line: number }[];
}

/** Combines the rounds of a bill that are on it. There must be at least one. */
export function combineRounds(all: readonly OrderRow[]): CombinedRounds {
  const rounds = roundsOnBill(all);
  const [first] = rounds;
  if (!first) throw new Error('a bill without orders was combined');
  const origins = rounds.flatMap(({ id, items }) => items.map(({ line }) => ({ orderId: id, line })));
  if (rounds.length === 1) return { row: first, origins };
  const root = all.find(({ id, bill_id: billId }) => id === billId) ?? first;
  const numberOf = (orderId: string, line: number) =>
    origins.findIndex((origin) => origin.orderId === orderId && origin.line === line) + 1;
  const sum = (of: (round: OrderRow) => number) => sumOf(rounds.map(of));
  return {
    origins,
    row: {
      ...first,
      id: root.bill_id,
      receipt_token: root.receipt_token,
      session_id: root.session_id,
      subtotal_cents: sum((round) => round.subtotal_cents),
      discount_cents: sum((round) => round.discount_cents),
      charges_cents: sum((round) => round.charges_cents),
      tax_cents: sum((round) => round.tax_cents),
      tip_cents: sum((round) => round.tip_cents),
      total_cents: sum((round) => round.total_cents),
      refunded_cents: sum((round) => round.refunded_cents),
      item_count: sum((round) => round.item_count),
      tax_rate: Math.max(...rounds.map((round) => round.tax_rate)),
      special_instructions: null,
      items: rounds.flatMap(({ id, items }) => items.map((item) => ({ ...item, line: numberOf(id, item.line) }))),
      given_back: rounds.flatMap(({ id, given_back }) =>
        (given_back ?? []).map((refund) => ({
          ...refund,
          lines: refund.lines.map((each) => ({ ...each, line: numberOf(id, each.line) })),
        })),
      ),
      changes: null,
      has_parts: rounds.some((round) => round.has_parts),
      parts: rounds.some((round) => round.has_parts) ? combineParts(rounds, numberOf) : null,
    },
  };
}

/** Adds up the taxes of rounds by code and rate. A tax on all classes of the bill has null instead of their list. */
function combineParts(rounds: readonly OrderRow[], numberOf: (orderId: string, line: number) => number): OrderParts {
  const classesOf = (row: OrderRow) =>
    pricedLinesOfOrder(row).flatMap((line) => taxedParts(line).map(({ taxClass }) => taxClass));
  const allClasses = new Set(rounds.flatMap(classesOf));
  const taxes = rounds.flatMap((row) =>
    taxesOfOrder(row).map((tax) => ({ ...tax, classes: tax.classes ?? classesOf(row) })),
  );
  const groups = Map.groupBy(taxes, ({ code, rate, included }) => `${code} ${rate} ${included === true}`);
  return {
    taxes: [...groups.values()].flatMap((group) => {
      const [tax] = group;
      if (!tax) return [];
      const classes = [...new Set(group.flatMap((each) => each.classes))];
      return {
        code: tax.code,
        label: tax.label,
        registration: tax.registration,
        rate: tax.rate,
        included: tax.included ?? false,
        classes: classes.length === allClasses.size ? null : classes,
        base_cents: addCents(...group.map(({ base }) => base)),
        amount_cents: addCents(...group.map(({ amount }) => amount)),
      };
    }),
    charges: rounds.flatMap((row) => row.parts?.charges ?? []),
    adjustments: rounds.flatMap((row) =>
      (row.parts?.adjustments ?? []).map((each) => ({
        ...each,
        line: each.line === null ? null : numberOf(row.id, each.line),
      })),
    ),
  };
}

/** What the payments of a bill need of its orders: its order, or all rounds of a tab as one. */
export async function billOrderOf<Found extends OrderRow | null>(db: Db | Tx, order: Found): Promise<Found | OrderRow> {
  return order?.tab ? combineRounds(await readRounds(db, order.bill_id)).row : order;
}

/** The bill into which a bill was merged, also over several steps; its own id if it was not. */
export async function mergedBillId(db: Db | Tx, billId: string): Promise<string> {
  const found = await db.selectFrom('bills').select('merged_into').where('id', '=', billId).executeTakeFirst();
  return found?.merged_into ? mergedBillId(db, found.merged_into) : billId;
}

/** Reads the order of a bill, by the id of the bill or of one of its orders. Null for a tab without rounds. */
export async function findBillOrder(db: Db | Tx, id: string): Promise<OrderRow | null> {
  return billOrderOf(db, (await findOrder(db, id)) ?? (await findOrder(db, await mergedBillId(db, id))));
}

/** Like `findBillOrder`, but locks all orders of the bill first. */
export async function lockBillOrder(tx: Tx, id: string): Promise<OrderRow | null> {
  return billOrderOf(tx, (await lockOrder(tx, id)) ?? (await lockOrder(tx, await mergedBillId(tx, id))));
}

/** Refuses to cook a course that is held. */
export function requireFired({ held_at: heldAt }: Pick<OrderRow, 'held_at'>): void {
  if (heldAt !== null) throw refuse('failed-precondition', say`This course is held. Fire it first.`);
}
