import { say, sayNow } from '../core/language.ts';
import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { goesTo } from '../order/order-types.ts';
import { statusFacts } from '../order/statuses.ts';
import { PLACES } from './places.ts';

export interface SmsTemplate {
  readonly id: string;
  readonly name: string;
  readonly message: string;
}

export const SMS_TEMPLATES = [
  {
    id: 'order_preparing',
    name: say`Being Prepared`,
    message: say`Hi ${PLACES.customerName}, your order ${PLACES.orderId} is being prepared. Ready in about ${PLACES.estimatedTime}.`,
  },
  {
    id: 'order_ready',
    name: say`Ready`,
    message: say`Hi ${PLACES.customerName}, your order ${PLACES.orderId} is ready. See you soon!`,
  },
  {
    id: 'order_delayed',
    name: say`Delayed`,
    message: say`Hi ${PLACES.customerName}, your order ${PLACES.orderId} takes a little longer: about ${PLACES.estimatedTime}. We are sorry.`,
  },
  {
    id: 'payment_link',
    name: say`Payment Link`,
    message: say`Hi ${PLACES.customerName}, please pay ${PLACES.total} for your order here: ${PLACES.paymentUrl}`,
  },
] as const satisfies readonly SmsTemplate[];

/** As they are chosen from, in the language of who chooses; whoever is written to is spoken to in their own. */
export function smsTemplates() {
  return SMS_TEMPLATES.map(({ id, name, message }) => ({ id, name: sayNow(name), message: sayNow(message) }));
}

/** A text may be so long; it travels in parts. */
export const SMS_MOST = 640;

/** What is most often said to a guest who waits. */
export const LATE_MINUTES = [10, 20, 30] as const;

export function lateText(minutes: number): string {
  return say`Hi ${PLACES.customerName}, your order ${PLACES.orderId} will be about ${minutes} minutes late. We are sorry.`;
}

/** What a driver's guest is glad to hear. */
export function onItsWayText(): string {
  return say`Hi ${PLACES.customerName}, your order ${PLACES.orderId} is on its way to you.`;
}

/** What may be said of an order as it stands: nobody is told that it is late who has it, or to pay what is paid. */
export function fitsOrder(
  start: string,
  { status, orderType, due }: { readonly status: string; readonly orderType: string; readonly due: number },
): boolean {
  const isDelivery = goesTo(orderType, 'address');
  if (start === 'order_preparing') return status === 'preparing';
  if (start === 'order_ready') return status === 'ready' && !isDelivery;
  if (start === 'on_its_way') return status === 'ready' && isDelivery;
  if (start === 'payment_link') return due > 0 && status !== 'cancelled';
  return status === 'pending' || status === 'preparing' || (status === 'ready' && isDelivery);
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
  return phone ? ok(phone) : err(failure('failed-precondition', say`No phone number found for this order`));
}
