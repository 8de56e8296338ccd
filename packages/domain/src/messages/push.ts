import { say } from '../core/language.ts';
import { callOutCode } from '../order/id.ts';
import { orderTypeLabel, type OrderType } from '../order/order-types.ts';
import { type OrderStatus, statusFacts } from '../order/statuses.ts';

/** So many devices may follow one thing for one person; more is somebody who tries something. */
export const DEVICES_MAX = 10;
const ENDPOINT_MAX = 1000;

/**
 * Whether a browser's push service could have this address: a name of the public web, by TLS. What the
 * name leads to is looked at once more when it is asked.
 */
export function isPushEndpoint(text: string): boolean {
  if (text.length > ENDPOINT_MAX) return false;
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '') return false;
  // A name with a top level of letters: no number is one, however it is written, and no name of this server's own.
  return (
    /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/.test(url.hostname) &&
    !/\.(?:local|localhost|internal|lan|home|arpa)$/.test(url.hostname)
  );
}

/** What a device shows. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** Where a touch leads. */
  readonly url: string;
  /** A later notice with the same tag takes the place of an earlier one. */
  readonly tag: string;
}

interface FollowedOrder {
  readonly id: string;
  readonly status: OrderStatus;
  readonly orderType: OrderType;
  /** The time it should be ready now, when it is another than was promised. */
  readonly nowAbout?: string | null;
}

/** What its guest is told of an order; null for steps that are no news. */
export function orderNotice({ id, status, orderType, nowAbout }: FollowedOrder): Notice | null {
  const body = statusFacts(status).notice?.(orderType);
  if (body === undefined) return null;
  return noticeOf(id, nowAbout ? `${body} ${say`Ready now about ${nowAbout}`}` : body);
}

/** Something else that is new of it: 'is at your door'. */
export function orderNews(id: string, news: string): Notice {
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

/** What the people of a location are told of a new order; no name and no address leave the server. */
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
