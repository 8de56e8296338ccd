import { fieldsIn, record } from '@tiffin/domain/core';
import { eventPayload } from '../../shared/live/event-payload.ts';
import { SHOWN_ORDER_KEY } from '../../shared/offline/forget.ts';
import type { Order } from './use-order.ts';

/** What the page was opened with, and by whom. */
interface Opened {
  readonly address: string;
  readonly orderId: string | null;
  readonly sessionId: string | null;
  readonly uid: string | null;
}

/** The order this tab showed this person last, when this address means that very one: without the server it is shown again. */
export function readShownOrder({ address, orderId, sessionId, uid }: Opened): Order | null {
  if (typeof document === 'undefined') return null;
  try {
    const fields = fieldsIn(sessionStorage.getItem(SHOWN_ORDER_KEY));
    const isTheirs = fields['address'] === address && fields['uid'] === uid;
    const order = isTheirs ? eventPayload<Order>(fields, 'order', 'orderId') : null;
    const isMeant = orderId === null ? sessionId !== null : orderId === order?.orderId;
    return isMeant ? order : null;
  } catch {
    return null;
  }
}

export function storeShownOrder(address: string, order: Order, uid: string | null): void {
  try {
    sessionStorage.setItem(SHOWN_ORDER_KEY, JSON.stringify({ address, uid, order }));
  } catch {
    // Where nothing can be kept, a reload needs the server.
  }
}

/** What checkout put into the history entry: its own answer from the server, for whoever ordered. */
export function handedOver(state: unknown, uid: string | null): Order | null {
  const fields = record(state);
  return fields?.['by'] === uid ? eventPayload<Order>(fields, 'order', 'orderId') : null;
}
