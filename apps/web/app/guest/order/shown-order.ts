import { parseJsonFields, asRecord } from '@tiffin/domain/core';
import { eventPayload } from '../../shared/live/event-payload.ts';
import { SHOWN_ORDER_KEY } from '../../shared/offline/clear-stored-data.ts';
import { storedText } from '../../shared/offline/text-storage.ts';
import type { Order } from './use-order.ts';

interface Opened {
  readonly address: string;
  readonly orderId: string | null;
  readonly sessionId: string | null;
  readonly uid: string | null;
}

/** An order as a page showed it, and when the server confirmed it last. */
export interface ShownOrder {
  readonly order: Order;
  readonly at: Date;
}

/** More than anyone follows at the same time. */
const MOST = 5;
const storage = storedText(SHOWN_ORDER_KEY);

/**
 * The order that this device last showed to this user at this address, for a visit without the server. The address of a
 * guest without an account contains the access token, so the order number alone does not open it.
 */
export function readShownOrder({ address, orderId, sessionId, uid }: Opened): ShownOrder | null {
  if (typeof document === 'undefined') return null;
  const found = storedOrders().find((each) => each['address'] === address && each['uid'] === uid);
  const order = found ? eventPayload<Order>(found, 'order', 'orderId') : null;
  const at = new Date(String(found?.['at']));
  const isSameOrder = orderId === null ? sessionId !== null : orderId === order?.orderId;
  return order && isSameOrder && !Number.isNaN(at.getTime()) ? { order, at } : null;
}

/** The orders that this device last showed to this user, latest first. After a payment, one order has two addresses. */
export function storedShownOrders(uid: string | null): readonly ShownOrder[] {
  const orders = new Map<string, ShownOrder>();
  for (const each of storedOrders()) {
    const order = each['uid'] === uid ? eventPayload<Order>(each, 'order', 'orderId') : null;
    const at = new Date(String(each['at']));
    if (order && !Number.isNaN(at.getTime()) && !orders.has(order.orderId)) orders.set(order.orderId, { order, at });
  }
  return [...orders.values()];
}

export function storeShownOrder(address: string, order: Order, uid: string | null, at = new Date()): void {
  const others = storedOrders().filter((each) => each['address'] !== address || each['uid'] !== uid);
  const orders = [{ address, uid, order, at: at.toISOString() }, ...others].slice(0, MOST);
  storage.write(JSON.stringify({ orders }));
}

function storedOrders(): readonly Readonly<Record<string, unknown>>[] {
  const { orders } = parseJsonFields(storage.read());
  return Array.isArray(orders) ? orders.map((each: unknown) => asRecord(each) ?? {}) : [];
}

/** The order that the checkout stored in the history entry, if this user placed it. */
export function orderFromHistoryState(state: unknown, uid: string | null): Order | null {
  const fields = asRecord(state);
  return fields?.['by'] === uid ? eventPayload<Order>(fields, 'order', 'orderId') : null;
}
