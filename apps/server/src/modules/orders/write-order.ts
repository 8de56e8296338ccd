import type { WireOrder } from '@tiffin/contract/order-answer';
import { refuse, say } from '@tiffin/domain/core';
import type { Context } from '../../context.ts';
import { isCheckViolation, isUniqueViolation, type Db, type Tx } from '../../db/connection.ts';
import { onCommit, Overtaken } from '../../db/transaction.ts';
import { isSlotFull, slotFilled } from '../capacity/take-slots.ts';
import { orderAnswer } from './order-answer.ts';
import { writeOut } from '../../http/written-out.ts';
import { runOrderStatement, type Outcome, type StatedOrder } from './order-statement.ts';
import type { OrderRow } from './queries.ts';

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
  const { came_of_it: cameOfIt, event_id: id } = await runOrderStatement(db, wanted);
  if (id !== null) onCommit(db, () => events.ring({ id, data: writeOut(wanted.answer) }));
  return cameOfIt;
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
