import { addCents, say, sayNow, endWithFullStop, type Cents, type ZoneId } from '@tiffin/domain/core';
import { windowText, zoneLabel } from '@tiffin/domain/hours';
import { subtotalLines } from '@tiffin/domain/pricing';
import { MESSAGE_DEFAULTS, orderTypeWord, fillPlaceholders, withoutLinks } from '@tiffin/domain/messages';
import {
  callOutCode,
  GUEST_NOTE_FIELDS,
  GUEST_NOTES,
  ORDER_DEFAULTS,
  orderTypeTexts,
  promisesArrival,
  type GuestNotes,
  type PromisedWindow,
} from '@tiffin/domain/order';
import { tenderLabel } from '@tiffin/domain/payment';
import type { BillLine, MailBlock, MailBrand } from '../../../platform/db/stored-json.ts';
import { currencyOf, dateTimeText, moneyText, nameOrDefault, mailWordingOf } from './mail-formats.ts';
import { writeMail, type RenderedMail } from './write-mail.ts';

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
  readonly promise: PromisedWindow | null;
  readonly dishes: readonly {
    readonly name: string;
    readonly quantity: number;
    /** Heat level, options and note of the line. */
    readonly description: string | null;
    readonly total: Cents;
  }[];
  readonly subtotal: Cents;
  /** An offer, already subtracted from the subtotal. */
  readonly discount: { readonly code: string; readonly amount: Cents } | null;
  /** Discounts (negative) and charges. */
  readonly adjustments?: readonly (readonly [text: string, amount: Cents])[];
  /** 'GST (5%)' */
  readonly taxes: readonly { readonly name: string; readonly amount: Cents }[];
  readonly tip: Cents;
  readonly total: Cents;
  /** The payment status as in its badge: PAID, CASH ON PICKUP, PAY AT PICKUP … */
  readonly payment: string;
  readonly deliveryAddress: string | null;
  /** What was stated for the order and its dishes, as on the ticket, and the dishes that contain it. */
  readonly allergies: readonly string[];
}

export interface OrderMail {
  readonly brand: MailBrand;
  readonly location: MailLocation;
  readonly order: MailOrder;
  readonly orderUrl: string;
}

/** A function, because a constant would be created once in English. */
const orderMailReason = () => say`You get this email because you placed an order with us.`;

/** `message` replaces the default text. */
export function orderConfirmationMail(mail: OrderMail & { readonly message?: string }): RenderedMail {
  const { brand, location, order, orderUrl, message } = mail;
  const wording = mailWordingOf('order_confirmation', { message });
  const values = valuesOf(order, location.zone);
  return writeMail(brand, {
    subject: fillPlaceholders(wording.subject, values),
    preheader: endWithFullStop(readyText(order, location)),
    title: say`Order Confirmed!`,
    blocks: [
      {
        kind: 'figure',
        label: promisesArrival(order.orderType ?? '') ? say`Arriving about` : say`Estimated ready`,
        value: readyFigure(order, location.zone),
      },
      { kind: 'text', text: fillPlaceholders(wording.message, values) },
      { kind: 'facts', facts: [...orderFacts(order), ...allergyFacts(order), ...locationFacts(location)] },
      billOf(order),
      { kind: 'button', label: say`Follow your order`, url: orderUrl },
      helpNote(say`Need to change something?`, location),
    ],
    reason: orderMailReason(),
  });
}

/** The order is ready, with what follows for its order type. */
export function orderReadyMail(mail: OrderMail): RenderedMail {
  const { location, order } = mail;
  const { ready } = orderTypeTexts(order.orderType ?? ORDER_DEFAULTS.orderType);
  const [title, text] = ready.mail(location, nameOrDefault(order.customerName));
  return statusMail(mail, { title, text, help: say`Running late?` });
}

/** News about an order, such as 'is on its way to you', for a guest without a phone number. */
export function orderNewsMail(mail: OrderMail, news: string): RenderedMail {
  const text = say`Your order ${news}.`;
  // The title has no full stop.
  return statusMail(mail, { title: text.slice(0, -1), text, help: say`Is something wrong?` });
}

