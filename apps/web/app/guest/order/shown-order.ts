import { parseJsonFields, asRecord } from '@tiffin/domain/core';
import { eventPayload } from '../../shared/live/event-payload.ts';
import { SHOWN_ORDER_KEY } from '../../shared/offline/clear-stored-data.ts';
import { storedText } from '../../shared/offline/text-storage.ts';
import type { Order } from './use-order.ts';

interface OpenedPage {
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
const MAX_STORED = 5;
const storage = storedText(SHOWN_ORDER_KEY);

/**
 * The order that this device last showed to this user at this address, for a visit without the server. The address of a
 * guest without an account contains the access token, so the order number alone does not open it.
 */
export function readShownOrder({ address, orderId, sessionId, uid }: OpenedPage): ShownOrder | null {
  const found = storedOrders().find((each) => each.address === address && each.uid === uid);
  const isSameOrder = orderId === null ? sessionId !== null : orderId === found?.order.orderId;
  return found && isSameOrder ? { order: found.order, at: found.at } : null;
}

/** The orders that this device last showed to this user, latest first. After a payment, one order has two addresses. */
export function storedShownOrders(uid: string | null): readonly ShownOrder[] {
  const orders = new Map<string, ShownOrder>();
  for (const { order, at, uid: by } of storedOrders())
    if (by === uid && !orders.has(order.orderId)) orders.set(order.orderId, { order, at });
  return [...orders.values()];
}

export function storeShownOrder(address: string, order: Order, uid: string | null, at = new Date()): void {
  const others = storedOrders().filter((each) => each.address !== address || each.uid !== uid);
  const orders = [{ address, uid, order, at }, ...others].slice(0, MAX_STORED);
  storage.write(JSON.stringify({ orders }));
}

function storedOrders() {
  if (typeof document === 'undefined') return [];
  const { orders } = parseJsonFields(storage.read());
  return (Array.isArray(orders) ? orders : []).flatMap((each: unknown) => {
    const { address, uid, at: time, ...saved } = asRecord(each) ?? {};
    const order = eventPayload<Order>(saved, 'order', 'orderId');
    const at = new Date(String(time));
    return order && !Number.isNaN(at.getTime()) ? [{ address, uid, order, at }] : [];
  });
}

/** The order that the checkout stored in the history entry, if this user placed it. */
export function orderFromHistoryState(state: unknown, uid: string | null): Order | null {
  const fields = asRecord(state);
  return fields?.['by'] === uid ? eventPayload<Order>(fields, 'order', 'orderId') : null;
}
