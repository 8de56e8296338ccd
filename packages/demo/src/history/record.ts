import type { Cents } from '@tiffin/domain/core';
import type { OrderStatus, OrderType } from '@tiffin/domain/order';
import type { PaymentMethod, PaymentStatus } from '@tiffin/domain/payment';
import type { OptionLine } from '@tiffin/domain/options';
import type { Adjustment, Charge, Price, StaffDiscount } from '@tiffin/domain/pricing';

/** Times are milliseconds since 1970, because a million orders need ten million of them. */
export type Millis = number;

/** 'online' is a card payment on the site, 'card' one at the counter. */
export type PastPaymentMethod = Extract<PaymentMethod, 'online' | 'card' | 'cash'>;
export type PastPaymentStatus = Extract<PaymentStatus, 'unpaid' | 'paid' | 'refunded'>;

/** A person with an account, returned once in the batch of their first order. */
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
  /** 1 mild, 2 medium, 3 hot; null for a dish without heat levels. */
  readonly heat: 1 | 2 | 3 | null;
  /** The chosen options, which are in the price; absent for a dish without any. */
  readonly options?: readonly OptionLine[];
  /** What a discount takes off the line. */
  readonly off?: Cents;
}

export type PastDiscount = Omit<StaffDiscount, 'id'>;

export interface PastStatusChange {
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

/** An order as of the end of the history. Nearly all are finished; the last ones are open. */
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
    /** Null if the email was not asked for. */
    readonly email: string | null;
    readonly phone: string;
  };
  readonly lines: readonly PastLine[];
  readonly price: Price;
  readonly charges: readonly Charge[];
  readonly discount: PastDiscount | null;
  /** What the discount takes off each line. */
  readonly adjustments: readonly Adjustment[];
  readonly delivery: { readonly address: string; readonly instructions: string | null } | null;
  readonly table: { readonly tableNumber: string; readonly partySize: number } | null;
  readonly specialInstructions: string | null;
  readonly status: OrderStatus;
  readonly steps: readonly PastStatusChange[];
  readonly estimatedReadyAt: Millis;
  readonly prepStartAt: Millis | null;
  readonly readyAt: Millis | null;
  readonly completedAt: Millis | null;
  readonly cancelledAt: Millis | null;
  readonly cancelReason: string | null;
  readonly paymentMethod: PastPaymentMethod;
  readonly paymentStatus: PastPaymentStatus;
  readonly paidAt: Millis | null;
  /** The amount received: the total by card, the total rounded to five cents in cash, zero while unpaid. */
  readonly paid: Cents;
  readonly refunds: readonly PastRefund[];
}

export interface PastBatch {
  /** New people since the last batch. Insert them before the orders, which refer to them. */
  readonly people: readonly PastPerson[];
  /** Sorted by time, also across batches. */
  readonly orders: readonly PastOrder[];
}