function statusMail(
  { brand, location, order, orderUrl }: OrderMail,
  { title, text, help }: { readonly title: string; readonly text: string; readonly help: string },
): RenderedMail {
  const name = nameOrDefault(order.customerName);
  const { orderId } = order;
  return writeMail(brand, {
    subject: say`${title}: ${orderId}`,
    preheader: text,
    title,
    blocks: [
      { kind: 'figure', label: say`Order`, value: callOutCode(orderId) },
      { kind: 'text', text: `${say`Hello ${name},`}\n\n${text}` },
      { kind: 'facts', facts: [...orderFacts(order), ...allergyFacts(order), ...locationFacts(location)] },
      { kind: 'button', label: say`See your order`, url: orderUrl },
      helpNote(help, location),
    ],
    reason: orderMailReason(),
  });
}

/** The restaurant cancelled the order. `refunds` says what goes back; each refund that arrived has its own mail. */
export function orderCancelledMail(
  mail: OrderMail,
  { reason, refunds }: { readonly reason: string | null; readonly refunds: readonly string[] },
): RenderedMail {
  const { brand, location, order, orderUrl } = mail;
  const { orderId } = order;
  const { name: locationName } = location;
  const name = nameOrDefault(order.customerName);
  return writeMail(brand, {
    subject: say`Cancelled: your order ${orderId}`,
    preheader: say`${locationName} could not make your order.`,
    title: say`Your order is cancelled`,
    blocks: [
      {
        kind: 'text',
        text: say`Hello ${name},

Your order at ${locationName} had to be cancelled. We are sorry for the trouble: please call us, or order again.`,
      },
      ...(refunds.length > 0 ? [{ kind: 'text' as const, text: refunds.join('\n') }] : []),
      {
        kind: 'facts',
        facts: [
          ...orderFacts(order),
          ...(reason ? ([[say`Reason`, withoutLinks(reason)]] as const) : []),
          ...locationFacts(location),
        ],
      },
      { kind: 'button', label: say`See your order`, url: orderUrl },
      helpNote(say`Was this a mistake?`, location),
    ],
    reason: orderMailReason(),
  });
}

interface TableReceiptMail extends Omit<OrderMail, 'orderUrl'> {
  readonly paymentId: string;
  readonly amount: Cents;
  readonly tip: Cents;
  readonly tender: string;
  readonly paidAt: Date;
  /** The legal name of the restaurant. */
  readonly seller: string;
  readonly taxNumbers: readonly string[];
  /** Nothing is due of the bill. */
  readonly isSettled: boolean;
}

/** What a guest paid at the table by phone, with the bill of the party. */
export function tableReceiptMail(mail: TableReceiptMail): RenderedMail {
  const { brand, location, order, amount, tip, tender, paidAt, paymentId, seller, taxNumbers, isSettled } = mail;
  const { name: restaurant } = brand;
  const inMoney = (sumPaid: Cents) => moneyText(sumPaid, currencyOf(brand));
  const paid = inMoney(addCents(amount, tip));
  // What others at the table wished for their dishes is theirs: it may name an allergy.
  const dishes = order.dishes.map((dish) => ({ ...dish, description: null }));
  const bill = { ...order, dishes, payment: isSettled ? say`PAID` : say`PAID IN PART` };
  return writeMail(brand, {
    subject: say`Your receipt from ${restaurant}`,
    preheader: say`Thank you. You paid ${paid} at your table.`,
    title: say`Thank you for coming`,
    blocks: [
      { kind: 'figure', label: say`You paid`, value: paid },
      {
        kind: 'facts',
        facts: [
          ...(tip > 0
            ? ([
                [say`Of the bill`, inMoney(amount)],
                [say`Tip`, inMoney(tip)],
              ] as const)
            : []),
          [say`Paid with`, tenderLabel(tender)],
          [say`Paid on`, dateTimeText(paidAt, location.zone)],
          [say`Paid to`, seller],
          ...(taxNumbers.length > 0 ? ([[say`Tax number`, taxNumbers.join(', ')]] as const) : []),
          [say`Number of the payment`, paymentId],
          ...locationFacts(location),
        ],
      },
      { ...billOf(bill), title: say`The bill of your table` },
      helpNote(say`Is something wrong?`, location),
    ],
    reason: say`You get this email because you asked for a receipt when you paid.`,
  });
}

