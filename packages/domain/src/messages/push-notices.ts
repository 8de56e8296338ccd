import { callOutCode } from '../order/id.ts';
import type { OrderType } from '../order/order-types.ts';
import { statusFacts, type OrderStatus } from '../order/statuses.ts';

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
}

/** What its guest is told of an order; null for steps that are no news. */
export function orderNotice({ id, status, orderType }: FollowedOrder): Notice | null {
  const body = statusFacts(status).notice?.(orderType);
  if (body === undefined) return null;
  return {
    title: `Order ${callOutCode(id)}`,
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
  const items = order.itemCount === 1 ? '1 item' : `${order.itemCount} items`;
  return {
    title: `New order ${callOutCode(order.id)}`,
    body: `${items}, ${order.orderType}, ${order.locationName}`,
    url: '/admin/dashboard#orders',
    tag: `new-order-${order.id}`,
  };
}
