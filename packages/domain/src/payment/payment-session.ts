import { say, type Cents } from '../core/index.ts';
import type { OrderStatus } from '../core/order-status.ts';
import type { PaymentStatus } from './status.ts';

export const SESSION_KINDS = ['customer', 'till-link', 'account', 'reader', 'gift-card', 'deposit', 'no-show'] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

export const SESSION_STATUSES = ['open', 'paid', 'failed', 'expired', 'cancelled'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** True for sessions that pay part of an existing bill. Other sessions create their order when they are paid. */
export function paysBill(kind: SessionKind): boolean {
  return kind === 'account' || kind === 'reader';
}

/**
 * How long a session stays open: readers at the counter are fastest, then guests at checkout. A link that staff send
 * may wait until the evening.
 */
export const SESSION_MINUTES: Readonly<Record<SessionKind, number>> = {
  customer: 35,
  'till-link': 23 * 60,
  account: 23 * 60,
  reader: 10,
  'gift-card': 35,
  deposit: 10,
  // Keeps a card for the fee of a booking, and charges nothing.
  'no-show': 10,
};

/** A payment that arrives up to this long after the session expired still becomes an order. */
export const LATE_PAYMENT_MINUTES = 15;

export interface SessionToSettle {
  readonly kind: SessionKind;
  readonly status: SessionStatus;
  readonly amount: Cents;
  readonly closedAt: Date | null;
  readonly order: {
    readonly status: OrderStatus;
    readonly paymentStatus: PaymentStatus;
    /** The part of its bill that is neither paid nor held by another session. */
    readonly free: Cents;
    readonly tip: Cents;
  } | null;
  /** True if the cart was already ordered. A cart is ordered once, by the first payment. */
  readonly isCartOrdered: boolean;
  /** False if the location was removed. */
  readonly takesOrders: boolean;
  /** False if the law lets the location take no money for new orders, for example since it moved. */
  readonly mayTakeMoney: boolean;
}

/** What to do with a session. */
export type Settlement =
  | { readonly do: 'nothing' }
  /** Not paid: close the session. */
  | { readonly do: 'close'; readonly as: 'failed' | 'expired' | 'cancelled' }
  /** Paid: create the order or pay the bill. `attention` is a notice to staff about something unusual. */
  | { readonly do: 'order'; readonly attention: string | null }
  /** Refund the money automatically and notify staff. */
  | { readonly do: 'give-back'; readonly attention: string };

/** Notices to staff. They are stored in the restaurant's main language. */
const ATTENTION = {
  otherAmount: say`The amount that was charged is not the amount of the order`,
  second: say`A second payment arrived for what was ordered already`,
  closedLocation: say`A payment arrived for a location that is closed for good`,
  noCertifiedTill: say`A payment arrived for a location that cannot take money with this till`,
  cancelled: say`A payment arrived after it had been cancelled`,
  late: say`A payment arrived after its session had ended`,
  justLate: say`A payment arrived just after its session had ended and became an order`,
  noOrder: say`A payment arrived for an order that does not exist`,
  orderCancelled: say`A payment arrived for an order that was cancelled`,
  orderPaid: say`A payment arrived for an order that was already paid`,
  paidOtherwise: say`A payment arrived for something that was paid another way`,
} as const;

/** Decides what follows from the status that the provider reports for a session. */
export function settlementOf(
  session: SessionToSettle,
  /** `tip` is the tip entered at the card reader; `amount` includes it. */
  observed: { readonly status: SessionStatus; readonly amount: Cents | null; readonly tip?: Cents },
  now: Date,
): Settlement {
  if (session.status === 'paid' || observed.status === 'open') return { do: 'nothing' };
  if (observed.status !== 'paid') {
    return session.status === 'open' ? { do: 'close', as: observed.status } : { do: 'nothing' };
  }
  if (observed.amount === null || observed.amount - (observed.tip ?? 0) !== session.amount) {
    return giveBack(ATTENTION.otherAmount);
  }
  if (paysBill(session.kind)) return payAccount(session.order, session.amount);
  if (session.isCartOrdered) return giveBack(ATTENTION.second);
  if (!session.takesOrders) return giveBack(ATTENTION.closedLocation);
  if (!session.mayTakeMoney) return giveBack(ATTENTION.noCertifiedTill);
  if (session.status === 'open') return { do: 'order', attention: null };
  const lateMs = session.closedAt === null ? 0 : now.getTime() - session.closedAt.getTime();
  if (session.status === 'cancelled') return giveBack(ATTENTION.cancelled);
  if (lateMs > LATE_PAYMENT_MINUTES * 60_000) return giveBack(ATTENTION.late);
  return { do: 'order', attention: ATTENTION.justLate };
}

function payAccount(order: SessionToSettle['order'], amount: Cents): Settlement {
  if (order === null) return giveBack(ATTENTION.noOrder);
  if (order.status === 'cancelled') return giveBack(ATTENTION.orderCancelled);
  if (order.paymentStatus === 'paid' || order.paymentStatus === 'refunded') {
    return giveBack(ATTENTION.orderPaid);
  }
  if (amount - order.tip > order.free) return giveBack(ATTENTION.paidOtherwise);
  return { do: 'order', attention: null };
}

function giveBack(attention: string): Settlement {
  return { do: 'give-back', attention };
}