function billOf(order: MailOrder): MailBlock & { kind: 'bill' } {
  return {
    kind: 'bill',
    title: say`Your order`,
    badge: order.payment,
    dishes: order.dishes.map(({ name, quantity, description, total }) => {
      return { text: `${quantity} × ${name}`, note: description && withoutLinks(description), amount: total };
    }),
    sums: [
      ...[...subtotalLines(order.subtotal, order.discount), ...(order.adjustments ?? [])].map(([text, amount]) =>
        sum(text, amount),
      ),
      ...order.taxes.map(({ name, amount }) => sum(name, amount)),
      ...(order.tip > 0 ? [sum(say`Tip`, order.tip)] : []),
    ],
    total: sum(say`Total`, order.total),
    below: [],
  };
}

function sum(text: string, amount: Cents): BillLine {
  return { text, note: null, amount };
}

function orderFacts(order: MailOrder): readonly (readonly [string, string])[] {
  return [
    [say`Order`, order.orderId],
    [say`Order type`, orderTypeWord(order.orderType)],
    ...(order.deliveryAddress ? ([[say`Deliver to`, withoutLinks(order.deliveryAddress)]] as const) : []),
    ...GUEST_NOTE_FIELDS.flatMap((note) => {
      const { mail } = GUEST_NOTES[note];
      return mail && order[note] ? [[sayNow(mail), withoutLinks(order[note])] as const] : [];
    }),
  ];
}

/** The guest can check them before the kitchen starts, and reads what was decided when the dishes are ready. */
function allergyFacts({ allergies }: MailOrder): readonly (readonly [string, string])[] {
  return allergies.length === 0 ? [] : [[say`Allergies`, withoutLinks(allergies.map(endWithFullStop).join(' '))]];
}

/** Where the guest goes. */
export function locationFacts(location: MailLocation): readonly (readonly [string, string])[] {
  return [
    [say`Restaurant`, location.name],
    [say`Address`, `${location.address}, ${location.postalCode}`],
  ];
}

/** A question with the number to call. */
export function helpNote(question: string, location: MailLocation): MailBlock {
  const { name, phone } = location;
  return { kind: 'note', text: `${question}\n${say`Call ${name} at ${phone}.`}` };
}

function valuesOf(order: MailOrder, zone: ZoneId): Readonly<Record<string, string | null>> {
  return {
    customerName: nameOrDefault(order.customerName),
    orderId: order.orderId,
    orderType: orderTypeWord(order.orderType),
    estimatedTime: order.promise && windowText(order.promise, order.placedAt, zone),
  };
}

function readyFigure({ promise, placedAt }: MailOrder, zone: ZoneId): string {
  if (promise === null) {
    const time = MESSAGE_DEFAULTS.estimatedTime;
    return say`in ${time}`;
  }
  return `${windowText(promise, placedAt, zone)} ${zoneLabel(promise.to, zone)}`;
}

/** 'Takeout from Main Street, ready 6:25–6:35 p.m. AST' */
function readyText(order: MailOrder, { name: locationName, zone }: MailLocation): string {
  const kind = orderTypeWord(order.orderType);
  if (order.promise === null) {
    const time = MESSAGE_DEFAULTS.estimatedTime;
    return say`${kind} from ${locationName}, ready in about ${time}`;
  }
  const time = readyFigure(order, zone);
  return promisesArrival(order.orderType ?? '')
    ? say`${kind} from ${locationName}, arriving ${time}`
    : say`${kind} from ${locationName}, ready ${time}`;
}
