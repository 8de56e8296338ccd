import { addCents, sentence, type Cents, type ZoneId } from '@tiffin/domain/core';
import { clockText, clockTextWithZone, otherDay } from '@tiffin/domain/hours';
import { subtotalLines } from '@tiffin/domain/pricing';
import { MESSAGE_DEFAULTS, orderTypeWord, personalise, withoutLinks } from '@tiffin/domain/messages';
import {
  callOutCode,
  GUEST_NOTE_FIELDS,
  GUEST_NOTES,
  ORDER_DEFAULTS,
  orderTypeTexts,
  type GuestNotes,
} from '@tiffin/domain/order';
import type { BillLine, Block, MailBrand } from '../../../db/kept-json.ts';
import { calledBy, dayText, nameOr, wordingOf } from './words.ts';
import { writeMail, type WrittenMail } from './write-mail.ts';

/** Where an order is cooked or a table stands, as the location's record says. */
export interface MailLocation {
  readonly name: string;
  readonly address: string;
  readonly postalCode: string;
  readonly phone: string;
  readonly zone: ZoneId;
}

export interface MailOrder extends GuestNotes {
  readonly orderId: string;
  readonly orderType: string | null;
  readonly customerName: string | null;
  readonly placedAt: Date;
  readonly estimatedReady: Date | null;
  readonly dishes: readonly {
    readonly name: string;
    readonly quantity: number;
    /** How it was ordered: its heat, what was chosen with it, and what was written beside it. */
    readonly said: string | null;
    readonly total: Cents;
  }[];
  readonly subtotal: Cents;
  /** What an offer took off already. */
  readonly discount: { readonly code: string; readonly amount: Cents } | null;
  /** What the house took off, below zero, and what it adds. */
  readonly beside?: readonly (readonly [text: string, amount: Cents])[];
  /** 'HST (14%)' */
  readonly taxes: readonly { readonly name: string; readonly amount: Cents }[];
  readonly tip: Cents;
  readonly total: Cents;
  /** How the money stands, in the badge's words: PAID, CASH ON PICKUP, PAY AT PICKUP … */
  readonly payment: string;
  readonly deliveryAddress: string | null;
}

interface OrderMail {
  readonly brand: MailBrand;
  readonly location: MailLocation;
  readonly order: MailOrder;
}

export interface OrderConfirmationMail extends OrderMail {
  readonly orderUrl: string;
  /** Words of the back office instead of the usual ones. */
  readonly message?: string;
}

export function orderConfirmation({ brand, location, order, orderUrl, message }: OrderConfirmationMail): WrittenMail {
  const template = wordingOf('order_confirmation');
  const values = valuesOf(order);
  return writeMail(brand, {
    subject: personalise(template.subject, values),
    preheader: sentence(`${orderTypeWord(order.orderType)} from ${location.name}, ${readyText(order, location.zone)}`),
    title: 'Order Confirmed!',
    blocks: [
      { kind: 'figure', label: 'Estimated ready', value: readyFigure(order, location.zone) },
      { kind: 'text', text: personalise(message ?? template.defaultMessage, values) },
      { kind: 'facts', facts: [...orderFacts(order), ...locationFacts(location)] },
      billOf(order, 'Your order'),
      { kind: 'button', label: 'Follow your order', url: orderUrl },
      helpWith('Need to change something?', location),
    ],
    reason: 'You get this mail because you placed an order with us.',
    unsubscribeUrl: null,
  });
}

export interface OrderReadyMail extends OrderMail {
  readonly orderUrl: string;
}

export function orderReady({ brand, location, order, orderUrl }: OrderReadyMail): WrittenMail {
  const { ready } = orderTypeTexts(order.orderType ?? ORDER_DEFAULTS.orderType);
  const [title, text] = ready.mail(location, nameOr(order.customerName));
  return writeMail(brand, {
    subject: `${title}: ${order.orderId}`,
    preheader: text,
    title,
    blocks: [
      { kind: 'figure', label: 'Order', value: callOutCode(order.orderId) },
      { kind: 'text', text: `Hello ${nameOr(order.customerName)},\n\n${text}` },
      { kind: 'facts', facts: [...orderFacts(order), ...locationFacts(location)] },
      { kind: 'button', label: 'See your order', url: orderUrl },
      helpWith('Running late?', location),
    ],
    reason: 'You get this mail because you placed an order with us.',
    unsubscribeUrl: null,
  });
}

export interface OrderNewsMail extends OrderMail {
  /** 'is on its way to you' */
  readonly news: string;
  readonly orderUrl: string;
}

/** Something new of it, to whoever left no number. */
export function orderNewsMail({ brand, location, order, news, orderUrl }: OrderNewsMail): WrittenMail {
  const text = `Your order ${news}.`;
  return writeMail(brand, {
    subject: `${text.slice(0, -1)}: ${order.orderId}`,
    preheader: text,
    title: text.slice(0, -1),
    blocks: [
      { kind: 'figure', label: 'Order', value: callOutCode(order.orderId) },
      { kind: 'text', text: `Hello ${nameOr(order.customerName)},\n\n${text}` },
      { kind: 'facts', facts: [...orderFacts(order), ...locationFacts(location)] },
      { kind: 'button', label: 'See your order', url: orderUrl },
      helpWith('Something is wrong?', location),
    ],
    reason: 'You get this mail because you placed an order with us.',
    unsubscribeUrl: null,
  });
}

export interface CancelledOrderMail extends OrderMail {
  readonly reason: string | null;
  readonly orderUrl: string;
}

