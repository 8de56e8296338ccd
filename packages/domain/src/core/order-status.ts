/** Every status of an order, in the order in which it passes through them. What is known of each is in `order/statuses.ts`. */
export const ORDER_STATUSES = ['pending', 'preparing', 'ready', 'completed', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
