import type { WireOrder } from '@tiffin/contract/order/order-answer';
import { refuse, say } from '@tiffin/domain/core';
import type { Context, Db, Tx } from '../../context.ts';
import { Batcher } from '../../platform/db/batcher.ts';
import { isCheckViolation, isStatementRejected, isUniqueViolation } from '../../platform/db/connection.ts';
import { onCommit, OutdatedDataRefusal } from '../../platform/db/transaction.ts';
import { isSlotFullError } from '../capacity/reserve-slots.ts';
import { isPointsShortError, pointsShortRefusal } from '../people/spend-points.ts';
import { isPromotionOverError, promotionOverFailure } from './promotions/promotion-uses.ts';
import { orderAnswer } from './order-answer.ts';
import { stringifyOnce } from '../../platform/http/stringified-response.ts';
import {
  insertManyOrders,
  insertOneOrder,
  locksCounters,
  type CheckedOutcome,
  type InsertResult,
} from './insert-statement.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import type { OrderInsert } from './order-columns.ts';

/** Order numbers collide about once in ten thousand orders; several collisions in a row are a bug. */
export const MAX_INSERT_ATTEMPTS = 10;

/**
 * What the insert's checks found (`CheckedOutcome`), or which constraint refused it. `contact-has-open-order`: the contact
 * was never confirmed and has an unpaid order. `slot-full`: the kitchen slot filled up after the quote.
 */
export type InsertOutcome =
  | CheckedOutcome
  | 'contact-has-open-order'
  | 'slot-full'
  | 'out-of-stock'
  | 'promotion-over'
  | 'points-short';

export interface PlacedOrder {
  readonly row: OrderRow;
  readonly order: WireOrder;
}

/** A new order before its response is made. */
export interface NewOrder extends Omit<OrderInsert, 'answer' | 'otherResponse'> {
  /** The response to the request, if it is not the order. It is also stored for repeated requests. */
  readonly responseTo?: (placed: PlacedOrder) => object;
}

/** The outcome, with the response if the order was inserted. */
export type InsertedOrder =
  | { readonly outcome: 'inserted'; readonly answer: OrderInsert['answer'] }
  | { readonly outcome: Exclude<InsertOutcome, 'inserted'> };

/**
 * Inserts an order with its bill, lines, history, event and stored response. If the menu changed after the order was
 * priced, which changes the stamp of the location's row, nothing is inserted. Listeners are notified after the commit.
 * Rejects with the error of a violated constraint, which `outcomeOfViolation` translates. Such an error has ended the
 * transaction: nothing more can be read or written in it.
 */
export async function insertOrder(
  context: Context,
  db: Db | Tx,
  { responseTo, ...built }: NewOrder,
): Promise<InsertedOrder> {
  const { row } = built;
  const order = orderAnswer(row, row.order_time, context);
  const answer = { orderId: row.id, order };
  const insert = db.isTransaction ? insertOneOrder : insertInBatch;
  const { outcome, event_id: id } = await insert(db, { ...built, answer, otherResponse: responseTo?.({ row, order }) });
  if (id !== null) onCommit(db, () => context.events.announceCommitted({ id, data: stringifyOnce(answer) }));
  return outcome === 'inserted' ? { outcome, answer } : { outcome };
}

const MAX_BATCH_SIZE = 32;

type OrderBatcher = Batcher<OrderInsert, InsertResult>;
/** One batcher for each location whose counters an order waits for, and one for the orders that wait for none. */
const batchers = new WeakMap<Db, Map<string, OrderBatcher>>();

function batcherFor(db: Db, order: OrderInsert): OrderBatcher {
  const batchersOfDb = batchers.get(db) ?? new Map<string, OrderBatcher>();
  batchers.set(db, batchersOfDb);
  const key = locksCounters(order) ? order.row.location_id : '';
  const batcher = batchersOfDb.get(key) ?? new Batcher((orders) => insertBatch(db, orders), MAX_BATCH_SIZE);
  batchersOfDb.set(key, batcher);
  return batcher;
}

