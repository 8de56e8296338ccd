import type { Cents, DateText, TimeText, ZoneId } from '@tiffin/domain/core';
import { clockText, otherDay, twelveHours } from '@tiffin/domain/hours';
import { MESSAGE_DEFAULTS, personalise, SMS_TEMPLATES, type SmsTemplateId } from '@tiffin/domain/messages';
import { calledBy, moneyText, oneLine, webAddress } from './words.ts';

/** What every text about an order knows. `brandName` begins it: a phone shows only a number. */
export interface OrderSms {
  readonly brandName: string;
  readonly customerName: string | null;
  readonly orderId: string;
}

export interface ReceivedSms extends OrderSms {
  readonly placedAt: Date;
  readonly estimatedReady: Date | null;
  readonly zone: ZoneId;
  /** The order's own link, for whoever has no account. */
  readonly orderUrl?: string | null;
}

export function orderReceivedSms({ brandName, customerName, orderId, zone, orderUrl, ...times }: ReceivedSms): string {
  return signed(
    brandName,
    `Hi ${calledBy(customerName)}, we have your order ${orderId}. Ready ${readyWhen(times, zone)} ${orderUrl ? `Follow it: ${webAddress(orderUrl)}` : 'See you soon!'}`,
  );
}

function readyWhen(
  { placedAt, estimatedReady }: Pick<ReceivedSms, 'placedAt' | 'estimatedReady'>,
  zone: ZoneId,
): string {
  if (estimatedReady === null) return `in about ${MESSAGE_DEFAULTS.estimatedTime}.`;
  const day = otherDay(estimatedReady, placedAt, zone);
  return `${day === null ? '' : `${day} `}about ${clockText(estimatedReady, zone)}`;
}

export function codeSms({
  brandName,
  code,
  minutes,
}: {
  readonly brandName: string;
  readonly code: string;
  readonly minutes: number;
}): string {
  return signed(brandName, `Your code is ${code}. It is good for ${minutes} minutes.`);
}

export interface PreparingSms extends OrderSms {
  readonly estimatedTime: string;
}

export function orderPreparingSms(sms: PreparingSms): string {
  return worded(sms, 'order_preparing', { estimatedTime: sms.estimatedTime });
}

export function orderReadySms(sms: OrderSms): string {
  return worded(sms, 'order_ready', {});
}

export interface PaymentLinkSms {
  readonly brandName: string;
  readonly customerName: string | null;
  readonly total: Cents;
  readonly paymentUrl: string;
}

export function paymentLinkSms(sms: PaymentLinkSms): string {
  return worded(sms, 'payment_link', { total: moneyText(sms.total), paymentUrl: webAddress(sms.paymentUrl) });
}

export function orderCancelledSms({ phone, ...sms }: OrderSms & { readonly phone: string }): string {
  return signed(
    sms.brandName,
    `Hi ${calledBy(sms.customerName)}, your order ${sms.orderId} had to be cancelled. Questions? ${phone}`,
  );
}

/** Something new of it; of what went wrong whom to call. */
export function orderNewsSms({
  news,
  phone,
  ...sms
}: OrderSms & { readonly news: string; readonly phone: string | null }): string {
  const call = phone === null ? '' : ` Please call ${phone}`;
  return signed(sms.brandName, `Hi ${calledBy(sms.customerName)}, your order ${sms.orderId} ${news}.${call}`);
}

export interface ReservationSms {
  readonly brandName: string;
  readonly customerName: string | null;
  readonly locationName: string;
  readonly date: DateText;
  readonly time: TimeText;
  readonly partySize: number;
  readonly manageUrl: string;
}

export function reservationSms(sms: ReservationSms): string {
  return signed(
    sms.brandName,
    `Hi ${calledBy(sms.customerName)}, your table for ${sms.partySize} at ${sms.locationName}, ${when(sms)}, is booked. See or cancel it: ${webAddress(sms.manageUrl)}`,
  );
}

export function reminderSms(sms: ReservationSms): string {
  return signed(
    sms.brandName,
    `Hi ${calledBy(sms.customerName)}, see you ${when(sms)} at ${sms.locationName}, a table for ${sms.partySize}. Cannot come? ${webAddress(sms.manageUrl)}`,
  );
}

export function reservationCancelledSms(sms: Omit<ReservationSms, 'manageUrl'> & { readonly phone: string }): string {
  return signed(
    sms.brandName,
    `Hi ${calledBy(sms.customerName)}, your table for ${sms.partySize} at ${sms.locationName}, ${when(sms)}, is cancelled. Questions? ${sms.phone}`,
  );
}

/** 'Fri, Nov 20 at 6:30 p.m.': a text has no room for more. */
function when({ date, time }: Pick<ReservationSms, 'date' | 'time'>): string {
  const day = new Intl.DateTimeFormat('en-CA', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });
  return `${day.format(new Date(`${date}T00:00:00Z`))} at ${twelveHours(time)}`;
}

function worded(
  sms: { readonly brandName: string; readonly customerName: string | null; readonly orderId?: string },
  id: SmsTemplateId,
  values: Readonly<Record<string, string | null>>,
): string {
  const template = SMS_TEMPLATES.find((one) => one.id === id);
  if (!template) throw new RangeError(`no text template ${id}`);
  const known = { ...values, customerName: calledBy(sms.customerName), orderId: sms.orderId ?? null };
  return signed(sms.brandName, personalise(template.message, known));
}

function signed(brandName: string, text: string): string {
  return oneLine(`${brandName}: ${text}`);
}