/** The restaurant cancelled it. What becomes of the money is said where it is known: with the order, and by its own mail. */
export function orderCancelled({ brand, location, order, reason, orderUrl }: CancelledOrderMail): WrittenMail {
  return writeMail(brand, {
    subject: `Cancelled: your order ${order.orderId}`,
    preheader: `${location.name} could not make your order.`,
    title: 'Your order is cancelled',
    blocks: [
      {
        kind: 'text',
        text: `Hello ${nameOr(order.customerName)},

Your order at ${location.name} had to be cancelled. We are sorry for the trouble: please call us, or order again. If you have paid, your order’s page says what goes back to you.`,
      },
      {
        kind: 'facts',
        facts: [
          ...orderFacts(order),
          ...(reason ? ([['Reason', withoutLinks(reason)]] as const) : []),
          ...locationFacts(location),
        ],
      },
      { kind: 'button', label: 'See your order', url: orderUrl },
      helpWith('Was this a mistake?', location),
    ],
    reason: 'You get this mail because you placed an order with us.',
    unsubscribeUrl: null,
  });
}

export interface ReceiptMail extends OrderMail {
  readonly receiptUrl: string;
  readonly hstNumber: string | null;
  /** Paid in cash: what the coins made of the total. */
  readonly cashRounding: Cents | null;
}

export function receipt({ brand, location, order, receiptUrl, hstNumber, cashRounding }: ReceiptMail): WrittenMail {
  const numbers: Block[] = hstNumber === null ? [] : [{ kind: 'small', text: `Tax number ${hstNumber}` }];
  return writeMail(brand, {
    subject: `Your receipt for ${order.orderId}`,
    preheader: `${location.name}, ${dayText(order.placedAt, location.zone)}.`,
    title: sentence(`Thank you, ${calledBy(order.customerName)}`),
    blocks: [
      {
        kind: 'facts',
        facts: [
          ['Order', order.orderId],
          ['Placed', `${dayText(order.placedAt, location.zone)}, ${clockText(order.placedAt, location.zone)}`],
          ['Order type', orderTypeWord(order.orderType)],
          ['Customer', nameOr(order.customerName)],
          ...locationFacts(location),
        ],
      },
      billOf(order, 'Receipt', cashRounding),
      ...numbers,
      { kind: 'button', label: 'Click to View Receipt', url: receiptUrl },
    ],
    reason: 'You get this mail because you placed an order with us.',
    unsubscribeUrl: null,
  });
}

function billOf(order: MailOrder, title: string, cashRounding: Cents | null = null): Block {
  return {
    kind: 'bill',
    title,
    badge: order.payment,
    dishes: order.dishes.map(({ name, quantity, said, total }) => {
      return { text: `${quantity} × ${name}`, note: said && withoutLinks(said), amount: total };
    }),
    sums: [
      ...[...subtotalLines(order.subtotal, order.discount), ...(order.beside ?? [])].map(([text, amount]) =>
        sum(text, amount),
      ),
      ...order.taxes.map(({ name, amount }) => sum(name, amount)),
      ...(order.tip > 0 ? [sum('Tip', order.tip)] : []),
    ],
    total: sum('Total', order.total),
    below: cashRounding
      ? [sum('Cash rounding', cashRounding), sum('Paid in cash', addCents(order.total, cashRounding))]
      : [],
  };
}

function sum(text: string, amount: Cents): BillLine {
  return { text, note: null, amount };
}

function orderFacts(order: MailOrder): readonly (readonly [string, string])[] {
  return [
    ['Order', order.orderId],
    ['Order type', orderTypeWord(order.orderType)],
    ...(order.deliveryAddress ? ([['Deliver to', withoutLinks(order.deliveryAddress)]] as const) : []),
    ...GUEST_NOTE_FIELDS.flatMap((note) => {
      const { mail } = GUEST_NOTES[note];
      return mail && order[note] ? [[mail, withoutLinks(order[note])] as const] : [];
    }),
  ];
}

export function locationFacts(location: MailLocation): readonly (readonly [string, string])[] {
  return [
    ['Restaurant', location.name],
    ['Address', `${location.address}, ${location.postalCode}`],
  ];
}

export function helpWith(question: string, location: MailLocation): Block {
  return { kind: 'note', text: `${question}\nCall ${location.name} at ${location.phone}.` };
}

function valuesOf(order: MailOrder): Readonly<Record<string, string | null>> {
  return {
    customerName: nameOr(order.customerName),
    orderId: order.orderId,
    orderType: orderTypeWord(order.orderType),
    estimatedTime: minutesText(order),
  };
}

function minutesText({ placedAt, estimatedReady }: MailOrder): string | null {
  if (estimatedReady === null) return null;
  const minutes = Math.max(1, Math.round((estimatedReady.getTime() - placedAt.getTime()) / 60_000));
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}

function readyFigure(order: MailOrder, zone: ZoneId): string {
  if (order.estimatedReady === null) return `in ${MESSAGE_DEFAULTS.estimatedTime}`;
  const day = otherDay(order.estimatedReady, order.placedAt, zone);
  const clock = clockTextWithZone(order.estimatedReady, zone);
  return day === null ? clock : `${day} at ${clock}`;
}

function readyText(order: MailOrder, zone: ZoneId): string {
  if (order.estimatedReady === null) return `ready in about ${MESSAGE_DEFAULTS.estimatedTime}`;
  const isToday = otherDay(order.estimatedReady, order.placedAt, zone) === null;
  return `ready ${isToday ? 'at ' : ''}${readyFigure(order, zone)}`;
}
