import { say, sayNow } from '../core/language.ts';
import { oneLine } from '../core/unknown.ts';
import { orderTypeTexts } from '../order/order-type-texts.ts';
import { PLACES } from './places.ts';

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
    name: say`Order Confirmation`,
    subject: say`Your order ${PLACES.orderId} is confirmed`,
    description: say`What was ordered, what it costs and when it is ready`,
    defaultMessage: say`Hello ${PLACES.customerName},\n\nThank you for your order ${PLACES.orderId}. ${PLACES.orderType}, ready in about ${PLACES.estimatedTime}.`,
  },
  {
    id: 'reservation_confirmation',
    name: say`Reservation Confirmation`,
    subject: say`Your table on ${PLACES.reservationDate} at ${PLACES.reservationTime}`,
    description: say`When and where the table is, and how to change or cancel it`,
    defaultMessage: say`Hello ${PLACES.customerName},\n\nWe look forward to seeing you on ${PLACES.reservationDate} at ${PLACES.reservationTime}, a table for ${PLACES.partySize}.`,
  },
  {
    id: 'custom',
    name: say`Custom Message`,
    subject: '',
    description: say`A message in your own words`,
    defaultMessage: say`Hello ${PLACES.customerName},\n\n`,
  },
  {
    id: 'promotion',
    name: say`Promotion`,
    subject: PLACES.offerTitle,
    description: say`An offer, to those who agreed to receive offers`,
    defaultMessage: say`Hello ${PLACES.customerName},\n\n${PLACES.offerTitle}, until ${PLACES.validUntil}.\n\n${PLACES.terms}`,
  },
] as const satisfies readonly EmailTemplate[];

/** As they are chosen from, in the language of who chooses; whoever is written to is spoken to in their own. */
export function emailTemplates() {
  return EMAIL_TEMPLATES.map(({ id, name, subject, description, defaultMessage }) => ({
    id,
    name: sayNow(name),
    subject: sayNow(subject),
    description: sayNow(description),
    defaultMessage: sayNow(defaultMessage),
  }));
}

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
  return complete ? null : say`Missing required reservation data`;
}

/** What stands in for what is not known. */
export const MESSAGE_DEFAULTS = {
  get customerName() {
    return say`Valued Customer`;
  },
  get estimatedTime() {
    return say`30 minutes`;
  },
  get orderType() {
    return say`Takeout`;
  },
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
    return Object.entries(MESSAGE_DEFAULTS).find(([existing]) => existing === name)?.[1] ?? written;
  });
}

/** What every offer must carry before it may leave. */
export function promotionProblem(sender: {
  readonly name: string;
  readonly postalAddress: string;
  readonly unsubscribeUrl: string;
}): string | null {
  if (sender.name.trim() === '') return say`The sender's name is missing`;
  if (sender.postalAddress.trim() === '') return say`The sender's postal address is missing`;
  return sender.unsubscribeUrl.trim() === '' ? say`The unsubscribe link is missing` : null;
}

/** What stands between the parts of a host's name: the full stop, and what browsers read as one. */
const NAME_DOT = /(?<=[\p{L}\p{N}-])[.。．｡](?=\p{L})/gu;
/** Of an address in numbers, 1.2.3.4, no part stays with the next; a price has one dot. */
const NUMBER_DOT = /(?<=\d[.。．｡]\d{1,3}|(?<![\d.。．｡])\d{1,3}(?=[.。．｡]\d{1,3}[.。．｡]))[.。．｡](?=\d)/gu;

/**
 * What a guest typed, in a message that reaches whatever address or number they gave: nothing in it
 * becomes a link there, nor a paragraph that reads as ours, so that nobody sends theirs in our name.
 */
export function withoutLinks(typed: string): string {
  return oneLine(typed.replaceAll(/\p{Cf}+/gu, ''))
    .replaceAll(/[:：]\/\//g, ': ')
    .replaceAll(NAME_DOT, '$& ')
    .replaceAll(NUMBER_DOT, '$& ');
}
