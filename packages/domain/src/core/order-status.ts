/** All statuses of an order, in the sequence it passes through them. Their details are in `order/statuses.ts`. */
export const ORDER_STATUSES = ['pending', 'preparing', 'ready', 'completed', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
