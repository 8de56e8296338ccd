import { say } from '../core/language.ts';

/** The four faces of the order-success page. */
export const CONFIRMATION_TITLES = {
  loading: say`Loading order details...`,
  'not-found': say`Order Not Found`,
  processing: say`Processing Your Order`,
  confirmed: say`Order Confirmed!`,
} as const;

/** What the page was opened with. An order id of 'pending' stands for none yet. */
export interface ConfirmationEntry {
  readonly orderId?: string | null | undefined;
  readonly sessionId?: string | null | undefined;
  /** The order the page before handed over, if it did. */
  readonly handedOrderId?: string | null | undefined;
}

/** What the page does first. */
export type ConfirmationPlan =
  | { readonly do: 'fetch'; readonly orderId: string; readonly state: 'loading' }
  | { readonly do: 'poll'; readonly sessionId: string; readonly state: 'processing' }
  | { readonly do: 'show'; readonly state: 'confirmed' }
  | { readonly do: 'nothing'; readonly state: 'not-found'; readonly message: string };

export const NO_ORDER_INFORMATION = say`No order information available`;

export function confirmationPlan(entry: ConfirmationEntry): ConfirmationPlan {
  if (isRealId(entry.orderId)) return { do: 'fetch', orderId: entry.orderId, state: 'loading' };
  if (entry.sessionId) return { do: 'poll', sessionId: entry.sessionId, state: 'processing' };
  if (isRealId(entry.handedOrderId)) return { do: 'show', state: 'confirmed' };
  return { do: 'nothing', state: 'not-found', message: NO_ORDER_INFORMATION };
}

/** This order is not for whoever asks. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 404]);

/**
 * When the order could not be fetched, what was handed over serves, if it knows its order: unless the
 * server refuses it to whoever is here now. `status`: 0 for no answer.
 */
export function afterFailedFetch(entry: ConfirmationEntry, status: number): 'confirmed' | 'not-found' {
  return isRealId(entry.handedOrderId) && !REFUSALS.has(status) ? 'confirmed' : 'not-found';
}

/** Where the page goes when the order does not show up in time, and what is said there. */
export const GAVE_UP_POLLING = {
  to: '/dashboard',
  message: say`Your payment was successful. Your order is being processed - check your order history.`,
} as const;

function isRealId(id: string | null | undefined): id is string {
  return id !== undefined && id !== null && id !== '' && id !== 'pending';
}
