import type { WireOrder } from '@tiffin/contract/order-answer';
import { refuse, say } from '@tiffin/domain/core';
import type { Context } from '../../context.ts';
import { isCheckViolation, isUniqueViolation, type Db, type Tx } from '../../db/connection.ts';
import { onCommit, Overtaken } from '../../db/transaction.ts';
import { isSlotFull, slotFilled } from '../capacity/take-slots.ts';
import { orderAnswer } from './order-answer.ts';
import { runOrderStatement, type StatedOrder } from './order-statement.ts';
import type { OrderRow } from './queries.ts';

/** Numbers collide once in some ten thousand orders; a row of collisions is a bug. */
export const MOST_DRAWS = 10;

/**
 * `number-taken`: another order has this number, draw again. `cart-ordered`: this cart is an order already.
 * `contact-taken`: somebody who showed nothing yet has an order there that is not paid.
 * `slot-full`: the quarter of an hour it is promised in filled up since. `too-few`: of what is counted there is less than it takes.
 * `page-open`: this cart has a payment page that may have been paid; close it first.
 */
export type Written =
  | 'placed'
  | 'menu-changed'
  | 'asked-before'
  | 'number-taken'
  | 'cart-ordered'
  | 'page-open'
  | 'contact-taken'
  | 'slot-full'
  | 'too-few';

/**
 * Writes a new order: row, bill, lines, history, event, stored answer. It never waits for the menu: when
 * the location's row was changed since the order was priced, nothing is written. Ring the event log
 * after the commit. What somebody else was first with is told by `overtaken`, outside a transaction that it ended.
 */
export async function writeOrder(db: Db | Tx, wanted: StatedOrder): Promise<Written> {
  const done = await runOrderStatement(db, wanted);
  if (done?.is_placed) return 'placed';
  if (!done || done.was_asked) return 'asked-before';
  if (done.page_open) return 'page-open';
  if (!done.menu_holds) return 'menu-changed';
  return 'number-taken';
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
 * link): draws numbers until one is free, and rings the event log after the commit.
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
    const written = await writeOrder(tx, { ...draft, answer, stamp: null, idempotency: null }).catch(overtaken);
    if (written === 'cart-ordered') throw refuse('cart-ordered');
    if (written === 'slot-full') throw new Overtaken(slotFilled());
    if (written !== 'placed') continue;
    onCommit(tx, () => context.events.ring());
    return { row, order };
  }
  throw refuse('conflict', say`No free order number was found`);
}
