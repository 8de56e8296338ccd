import type { Cents } from '../core/money.ts';
import type { Service } from '../locations/features.ts';

export const ORDER_STATUSES = ['pending', 'preparing', 'ready', 'completed', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const ORDER_STATUS_LABELS: Readonly<Record<OrderStatus, string>> = {
  pending: 'Order Received',
  preparing: 'Being Prepared',
  ready: 'Ready for Pickup',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

/** The services of a location; `serviceAt` says what a location without one falls back to. */
export const ORDER_TYPES = ['pickup', 'delivery', 'dine-in'] as const satisfies readonly Service[];
export type OrderType = (typeof ORDER_TYPES)[number];

export interface OrderCustomer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly userId: string | null;
}

export interface OrderLocation {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly postalCode: string;
}

export interface OrderItem {
  readonly id: string;
  readonly name: string;
  readonly price: Cents;
  readonly quantity: number;
  readonly category: string;
  readonly description: string;
  readonly selectedSpiceLevel: number;
  readonly spiceLevelId: string;
  readonly spiceLevelName: string;
  readonly cartKey: string;
}

export interface DeliveryInfo {
  readonly address: string;
  readonly instructions: string;
}

export interface TableInfo {
  readonly tableNumber: string;
  readonly partySize: number;
}

/** What a stored order counts as where it says nothing. */
export const ORDER_DEFAULTS = {
  status: 'pending',
  paymentStatus: 'unpaid',
  paymentMethod: 'unknown',
  orderType: 'pickup',
  customerName: 'Anonymous Customer',
  isGuest: true,
  itemCategory: 'food',
  partySize: 1,
} as const;
