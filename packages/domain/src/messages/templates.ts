import { orderTypeTexts } from '../order/order-type-texts.ts';

export interface EmailTemplate {
  readonly id: string;
  readonly name: string;
  readonly subject: string;
  readonly description: string;
  readonly defaultMessage: string;
}

export const EMAIL_TEMPLATES = [
  {
    id: 'order_confirmation',
    name: 'Order Confirmation',
    subject: 'Your order {orderId} is confirmed',
    description: 'What was ordered, what it costs and when it is ready',
    defaultMessage:
      'Hello {customerName},\n\nThank you for your order {orderId}. {orderType}, ready in about {estimatedTime}.',
  },
  {
    id: 'reservation_confirmation',
    name: 'Reservation Confirmation',
    subject: 'Your table on {reservationDate} at {reservationTime}',
    description: 'When and where the table is, and how to change or cancel it',
    defaultMessage:
      'Hello {customerName},\n\nWe look forward to seeing you on {reservationDate} at {reservationTime}, a table for {partySize}.',
  },
  {
    id: 'custom',
    name: 'Custom Message',
    subject: '',
    description: 'A message in your own words',
    defaultMessage: 'Hello {customerName},\n\n',
  },
  {
    id: 'promotion',
    name: 'Promotion',
    subject: '{offerTitle}',
    description: 'An offer, to those who agreed to receive offers',
    defaultMessage: 'Hello {customerName},\n\n{offerTitle}, until {validUntil}.\n\n{terms}',
  },
] as const satisfies readonly EmailTemplate[];

export type EmailTemplateId = (typeof EMAIL_TEMPLATES)[number]['id'];

export function isEmailTemplate(id: string): id is EmailTemplateId {
  return EMAIL_TEMPLATES.some((template) => template.id === id);
}

export interface PromotionData {
  readonly offerTitle: string;
  readonly validUntil: string;
  readonly terms: string;
  readonly title: string;
  readonly imageUrl: string | null;
}

/** The first message a new guest gets carries a code for 10 % off the first order. */
export const WELCOME_DISCOUNT_PERCENT = 10;

/** What a reservation confirmation cannot do without. */
export interface ReservationConfirmation {
  readonly customerEmail: string;
  readonly customerName: string;
  readonly reservationDate: string;
  readonly reservationTime: string;
  readonly partySize: number;
}

export function reservationConfirmationProblem(data: Partial<ReservationConfirmation>): string | null {
  const { customerEmail, customerName, reservationDate, reservationTime, partySize } = data;
  const texts = [customerEmail, customerName, reservationDate, reservationTime];
  const complete =
    texts.every((text) => text !== undefined && text.trim() !== '') && partySize !== undefined && partySize > 0;
  return complete ? null : 'Missing required reservation data';
}

/** What stands in for what is not known. */
export const MESSAGE_DEFAULTS = {
  customerName: 'Valued Customer',
  estimatedTime: '30 minutes',
  orderType: 'Takeout',
} as const;

/** The word a message uses for an order's type; pickup reads 'Takeout'. */
export function orderTypeWord(orderType: string | null | undefined): string {
  return orderType ? orderTypeTexts(orderType).mailLabel : MESSAGE_DEFAULTS.orderType;
}

/**
 * Fills {customerName} and the like. What is blank takes its default; a name in braces that nobody
 * knows stays as it was written, so that a slip is seen before it is sent.
 */
export function personalise(text: string, values: Readonly<Record<string, string | null | undefined>>): string {
  return text.replace(/\{(\w+)\}/g, (written, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name]?.trim() : undefined;
    if (value) return value;
    return Object.entries(MESSAGE_DEFAULTS).find(([known]) => known === name)?.[1] ?? written;
  });
}

/** What every offer must carry before it may leave. */
export function promotionProblem(sender: {
  readonly name: string;
  readonly postalAddress: string;
  readonly unsubscribeUrl: string;
}): string | null {
  if (sender.name.trim() === '') return "The sender's name is missing";
  if (sender.postalAddress.trim() === '') return "The sender's postal address is missing";
  return sender.unsubscribeUrl.trim() === '' ? 'The unsubscribe link is missing' : null;
}
