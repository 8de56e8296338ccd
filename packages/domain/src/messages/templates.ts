import { collapseWhitespace, say, sayNow } from '../core/index.ts';
import { orderTypeTexts } from '../order/order-type-texts.ts';
import { PLACEHOLDERS } from './placeholders.ts';

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
    subject: say`Your order ${PLACEHOLDERS.orderId} is confirmed`,
    description: say`What was ordered, what it costs and when it is ready`,
    defaultMessage: say`Hello ${PLACEHOLDERS.customerName},\n\nThank you for your order ${PLACEHOLDERS.orderId}. ${PLACEHOLDERS.orderType}. Estimated time: ${PLACEHOLDERS.estimatedTime}`,
  },
  {
    id: 'reservation_confirmation',
    name: say`Reservation Confirmation`,
    subject: say`Your table on ${PLACEHOLDERS.reservationDate} at ${PLACEHOLDERS.reservationTime}`,
    description: say`When and where the table is, and how to change or cancel it`,
    defaultMessage: say`Hello ${PLACEHOLDERS.customerName},\n\nWe look forward to seeing you on ${PLACEHOLDERS.reservationDate} at ${PLACEHOLDERS.reservationTime}, a table for ${PLACEHOLDERS.partySize}.`,
  },
  {
    id: 'custom',
    name: say`Custom Message`,
    subject: '',
    description: say`A message in your own words`,
    defaultMessage: say`Hello ${PLACEHOLDERS.customerName},\n\n`,
  },
  {
    id: 'promotion',
    name: say`Promotion`,
    subject: PLACEHOLDERS.offerTitle,
    description: say`An offer, to those who agreed to receive offers`,
    defaultMessage: say`Hello ${PLACEHOLDERS.customerName},\n\n${PLACEHOLDERS.offerTitle}, until ${PLACEHOLDERS.validUntil}.\n\n${PLACEHOLDERS.terms}`,
  },
] as const satisfies readonly EmailTemplate[];

/** The templates to choose from, in the language of the staff member. Messages are sent in the recipient's language. */
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
  const isComplete =
    texts.every((text) => text !== undefined && text.trim() !== '') && partySize !== undefined && partySize > 0;
  return isComplete ? null : say`Missing required reservation data`;
}

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

/** The label of an order type in messages; pickup reads 'Takeout'. */
export function orderTypeWord(orderType: string | null | undefined): string {
  return orderType ? orderTypeTexts(orderType).mailLabel : MESSAGE_DEFAULTS.orderType;
}

/**
 * Replaces placeholders such as {customerName}. Blank values use their default. Unknown placeholders stay, so that a
 * typing error is visible before sending.
 */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string | null | undefined>>): string {
  return text.replace(/\{(\w+)\}/g, (written, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name]?.trim() : undefined;
    if (value) return value;
    return Object.entries(MESSAGE_DEFAULTS).find(([existing]) => existing === name)?.[1] ?? written;
  });
}

/** The first missing sender detail of a promotion; null if it may be sent. */
export function senderProblem(sender: {
  readonly name: string;
  readonly postalAddress: string;
  readonly unsubscribeUrl: string;
}): string | null {
  if (sender.name.trim() === '') return say`The sender's name is missing`;
  if (sender.postalAddress.trim() === '') return say`The sender's postal address is missing`;
  return sender.unsubscribeUrl.trim() === '' ? say`The unsubscribe link is missing` : null;
}

/** A dot within a host name: the full stop and the characters that browsers treat as one. */
const NAME_DOT = /(?<=[\p{L}\p{N}-])[.。．｡](?=\p{L})/gu;
/** The dots of an IP address such as 1.2.3.4. A price has only one dot and does not match. */
const NUMBER_DOT = /(?<=\d[.。．｡]\d{1,3}|(?<![\d.。．｡])\d{1,3}(?=[.。．｡]\d{1,3}[.。．｡]))[.。．｡](?=\d)/gu;

/**
 * Makes text typed by a guest safe for messages. The guest can enter any recipient, so the text must not create links
 * or paragraphs that look like ours.
 */
export function withoutLinks(typed: string): string {
  return collapseWhitespace(typed.replaceAll(/\p{Cf}+/gu, ''))
    .replaceAll(/[:：]\/\//g, ': ')
    .replaceAll(NAME_DOT, '$& ')
    .replaceAll(NUMBER_DOT, '$& ');
}
