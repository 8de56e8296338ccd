import type { WireOrder } from '@tiffin/contract/order-answer';
import { refuse, say } from '@tiffin/domain/core';
import type { Context } from '../../context.ts';
import { Batcher } from '../../db/batcher.ts';
import { isCheckViolation, isRefused, isUniqueViolation, type Db, type Tx } from '../../db/connection.ts';
import { onCommit, Overtaken } from '../../db/transaction.ts';
import { isSlotFull, slotFilled } from '../capacity/take-slots.ts';
import { orderAnswer } from './order-answer.ts';
import { writeOut } from '../../http/written-out.ts';
import { waitsForOthers, writeMany, writeOne, type Done, type Outcome } from './order-statement.ts';
import type { OrderRow } from './queries.ts';
import type { StatedOrder } from './stated-order.ts';

/** Numbers collide once in some ten thousand orders; a row of collisions is a bug. */
export const MOST_DRAWS = 10;

/**
 * `number-taken`: another order has this number, draw again. `cart-ordered`: this cart is an order already.
 * `contact-taken`: somebody who showed nothing yet has an order there that is not paid.
 * `slot-full`: the quarter of an hour it is promised in filled up since. `too-few`: of what is counted there is less than it takes.
 * `page-open`: this cart has a payment page that may have been paid; close it first.
 */
export type Written = Outcome | 'cart-ordered' | 'contact-taken' | 'slot-full' | 'too-few';

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

type Orders = Batcher<StatedOrder, PromiseSettledResult<Done>>;
const batchers = new WeakMap<Db, { readonly ofAll: Orders; readonly ofCounted: Orders }>();

function batchersOf(db: Db) {
  const known = batchers.get(db);
  if (known) return known;
  const batcher = (): Orders => new Batcher((orders) => writeEach(db, orders));
  const made = { ofAll: batcher(), ofCounted: batcher() };
  batchers.set(db, made);
  return made;
}

/** Orders that are placed at the same moment share one statement: of eight at once each costs the database half. */
async function writeTogether(db: Db, wanted: StatedOrder): Promise<Done> {
  const { ofAll, ofCounted } = batchersOf(db);
  const settled = await (waitsForOthers(wanted) ? ofCounted : ofAll).answer(wanted);
  if (settled?.status === 'fulfilled') return settled.value;
  throw settled?.reason ?? new Error('nobody told what came of an order');
}

async function writeEach(db: Db, orders: readonly StatedOrder[]) {
  const settled = new Map<StatedOrder, PromiseSettledResult<Done>>();
  const runs = Array.from({ length: Math.ceil(orders.length / MOST_TOGETHER) }, async (_, run) => {
    const some = orders.slice(run * MOST_TOGETHER, (run + 1) * MOST_TOGETHER);
    for (const [index, result] of (await writeRun(db, some)).entries()) settled.set(some[index]!, result);
  });
  await Promise.all(runs);
  return settled;
}

/** Where an index or a check refuses one of them, nothing is written, and each is written by itself. */
async function writeRun(db: Db, orders: readonly StatedOrder[]): Promise<PromiseSettledResult<Done>[]> {
  if (orders.length > 1) {
    const [together] = await Promise.allSettled([writeMany(db, orders)]);
    if (together.status === 'fulfilled') return together.value.map((value) => ({ status: 'fulfilled', value }));
    // When the connection broke nobody knows whether they are written: whoever asks again is told.
    if (!isRefused(together.reason)) return orders.map(() => together);
  }
  return Promise.allSettled(orders.map((order) => writeOne(db, order)));
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
  make: () => Pick<StatedOrder, 'row' | 'actor' | 'slots' | 'paid'>,
): Promise<{ readonly row: OrderRow; readonly order: WireOrder }> {
  for (let tries = 0; tries < MOST_DRAWS; tries++) {
    const draft = make();
    const { row } = draft;
    const order = orderAnswer(row, row.order_time, context);
    const answer = { orderId: row.id, order };
    const wanted = { ...draft, answer, stamp: null, idempotency: null };
    const written = await writeOrder(context, tx, wanted).catch(overtaken);
    if (written === 'cart-ordered') throw refuse('cart-ordered');
    if (written === 'slot-full') throw new Overtaken(slotFilled());
    if (written !== 'placed') continue;
    return { row, order };
  }
  throw refuse('conflict', say`No free order number was found`);
}
