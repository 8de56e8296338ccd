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

/**
 * Inserts an order with its bill, lines, history, event and stored response. Does not wait for menu changes: if the
 * location's row changed after the order was priced, nothing is inserted. Listeners are notified after the commit.
 * Pass violated constraints to `outcomeOfViolation` outside the transaction, which they have ended.
 */
export async function insertOrder(
  { events }: Pick<Context, 'events'>,
  db: Db | Tx,
  order: OrderInsert,
): Promise<InsertOutcome> {
  const insert = db.isTransaction ? insertOneOrder : insertInBatch;
  const { outcome, event_id: id } = await insert(db, order);
  if (id !== null) onCommit(db, () => events.ring({ id, data: stringifyOnce(order.answer) }));
  return outcome;
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
  return (await batcherFor(db, order).answer(order)) ?? insertOneOrder(db, order);
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
export function isAnotherOpenOrder(error: unknown): boolean {
  return ['orders_unproven_contact', 'orders_unproven_address'].some((index) => isUniqueViolation(error, index));
}

/** Translates a violated constraint; of two simultaneous requests the second one waited for the first. */
export function outcomeOfViolation(error: unknown): InsertOutcome {
  if (isUniqueViolation(error, 'idempotency_keys_pkey')) return 'repeated-request';
  if (isUniqueViolation(error, 'orders_cart')) return 'cart-already-ordered';
  if (isSlotFullError(error)) return 'slot-full';
  if (isCheckViolation(error, 'stock_enough')) return 'out-of-stock';
  if (isPromotionOverError(error)) return 'promotion-over';
  if (isPointsShortError(error)) return 'points-short';
  if (isAnotherOpenOrder(error)) return 'contact-has-open-order';
  if (isUniqueViolation(error, 'orders_welcome_code')) throw refuse('offer-over');
  throw error;
}

export interface PlacedOrder {
  readonly row: OrderRow;
  readonly order: WireOrder;
}

interface SettledOrder extends Pick<OrderInsert, 'row' | 'actor' | 'paid' | 'isRound' | 'promotion' | 'points'> {
  /** The request whose response is stored with the order. */
  readonly idempotency?: OrderInsert['idempotency'];
  readonly responseTo?: (placed: PlacedOrder) => object;
}

/**
 * Inserts an order whose price is final (paid, sent as a payment link, or taken at the till) in the caller's transaction.
 * Draws order numbers until one is free. A repeated request is refused; `orStoredResponse` answers it.
 */
export async function insertSettledOrder(context: Context, tx: Tx, make: () => SettledOrder): Promise<PlacedOrder> {
  for (let tries = 0; tries < MAX_INSERT_ATTEMPTS; tries++) {
    const { responseTo, idempotency = null, ...draft } = make();
    const { row } = draft;
    const order = orderAnswer(row, row.order_time, context);
    const answer = { orderId: row.id, order };
    const insert = { ...draft, answer, response: responseTo?.({ row, order }), stamp: null, idempotency };
    const outcome = await insertOrder(context, tx, insert).catch(outcomeOfViolation);
    if (outcome === 'repeated-request') throw refuse('conflict');
    if (outcome === 'cart-already-ordered') throw refuse('cart-ordered');
    if (outcome === 'promotion-over') throw new OutdatedDataRefusal(promotionOverFailure());
    if (outcome === 'points-short') throw pointsShortRefusal();
    if (outcome !== 'inserted') continue;
    return { row, order };
  }
  throw refuse('conflict', say`No free order number was found`);
}
