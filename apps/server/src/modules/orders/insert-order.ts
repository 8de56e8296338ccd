import { randomUUID } from 'node:crypto';
import type { WireOrder } from '@tiffin/contract/order-answer';
import { refuse, say } from '@tiffin/domain/core';
import type { Context } from '../../context.ts';
import { Batcher } from '../../platform/db/batcher.ts';
import { isCheckViolation, isRefused, isUniqueViolation, type Db, type Tx } from '../../platform/db/connection.ts';
import { onCommit } from '../../platform/db/transaction.ts';
import { isSlotFull } from '../fulfilment/reserve-slots.ts';
import { orderAnswer } from './order-answer.ts';
import { writeOut } from '../../platform/http/written-out.ts';
import { runForClient } from '../../who-asks.ts';
import { waitsForOthers, writeMany, writeOne, type Done, type Outcome } from './insert-statement.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import type { StatedOrder } from './order-columns.ts';

/** Numbers collide once in some ten thousand orders; a row of collisions is a bug. */
export const MOST_DRAWS = 10;

/**
 * `number-taken`: another order has this number, draw again. `cart-ordered`: this cart is an order already.
 * `contact-taken`: somebody who showed nothing yet has an order there that is not paid.
 * `slot-full`: the quarter of an hour it is promised in filled up since. `too-few`: of what is counted there is less than it takes.
 * `page-open`: this cart has a payment page that may have been paid; close it first.
 */
export type Written = Outcome | 'contact-taken' | 'slot-full' | 'too-few';

/**
 * Writes a new order: row, bill, lines, history, event, stored answer. It never waits for the menu: when
 * the location's row was changed since the order was priced, nothing is written. The event log is rung
 * after the commit. What somebody else was first with is told by `overtaken`, outside a transaction that it ended.
 */
export async function writeOrder(
  { events }: Pick<Context, 'events'>,
  db: Db | Tx,
  wanted: StatedOrder,
): Promise<Written> {
  const write = db.isTransaction ? writeOne : writeTogether;
  const { came_of_it: cameOfIt, event_id: id } = await write(db, wanted);
  if (id !== null) onCommit(db, () => events.ring({ id, data: writeOut(wanted.answer) }));
  return cameOfIt;
}

/** So many share one statement at most. */
const MOST_TOGETHER = 32;

type Orders = Batcher<StatedOrder, Done>;
/** By what they may have to wait for: the counters of a location, or nothing. */
const batchers = new WeakMap<Db, Map<string, Orders>>();

function batcherOf(db: Db, order: StatedOrder): Orders {
  const known = batchers.get(db) ?? new Map<string, Orders>();
  batchers.set(db, known);
  const counters = waitsForOthers(order) ? order.row.location_id : '';
  const batcher = known.get(counters) ?? new Batcher((orders) => writeEach(db, orders), MOST_TOGETHER);
  known.set(counters, batcher);
  return batcher;
}

/**
 * Orders that are placed at the same moment share one statement: of eight at once each costs the database half. Where one
 * of them is refused by an index or a check, or has to wait, nothing is written, and each is written by itself.
 */
async function writeTogether(db: Db, order: StatedOrder): Promise<Done> {
  return (await batcherOf(db, order).answer(order)) ?? writeOne(db, order);
}

/** What came of each; of none where they cannot be written together. */
async function writeEach(db: Db, orders: readonly StatedOrder[]): Promise<ReadonlyMap<StatedOrder, Done>> {
  const [first, ...others] = orders;
  if (first && others.length === 0) return new Map([[first, await writeOne(db, first)]]);
  try {
    // For a connection they wait in a line of their own: nobody for what another of them had.
    return await runForClient(randomUUID(), () => writeMany(db, orders));
  } catch (error) {
    // When the connection broke nobody knows whether they are written: whoever asks again is told.
    if (!isRefused(error)) throw error;
    return new Map();
  }
}

/** Two requests with one key, or of one cart, at once: the second waited for the first. */
export function overtaken(error: unknown): Written {
  if (isUniqueViolation(error, 'idempotency_keys_pkey')) return 'asked-before';
  if (isUniqueViolation(error, 'orders_cart')) return 'cart-ordered';
  if (isSlotFull(error)) return 'slot-full';
  if (isCheckViolation(error, 'stock_enough')) return 'too-few';
  if (isUniqueViolation(error, 'orders_unproven_contact')) return 'contact-taken';
  if (isUniqueViolation(error, 'orders_welcome_code')) throw refuse('offer-over');
  throw error;
}

/**
 * For makers whose price was settled before and who work in a transaction (a payment, a payment
 * link): draws numbers until one is free.
 */
export async function writeSettledOrder(
  context: Context,
  tx: Tx,
  make: () => Pick<StatedOrder, 'row' | 'actor' | 'paid'>,
): Promise<{ readonly row: OrderRow; readonly order: WireOrder }> {
  for (let tries = 0; tries < MOST_DRAWS; tries++) {
    const draft = make();
    const { row } = draft;
    const order = orderAnswer(row, row.order_time, context);
    const answer = { orderId: row.id, order };
    const wanted = { ...draft, answer, stamp: null, idempotency: null };
    const written = await writeOrder(context, tx, wanted).catch(overtaken);
    if (written === 'cart-ordered') throw refuse('cart-ordered');
    if (written !== 'placed') continue;
    return { row, order };
  }
  throw refuse('conflict', say`No free order number was found`);
}
