import { parseJsonFields, asRecord } from '@tiffin/domain/core';
import { eventPayload } from '../../shared/live/event-payload.ts';
import { SHOWN_ORDER_KEY } from '../../shared/offline/clear-stored-data.ts';
import type { Order } from './use-order.ts';

/** The address and the user of the page. */
interface Opened {
  readonly address: string;
  readonly orderId: string | null;
  readonly sessionId: string | null;
  readonly uid: string | null;
}

/** The order that this tab last showed to this user at this address, so that it can be shown without the server. */
export function readShownOrder({ address, orderId, sessionId, uid }: Opened): Order | null {
  if (typeof document === 'undefined') return null;
  try {
    const fields = parseJsonFields(sessionStorage.getItem(SHOWN_ORDER_KEY));
    const isSameReader = fields['address'] === address && fields['uid'] === uid;
    const order = isSameReader ? eventPayload<Order>(fields, 'order', 'orderId') : null;
    const isSameOrder = orderId === null ? sessionId !== null : orderId === order?.orderId;
    return isSameOrder ? order : null;
  } catch {
    return null;
  }
}

export function storeShownOrder(address: string, order: Order, uid: string | null): void {
  try {
    sessionStorage.setItem(SHOWN_ORDER_KEY, JSON.stringify({ address, uid, order }));
  } catch {
    // Storage is blocked or full: a reload needs the server.
  }
}

/** The order that the checkout stored in the history entry, if this user placed it. */
export function orderFromHistoryState(state: unknown, uid: string | null): Order | null {
  const fields = asRecord(state);
  return fields?.['by'] === uid ? eventPayload<Order>(fields, 'order', 'orderId') : null;
}
