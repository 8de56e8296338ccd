import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { statusFacts } from '../order/statuses.ts';

export interface SmsTemplate {
  readonly id: string;
  readonly name: string;
  readonly message: string;
}

export const SMS_TEMPLATES = [
  {
    id: 'order_preparing',
    name: 'Being Prepared',
    message: 'Hi {customerName}, your order {orderId} is being prepared. Ready in about {estimatedTime}.',
  },
  { id: 'order_ready', name: 'Ready', message: 'Hi {customerName}, your order {orderId} is ready. See you soon!' },
  {
    id: 'order_delayed',
    name: 'Delayed',
    message: 'Hi {customerName}, your order {orderId} takes a little longer: about {estimatedTime}. We are sorry.',
  },
  {
    id: 'payment_link',
    name: 'Payment Link',
    message: 'Hi {customerName}, please pay {total} for your order here: {paymentUrl}',
  },
] as const satisfies readonly SmsTemplate[];

/** A text may be so long; it travels in parts. */
export const SMS_MOST = 640;

/** What is most often said to a guest who waits. */
export const LATE_MINUTES = [10, 20, 30] as const;

export function lateText(minutes: number): string {
  return `Hi {customerName}, your order {orderId} will be about ${minutes} minutes late. We are sorry.`;
}

export type SmsTemplateId = (typeof SMS_TEMPLATES)[number]['id'];

/** The steps a guest hears of without anybody pressing a button. */
export function smsForStatus(status: string): SmsTemplateId | null {
  return statusFacts(status).sms;
}

/** A text about an order needs the order and a telephone in it. */
export function checkOrderSms(order: { readonly phone: string | null } | null): Result<string> {
  if (order === null) return err(failure('order-not-found'));
  const phone = order.phone?.trim();
  return phone ? ok(phone) : err(failure('failed-precondition', 'No phone number found for this order'));
}