/**
 * Simultaneous orders share one statement, which saves database time. If a constraint refuses one of them, or one would
 * have to wait, nothing is inserted and each order is inserted by its own statement.
 */
async function insertInBatch(db: Db, order: OrderInsert): Promise<InsertResult> {
  return (await batcherFor(db, order).add(order)) ?? insertOneOrder(db, order);
}

/** The result of each order, or an empty map if they cannot be inserted together. */
async function insertBatch(db: Db, orders: readonly OrderInsert[]): Promise<ReadonlyMap<OrderInsert, InsertResult>> {
  const [first, ...others] = orders;
  if (first && others.length === 0) return new Map([[first, await insertOneOrder(db, first)]]);
  try {
    return await insertManyOrders(db, orders);
  } catch (error) {
    // After a broken connection the orders may be committed or not: a repeated request finds out.
    if (!isStatementRejected(error)) throw error;
    return new Map();
  }
}

/** True if an order of the same unconfirmed phone number or e-mail address is open and unpaid. */
export function isOpenOrderError(error: unknown): boolean {
  return ['orders_unproven_contact', 'orders_unproven_address'].some((index) => isUniqueViolation(error, index));
}

/**
 * Translates a violated constraint. Of two simultaneous requests the second one passes the checks of its statement,
 * waits for the first at a constraint, and gets here the outcome that the checks would find a moment later.
 */
export function outcomeOfViolation(error: unknown): Exclude<InsertedOrder, { readonly outcome: 'inserted' }> {
  if (isUniqueViolation(error, 'idempotency_keys_pkey')) return { outcome: 'repeated-request' };
  if (isUniqueViolation(error, 'orders_cart')) return { outcome: 'cart-already-ordered' };
  if (isSlotFullError(error)) return { outcome: 'slot-full' };
  if (isCheckViolation(error, 'stock_enough')) return { outcome: 'out-of-stock' };
  if (isPromotionOverError(error)) return { outcome: 'promotion-over' };
  if (isPointsShortError(error)) return { outcome: 'points-short' };
  if (isOpenOrderError(error)) return { outcome: 'contact-has-open-order' };
  // A refusal, because every caller would answer with it.
  if (isUniqueViolation(error, 'orders_welcome_code')) throw refuse('offer-over');
  if (isUniqueViolation(error, 'orders_offline_number')) throw refuse('already-taken');
  throw error;
}

/** Without `menuStamp`, because its price is final. */
interface SettledOrder extends Omit<NewOrder, 'menuStamp' | 'idempotency'> {
  /** The request whose response is stored with the order. */
  readonly idempotency?: NewOrder['idempotency'];
}

/**
 * Inserts an order whose price is final (paid, sent as a payment link, or taken at the till) in the caller's
 * transaction. Draws order numbers until one is free. A repeated request is refused; `orStoredResponse` answers it. A
 * violated constraint always ends in a refusal, which rolls the transaction back.
 */
export async function insertSettledOrder(context: Context, tx: Tx, make: () => SettledOrder): Promise<PlacedOrder> {
  for (let tries = 0; tries < MAX_INSERT_ATTEMPTS; tries++) {
    const settled = make();
    const inserted = await insertOrder(context, tx, { menuStamp: null, idempotency: null, ...settled }).catch(
      outcomeOfViolation,
    );
    if (inserted.outcome === 'inserted') return { row: settled.row, order: inserted.answer.order };
    if (inserted.outcome === 'repeated-request') throw refuse('conflict');
    if (inserted.outcome === 'cart-already-ordered') throw refuse('cart-ordered');
    if (inserted.outcome === 'promotion-over') throw new OutdatedDataRefusal(promotionOverFailure());
    if (inserted.outcome === 'points-short') throw pointsShortRefusal();
    // The number was taken: other outcomes are those of a guest's unpaid order, with its stock and kitchen slots.
  }
  throw refuse('conflict', say`No free order number was found`);
}
