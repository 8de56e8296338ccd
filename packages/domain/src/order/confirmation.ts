import { say } from '../core/language.ts';

/** The four states of the order-success page. */
export const CONFIRMATION_TITLES = {
  loading: say`Loading order details...`,
  'not-found': say`Order Not Found`,
  processing: say`Processing Your Order`,
  confirmed: say`Order Confirmed!`,
} as const;

/** The parameters the page was opened with. An order id of 'pending' means that there is no order yet. */
export interface ConfirmationEntry {
  readonly orderId?: string | null | undefined;
  readonly sessionId?: string | null | undefined;
  /** The id of the order that the previous page passed on, if any. */
  readonly handedOrderId?: string | null | undefined;
}

/** The first action of the page. */
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

/** The responses that mean that the visitor may not see this order. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 404]);

/**
 * After a failed request, the order passed on by the previous page is shown, unless the server refused access. `status`
 * is 0 if there was no response.
 */
export function afterFailedFetch(entry: ConfirmationEntry, status: number): 'confirmed' | 'not-found' {
  return isRealId(entry.handedOrderId) && !REFUSALS.has(status) ? 'confirmed' : 'not-found';
}

/** Where the page redirects when the order does not appear in time, and its message. */
export const GAVE_UP_POLLING = {
  to: '/dashboard',
  message: say`Your payment was successful. Your order is being processed - check your order history.`,
  /** Guests without an account stay on the page, which keeps polling. */
  signedOutMessage: say`Your payment was successful. Your order is being processed.`,
} as const;

function isRealId(id: string | null | undefined): id is string {
  return id !== undefined && id !== null && id !== '' && id !== 'pending';
}
