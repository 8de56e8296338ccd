import { say } from '../core/language.ts';
import { isCardMethod, paymentStatusLabel, type PaymentMethod, type PaymentStatus } from '../payment/status.ts';
import { orderTypeTexts } from './order-type-texts.ts';
import type { OrderType } from './order-types.ts';
import { isFinal, type OrderStatus } from './statuses.ts';

export interface PayingOrder {
  readonly status: OrderStatus;
  readonly paymentStatus: PaymentStatus;
  readonly paymentMethod: PaymentMethod;
  readonly orderType: OrderType;
  readonly adminCreated: boolean;
}

/** A board card offers to take the money while some is owed and the order is still open. */
export function showsPaymentButton(order: Pick<PayingOrder, 'status' | 'paymentStatus'>): boolean {
  return isWaitingForMoney(order) && !isFinal(order.status);
}

/** Handed out before it was paid: the money can still be taken, from the order's details. */
export function isStillUnpaid(order: Pick<PayingOrder, 'status' | 'paymentStatus'>): boolean {
  return isWaitingForMoney(order) && order.status === 'completed';
}

function isWaitingForMoney({ paymentStatus }: Pick<PayingOrder, 'paymentStatus'>): boolean {
  return paymentStatus === 'pending' || paymentStatus === 'unpaid';
}

export const COLLECT_CASH = say`Collect Cash Payment`;

/** The word on a board card: a guest's cash order is unpaid even while its payment is pending. */
export function paymentWord(
  order: Pick<PayingOrder, 'paymentStatus' | 'paymentMethod' | 'adminCreated'>,
): PaymentStatus {
  const cashOnItsWay = order.paymentStatus === 'pending' && order.paymentMethod === 'cash' && !order.adminCreated;
  return cashOnItsWay ? 'unpaid' : order.paymentStatus;
}

export function collectsCash(order: Pick<PayingOrder, 'paymentStatus' | 'paymentMethod' | 'adminCreated'>): boolean {
  return paymentWord(order) === 'unpaid';
}

/** What it is written down as when the board says that the rest was paid, and as what its dialog names the sum. */
export function collectedBy(
  order: Pick<PayingOrder, 'paymentStatus' | 'paymentMethod' | 'adminCreated'>,
): PaymentMethod {
  if (collectsCash(order)) return 'cash';
  // What was to be paid by card on its page is now paid by hand, however that was.
  return isCardMethod(order.paymentMethod) ? 'manual' : order.paymentMethod;
}

/** Only money the server has seen makes an order paid; an address or a method proves nothing. */
export function isPaid(order: Pick<PayingOrder, 'paymentStatus'>): boolean {
  return order.paymentStatus === 'paid';
}

/** The badge of the confirmation page: PAID, CASH ON PICKUP … */
export function confirmationBadge(
  order: Pick<PayingOrder, 'status' | 'paymentStatus' | 'paymentMethod' | 'orderType'>,
): string {
  if (isPaid(order)) return say`PAID`;
  // Nobody is asked for it any more.
  if (order.status === 'cancelled' && owes(order.paymentStatus)) return say`CANCELLED`;
  const cashToCome = order.paymentMethod === 'cash' && owes(order.paymentStatus);
  return cashToCome ? orderTypeTexts(order.orderType).pay.badge : paymentStatusLabel(order.paymentStatus).toUpperCase();
}

/** The line on the receipt that says how the money stands. */
export function receiptState(order: PayingOrder): string {
  if (order.paymentStatus === 'refunded') return say`REFUNDED`;
  if (order.status === 'cancelled') return say`CANCELLED`;
  if (isPaid(order)) return say`PAID`;
  if (order.paymentStatus === 'failed') return say`PAYMENT FAILED`;
  return isCardMethod(order.paymentMethod) ? say`PAYMENT PENDING` : orderTypeTexts(order.orderType).pay.receipt;
}

function owes(status: PaymentStatus): boolean {
  return status === 'unpaid' || status === 'pending';
}
