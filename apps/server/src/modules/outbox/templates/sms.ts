import {
  currentLocale,
  endWithFullStop,
  say,
  sayNow,
  type Cents,
  type DateText,
  type TimeText,
  type ZoneId,
} from '@tiffin/domain/core';
import { twelveHourText, windowText } from '@tiffin/domain/hours';
import { MESSAGE_DEFAULTS, fillPlaceholders, SMS_TEMPLATES, type SmsTemplateId } from '@tiffin/domain/messages';
import { promisesArrival, type PromisedWindow } from '@tiffin/domain/order';
import { greetingName, moneyText, toSingleLine, webAddress } from './mail-formats.ts';

/** The data of every text message about an order. It begins with `brandName`, because a phone shows only a number. */
export interface OrderSms {
  readonly brandName: string;
  readonly customerName: string | null;
  readonly orderId: string;
}

interface ReceivedSms extends OrderSms {
  readonly placedAt: Date;
  readonly promise: PromisedWindow | null;
  readonly orderType: string;
  readonly zone: ZoneId;
  /** The order link, for a guest without an account. */
  readonly orderUrl?: string | null;
}

/** The order was placed. */
export function orderReceivedSms({ brandName, customerName, orderId, zone, orderUrl, ...times }: ReceivedSms): string {
  const firstName = greetingName(customerName);
  const url = orderUrl ? webAddress(orderUrl) : '';
  const received = say`Hi ${firstName}, we have your order ${orderId}.`;
  return withSender(
    brandName,
    `${received} ${readyText(times, zone)} ${orderUrl ? say`Follow it: ${url}` : say`See you soon!`}`,
  );
}

function readyText(
  { placedAt, promise, orderType }: Pick<ReceivedSms, 'placedAt' | 'promise' | 'orderType'>,
  zone: ZoneId,
): string {
  if (promise === null) {
    const time = MESSAGE_DEFAULTS.estimatedTime;
    return say`Ready in about ${time}.`;
  }
  const time = windowText(promise, placedAt, zone);
  return endWithFullStop(promisesArrival(orderType) ? say`Arriving ${time}` : say`Ready ${time}`);
}

/** A code that proves that the guest reads texts to this number. */
export function codeSms(sms: { readonly brandName: string; readonly code: string; readonly minutes: number }): string {
  const { brandName, code, minutes } = sms;
  return withSender(brandName, say`Your code is ${code}. It is good for ${minutes} minutes.`);
}

/** The kitchen makes the order. */
export function orderPreparingSms(sms: OrderSms, estimatedTime: string): string {
  return orderText(sms, 'order_preparing', { estimatedTime });
}

/** The order can be picked up. */
export function orderReadySms(sms: OrderSms): string {
  return orderText(sms, 'order_ready', {});
}

interface PaymentLinkSms extends Pick<OrderSms, 'brandName' | 'customerName'> {
  readonly total: Cents;
  readonly currency: string;
  readonly paymentUrl: string;
}

/** Staff ask for a payment. */
export function paymentLinkSms(sms: PaymentLinkSms): string {
  return orderText(sms, 'payment_link', {
    total: moneyText(sms.total, sms.currency),
    paymentUrl: webAddress(sms.paymentUrl),
  });
}

export function orderCancelledSms({ phone, ...sms }: OrderSms & { readonly phone: string }): string {
  const { brandName, orderId } = sms;
  const firstName = greetingName(sms.customerName);
  return withSender(brandName, say`Hi ${firstName}, your order ${orderId} had to be cancelled. Questions? ${phone}`);
}

/** News about an order; with the number to call if something went wrong. */
export function orderNewsSms(sms: OrderSms, news: string, phone: string | null): string {
  const { brandName, orderId } = sms;
  const firstName = greetingName(sms.customerName);
  return withSender(
    brandName,
    phone === null
      ? say`Hi ${firstName}, your order ${orderId} ${news}.`
      : say`Hi ${firstName}, your order ${orderId} ${news}. Please call ${phone}`,
  );
}

interface ReservationSms extends Pick<OrderSms, 'brandName' | 'customerName'> {
  readonly locationName: string;
  readonly date: DateText;
  readonly time: TimeText;
  readonly partySize: number;
  readonly manageUrl: string;
}

/** The table is booked. */
export function reservationSms(sms: ReservationSms): string {
  const { firstName, partySize, location, when } = reservationValues(sms);
  const url = webAddress(sms.manageUrl);
  return withSender(
    sms.brandName,
    say`Hi ${firstName}, your table for ${partySize} at ${location}, ${when}, is booked. See or cancel it: ${url}`,
  );
}

/** A lost link that is sent again. */
export function reservationLinkSms(sms: ReservationSms): string {
  const { firstName, partySize, location, when } = reservationValues(sms);
  const url = webAddress(sms.manageUrl);
  return withSender(
    sms.brandName,
    say`Hi ${firstName}, the link to your table for ${partySize} at ${location}, ${when}: ${url}`,
  );
}

