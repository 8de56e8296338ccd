import { ok, say, sayNow, type Result, fail } from '../core/index.ts';
import { orderTypeGoesTo, statusFacts } from '../order/index.ts';
import { PLACEHOLDERS } from './placeholders.ts';

export interface SmsTemplate {
  readonly id: string;
  readonly name: string;
  readonly message: string;
}

export const SMS_TEMPLATES = [
  {
    id: 'order_preparing',
    name: say`Being Prepared`,
    message: say`Hi ${PLACEHOLDERS.customerName}, your order ${PLACEHOLDERS.orderId} is being prepared. Estimated time: ${PLACEHOLDERS.estimatedTime}`,
  },
  {
    id: 'order_ready',
    name: say`Ready`,
    message: say`Hi ${PLACEHOLDERS.customerName}, your order ${PLACEHOLDERS.orderId} is ready. See you soon!`,
  },
  {
    id: 'order_delayed',
    name: say`Delayed`,
    message: say`Hi ${PLACEHOLDERS.customerName}, your order ${PLACEHOLDERS.orderId} takes a little longer. We are sorry. Estimated time: ${PLACEHOLDERS.estimatedTime}`,
  },
  {
    id: 'payment_link',
    name: say`Payment Link`,
    message: say`Hi ${PLACEHOLDERS.customerName}, please pay ${PLACEHOLDERS.total} for your order here: ${PLACEHOLDERS.paymentUrl}`,
  },
] as const satisfies readonly SmsTemplate[];

/** The templates to choose from, in the language of the staff member. Messages are sent in the recipient's language. */
export function smsTemplates() {
  return SMS_TEMPLATES.map(({ id, name, message }) => ({ id, name: sayNow(name), message: sayNow(message) }));
}

/** The maximum length of a text message, which may be sent in several parts. */
export const MAX_SMS_LENGTH = 640;

/** The most common delays to offer. */
export const DELAY_MINUTES = [10, 20, 30] as const;

/** The message for a guest whose order will be late. */
export function delayText(minutes: number): string {
  return say`Hi ${PLACEHOLDERS.customerName}, your order ${PLACEHOLDERS.orderId} will be about ${minutes} minutes late. We are sorry.`;
}

/** The message for a guest whose driver has left. */
export function onItsWayText(): string {
  return say`Hi ${PLACEHOLDERS.customerName}, your order ${PLACEHOLDERS.orderId} is on its way to you.`;
}

/** True if the message fits the order: no delay for a completed order, no payment request for a paid one. */
export function canSendSmsForOrder(
  templateId: string,
  { status, orderType, due }: { readonly status: string; readonly orderType: string; readonly due: number },
): boolean {
  const isDelivery = orderTypeGoesTo(orderType, 'address');
  if (templateId === 'order_preparing') return status === 'preparing';
  if (templateId === 'order_ready') return status === 'ready' && !isDelivery;
  if (templateId === 'on_its_way') return status === 'ready' && isDelivery;
  if (templateId === 'payment_link') return due > 0 && status !== 'cancelled';
  return status === 'pending' || status === 'preparing' || (status === 'ready' && isDelivery);
}

export type SmsTemplateId = (typeof SMS_TEMPLATES)[number]['id'];

/**
 * The text message that is sent automatically for a status; null for none. That a delivery is ready is not news for its
 * guest, who was promised the arrival.
 */
export function smsForStatus(status: string, orderType: string): SmsTemplateId | null {
  const { sms } = statusFacts(status);
  return sms === 'order_ready' && orderTypeGoesTo(orderType, 'address') ? null : sms;
}

/** Returns the phone number of an order, or an error if the order or the number is missing. */
export function checkOrderSms(order: { readonly phone: string | null } | null): Result<string> {
  if (order === null) return fail('order-not-found');
  const phone = order.phone?.trim();
  return phone ? ok(phone) : fail('failed-precondition', say`No phone number found for this order`);
}
