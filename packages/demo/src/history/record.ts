import type { Cents } from '@tiffin/domain/core';
import type { OrderStatus, OrderType } from '@tiffin/domain/order';
import type { PaymentMethod, PaymentStatus } from '@tiffin/domain/payment';
import type { Price } from '@tiffin/domain/pricing';

/** Instants here are milliseconds since 1970: a million orders make ten million of them. */
export type Millis = number;

/** 'online' is the guest's card on the site, 'card' the one at the till. */
export type PastPaymentMethod = Extract<PaymentMethod, 'online' | 'card' | 'cash'>;
export type PastPaymentStatus = Extract<PaymentStatus, 'unpaid' | 'paid' | 'refunded'>;

/** Someone with an account. Yielded once, in the batch of their first order. */
export interface PastPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** E.164 */
  readonly phone: string;
  readonly homeLocationId: string;
  readonly joinedAt: Millis;
}

export interface PastLine {
  readonly dishId: string;
  readonly name: string;
  readonly category: string;
  readonly unitPrice: Cents;
  readonly quantity: number;
  /** 1 mild, 2 medium, 3 hot; null for a dish that asks nothing. */
  readonly heat: 1 | 2 | 3 | null;
}

export interface PastStep {
  readonly from: OrderStatus | null;
  readonly to: OrderStatus;
  readonly at: Millis;
}

export interface PastRefund {
  readonly amount: Cents;
  readonly reason: string;
  readonly requestedAt: Millis;
  readonly succeededAt: Millis;
}

/** An order as it stood at the end of the history: nearly all finished, the last ones under way. */
export interface PastOrder {
  readonly orderId: string;
  readonly locationId: string;
  readonly placedAt: Millis;
  readonly source: 'web' | 'till';
  readonly orderType: OrderType;
  readonly customer: {
    /** Null for a guest without an account. */
    readonly personId: string | null;
    readonly name: string;
    /** Null where the till did not ask. */
    readonly email: string | null;
    readonly phone: string;
  };
  readonly lines: readonly PastLine[];
  readonly price: Price;
  readonly delivery: { readonly address: string; readonly instructions: string | null } | null;
  readonly table: { readonly tableNumber: string; readonly partySize: number } | null;
  readonly specialInstructions: string | null;
  readonly status: OrderStatus;
  readonly steps: readonly PastStep[];
  readonly estimatedReadyAt: Millis;
  readonly prepStartAt: Millis | null;
  readonly readyAt: Millis | null;
  readonly completedAt: Millis | null;
  readonly cancelledAt: Millis | null;
  readonly cancelReason: string | null;
  readonly paymentMethod: PastPaymentMethod;
  readonly paymentStatus: PastPaymentStatus;
  readonly paidAt: Millis | null;
  /** What was taken: the total by card, the total rounded to five cents in cash, zero while unpaid. */
  readonly paid: Cents;
  readonly refunds: readonly PastRefund[];
}

export interface PastBatch {
  /** New since the batch before; insert them before the orders, which name them. */
  readonly people: readonly PastPerson[];
  /** In the order they were placed, across batches too. */
  readonly orders: readonly PastOrder[];
}