/** The reservation is changed, with both times. */
export function reservationChangedSms(
  sms: ReservationSms & { readonly before: Pick<ReservationSms, 'date' | 'time' | 'partySize'> },
): string {
  const { firstName, partySize, location, when } = reservationValues(sms);
  const { when: earlier } = reservationValues({ ...sms, ...sms.before });
  const url = webAddress(sms.manageUrl);
  return withSender(
    sms.brandName,
    say`Hi ${firstName}, your table at ${location} is now ${when}, for ${partySize} (before: ${earlier}). See or cancel it: ${url}`,
  );
}

/** The location is closed at the time that was booked. */
export function reservationMoveSms(sms: ReservationSms): string {
  const { firstName, location, when } = reservationValues(sms);
  const url = webAddress(sms.manageUrl);
  return withSender(
    sms.brandName,
    say`Hi ${firstName}, ${location} is closed on ${when}, when you booked a table. We are sorry. Please choose another time: ${url}`,
  );
}

/** Staff hold a table until the guest pays its deposit. */
export function reservationDepositSms({
  amount,
  heldUntil,
  isFee,
  ...sms
}: ReservationSms & { readonly amount: string; readonly heldUntil: string; readonly isFee: boolean }): string {
  const { firstName, location, when } = reservationValues(sms);
  const url = webAddress(sms.manageUrl);
  return withSender(
    sms.brandName,
    isFee
      ? say`Hi ${firstName}, we hold your table at ${location}, ${when}, until ${heldUntil}. Please leave a card; ${amount} is charged only if you do not come or cancel too late: ${url}`
      : say`Hi ${firstName}, we hold your table at ${location}, ${when}, until ${heldUntil}. Please pay the deposit of ${amount}: ${url}`,
  );
}

interface AnswerableSms {
  /** True if the guest can answer by a text: with 1 or 2, because providers act on “yes”, “cancel” and “stop” themselves. */
  readonly isAnswerable: boolean;
}

/** The party is awaited soon. */
export function reminderSms(sms: ReservationSms & AnswerableSms): string {
  const { firstName, partySize, location, when } = reservationValues(sms);
  const url = webAddress(sms.manageUrl);
  return withSender(
    sms.brandName,
    sms.isAnswerable
      ? say`Hi ${firstName}, see you ${when} at ${location}, a table for ${partySize}. Please answer 1 to confirm or 2 to cancel: ${url}`
      : say`Hi ${firstName}, see you ${when} at ${location}, a table for ${partySize}. Please confirm or cancel: ${url}`,
  );
}

export function reservationCancelledSms(sms: Omit<ReservationSms, 'manageUrl'> & { readonly phone: string }): string {
  const { firstName, partySize, location, when } = reservationValues(sms);
  const { phone } = sms;
  return withSender(
    sms.brandName,
    say`Hi ${firstName}, your table for ${partySize} at ${location}, ${when}, is cancelled. Questions? ${phone}`,
  );
}

export interface WaitSms {
  readonly brandName: string;
  readonly customerName: string;
  readonly locationName: string;
  readonly url: string;
}

/** The party is on the waitlist. */
export function waitJoinedSms({ minutes, ...sms }: WaitSms & { readonly minutes: number }): string {
  const [firstName, url] = [greetingName(sms.customerName), webAddress(sms.url)];
  return withSender(
    sms.brandName,
    say`Hi ${firstName}, you are on the waitlist of ${sms.locationName}: about ${minutes} minutes. Your place: ${url}`,
  );
}

/** A table is kept for the party, which is asked to come. */
export function waitCalledSms({
  until,
  isAnswerable,
  ...sms
}: WaitSms & AnswerableSms & { readonly until: string }): string {
  const [firstName, url] = [greetingName(sms.customerName), webAddress(sms.url)];
  return withSender(
    sms.brandName,
    isAnswerable
      ? say`Hi ${firstName}, your table at ${sms.locationName} is ready. Answer 1 if you are coming, 2 if not, until ${until}, or here: ${url}`
      : say`Hi ${firstName}, your table at ${sms.locationName} is ready. Are you coming? Answer until ${until}: ${url}`,
  );
}

/**
 * The fields of a text message about a reservation. There is only room for a short time such as 'Fri, Nov 20 at 6:30
 * p.m.'
 */
function reservationValues({ customerName, locationName, partySize, date, time }: Omit<ReservationSms, 'manageUrl'>) {
  const dayFormat = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
  const day = new Intl.DateTimeFormat(currentLocale(), dayFormat).format(new Date(`${date}T00:00:00Z`));
  const clock = twelveHourText(time);
  return { firstName: greetingName(customerName), partySize, location: locationName, when: say`${day} at ${clock}` };
}

function orderText(
  sms: Omit<OrderSms, 'orderId'> & Partial<OrderSms>,
  id: SmsTemplateId,
  values: Readonly<Record<string, string | null>>,
): string {
  const template = SMS_TEMPLATES.find((one) => one.id === id);
  if (!template) throw new RangeError(`no text template ${id}`);
  const placeholders = { ...values, customerName: greetingName(sms.customerName), orderId: sms.orderId ?? null };
  return withSender(sms.brandName, fillPlaceholders(sayNow(template.message), placeholders));
}

/** A text message in one line that begins with the restaurant's name. */
export function withSender(brandName: string, text: string): string {
  return toSingleLine(`${brandName}: ${text}`);
}
