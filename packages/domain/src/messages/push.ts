import { say } from '../core/language.ts';
import { callOutCode, orderTypeGoesTo, orderTypeLabel, type OrderType } from '../order/index.ts';
import { type OrderStatus, statusFacts } from '../order/statuses.ts';

/** The maximum number of devices per person and subject. More suggests abuse. */
export const DEVICES_MAX = 10;
const ENDPOINT_MAX = 1000;

/**
 * True if the URL can be a browser's push service: a public host name over HTTPS. The address that the name resolves to
 * is checked again before each request.
 */
export function isPushEndpoint(text: string): boolean {
  if (text.length > ENDPOINT_MAX) return false;
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '') return false;
  // The top-level domain must consist of letters, which excludes IP addresses in any notation. Local names are excluded.
  return (
    /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/.test(url.hostname) &&
    !/\.(?:local|localhost|internal|lan|home|arpa)$/.test(url.hostname)
  );
}

/** A notification as a device shows it. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** The page that opens on tap. */
  readonly url: string;
  /** A newer notification with the same tag replaces the older one. */
  readonly tag: string;
}

interface FollowedOrder {
  readonly id: string;
  readonly status: OrderStatus;
  readonly orderType: OrderType;
  /** The promised window as text, if the kitchen's start moved it. */
  readonly nowAbout?: string | null;
}

/** The notification about an order's status; null if the status has none. */
export function orderNotice({ id, status, orderType, nowAbout }: FollowedOrder): Notice | null {
  const isDelivery = orderTypeGoesTo(orderType, 'address');
  const body = status === 'ready' && isDelivery ? undefined : statusFacts(status).notice?.(orderType);
  if (body === undefined) return null;
  if (!nowAbout) return noticeOf(id, body);
  return noticeOf(id, `${body} ${isDelivery ? say`Arriving now about ${nowAbout}` : say`Ready now about ${nowAbout}`}`);
}

/** A notification about other news of an order: 'is at your door'. */
export function orderUpdateNotice(id: string, news: string): Notice {
  return noticeOf(id, say`Your order ${news}.`);
}

function noticeOf(id: string, body: string): Notice {
  const code = callOutCode(id);
  return {
    title: say`Order ${code}`,
    body,
    url: `/order-success?orderId=${encodeURIComponent(id)}`,
    tag: `order-${id}`,
  };
}

/** A notification for staff about a new order, without name and address: it passes through a push service. */
export function newOrderNotice(order: {
  id: string;
  itemCount: number;
  orderType: string;
  locationName: string;
}): Notice {
  const { itemCount } = order;
  const items = itemCount === 1 ? say`1 item` : say`${itemCount} items`;
  const code = callOutCode(order.id);
  return {
    title: say`New order ${code}`,
    body: `${items}, ${orderTypeLabel(order.orderType).toLowerCase()}, ${order.locationName}`,
    url: '/admin/dashboard#orders',
    tag: `new-order-${order.id}`,
  };
}
