import { say } from '../core/language.ts';
import { isCardMethod, paymentStatusLabel, type PaymentMethod, type PaymentStatus } from '../payment/status.ts';
import { orderTypeTexts } from './order-type-texts.ts';
import type { OrderType } from './order-types.ts';
import { isFinalStatus, type OrderStatus } from './statuses.ts';

/** The fields of an order that decide what is shown about its payment. */
export interface PayingOrder {
  readonly status: OrderStatus;
  readonly paymentStatus: PaymentStatus;
  readonly paymentMethod: PaymentMethod;
  readonly orderType: OrderType;
  readonly adminCreated: boolean;
}

type OwingOrder = Pick<PayingOrder, 'status' | 'paymentStatus'> & { readonly tab?: unknown };

/** True if a board card shows the payment button: money is owed and the order is open. */
export function showsPaymentButton(order: OwingOrder): boolean {
  return isWaitingForMoney(order) && !isFinalStatus(order.status);
}

/** Completed before it was paid. The payment can still be taken in the order's details. */
export function isCompletedUnpaid(order: OwingOrder): boolean {
  return isWaitingForMoney(order) && order.status === 'completed';
}

/** False for a round: it is paid with the bill of its tab, which stays open while its dishes are served. */
function isWaitingForMoney({ paymentStatus, tab }: OwingOrder): boolean {
  return tab === undefined && isUnpaid(paymentStatus);
}

export const COLLECT_CASH = say`Collect Cash Payment`;

/** The payment label of a board card. A guest's cash order reads “unpaid” even while its payment is pending. */
export function boardPaymentStatus(
  order: Pick<PayingOrder, 'paymentStatus' | 'paymentMethod' | 'adminCreated'>,
): PaymentStatus {
  const isCashExpected = order.paymentStatus === 'pending' && order.paymentMethod === 'cash' && !order.adminCreated;
  return isCashExpected ? 'unpaid' : order.paymentStatus;
}

/** True if the money that staff still collect is cash. */
export function collectsCash(order: Pick<PayingOrder, 'paymentStatus' | 'paymentMethod' | 'adminCreated'>): boolean {
  return boardPaymentStatus(order) === 'unpaid';
}

/** The payment method recorded when staff mark an order as paid on the board; the dialog uses the same word. */
export function collectedPaymentMethod(
  order: Pick<PayingOrder, 'paymentStatus' | 'paymentMethod' | 'adminCreated'>,
): PaymentMethod {
  if (collectsCash(order)) return 'cash';
  // An order meant for card payment online was paid in another way that is unknown here.
  return isCardMethod(order.paymentMethod) ? 'manual' : order.paymentMethod;
}

/** Only a payment confirmed by the server makes an order paid. URL parameters and the payment method prove nothing. */
export function isPaid(order: Pick<PayingOrder, 'paymentStatus'>): boolean {
  return order.paymentStatus === 'paid';
}

/** The badge of the confirmation page: PAID, CASH ON PICKUP … */
export function confirmationBadge(
  order: Pick<PayingOrder, 'status' | 'paymentStatus' | 'paymentMethod' | 'orderType'>,
): string {
  if (isPaid(order)) return say`PAID`;
  if (order.status === 'cancelled' && isUnpaid(order.paymentStatus)) return say`CANCELLED`;
  const isCashExpected = order.paymentMethod === 'cash' && isUnpaid(order.paymentStatus);
  return isCashExpected
    ? orderTypeTexts(order.orderType).pay.badge
    : paymentStatusLabel(order.paymentStatus).toUpperCase();
}

/** The line of the receipt with the payment status. */
export function receiptState(order: PayingOrder): string {
  if (order.paymentStatus === 'refunded') return say`REFUNDED`;
  if (order.status === 'cancelled') return say`CANCELLED`;
  if (isPaid(order)) return say`PAID`;
  if (order.paymentStatus === 'failed') return say`PAYMENT FAILED`;
  return isCardMethod(order.paymentMethod) ? say`PAYMENT PENDING` : orderTypeTexts(order.orderType).pay.receipt;
}

function isUnpaid(status: PaymentStatus): boolean {
  return status === 'unpaid' || status === 'pending';
}
