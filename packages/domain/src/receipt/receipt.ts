import { cachedFormat } from '../core/formats.ts';
import { currentLanguage, say, sayNow } from '../core/language.ts';
import { amountText, centsOf, HOME_CURRENCY, multiplyCents, type Cents } from '../core/money.ts';
import { endWithFullStop } from '../core/variants.ts';
import type { OptionLine } from '../options/index.ts';
import { lineTexts, orderTypeLabel, receiptState, type OrderType } from '../order/index.ts';
import type { OrderStatus } from '../order/statuses.ts';
import { cardText, tenderLabel, type CardUsed, type PaymentMethod, type PaymentStatus } from '../payment/index.ts';
import { phoneText } from '../people/phones.ts';
import { discountAndChargeRows, type DiscountedOrder } from '../pricing/staff-discounts.ts';
import type { ChargeKind } from '../pricing/price.ts';
import { subtotalLines } from '../pricing/offer.ts';
import { taxName } from '../pricing/tax-name.ts';
import { taxNameText } from '../pricing/tax.ts';
import { taxRows, type WireTax } from '../pricing/wire-taxes.ts';

/** The data of a receipt as the API returns it: amounts in dollars, timestamps as text. */
export interface ReceiptSource {
  readonly order: {
    readonly orderId: string;
    /** The number that a device gave the order without the server. */
    readonly offlineNumber?: string | null | undefined;
    readonly orderTime: string;
    readonly orderType: OrderType;
    /** The time the guest chose. */
    readonly wantedFor?: string | undefined;
    /** Absent in older stored receipts. */
    readonly promised?: { readonly to: string } | undefined;
    readonly status: OrderStatus;
    readonly paymentStatus: PaymentStatus;
    readonly paymentMethod: PaymentMethod;
    readonly paidAt: string | null;
    /** Absent in older stored receipts. */
    readonly due?: number | undefined;
    readonly locationInfo: { readonly name: string; readonly address: string; readonly phone: string };
    readonly customerInfo: { readonly name: string };
    readonly tableInfo?: { readonly tableNumber: string } | undefined;
    readonly deliveryInfo?: { readonly address: string } | undefined;
    readonly items: readonly {
      readonly line: number;
      readonly name: string;
      readonly price: number;
      readonly quantity: number;
      readonly spiceLevelName: string;
      readonly options?: readonly OptionLine<unknown>[] | undefined;
      readonly note?: string | undefined;
    }[];
    readonly pricing: {
      readonly subtotal: number;
      readonly tax: number;
      readonly tip: number;
      readonly total: number;
      readonly taxRate: number;
      readonly taxLabel: string;
      readonly discount: { readonly code: string; readonly amount: number } | null;
    };
    /** Discounts; absent in older stored orders. */
    readonly adjustments?: DiscountedOrder['adjustments'];
    readonly charges?: readonly { readonly kind: ChargeKind; readonly amount: number }[] | undefined;
    /** Absent in older stored orders, which have a single tax. */
    readonly taxes?: readonly WireTax[] | undefined;
    readonly refunds: readonly {
      readonly amount: number;
      readonly at: string | null;
      readonly items: readonly {
        readonly line: number;
        readonly quantity: number;
        readonly part?: number | undefined;
      }[];
    }[];
    readonly metadata: { readonly adminCreated: boolean };
  };
  readonly business: {
    readonly name: string;
    readonly hstNumber: string | null;
    /** Absent in older stored receipts. */
    readonly currency?: string | undefined;
  };
  readonly cashRounding: number;
  readonly cashDue: number;
  /** The parts of a split payment; absent in older stored receipts. */
  readonly parts?:
    | readonly {
        readonly tender: string;
        readonly card?: CardUsed | undefined;
        readonly taken: number;
        readonly tip: number;
      }[]
    | undefined;
}

export interface ReceiptFact {
  readonly name: string;
  readonly value: string;
}

export interface ReceiptItem {
  readonly line: number;
  readonly quantity: number;
  readonly name: string;
  /** Texts below the dish: heat level, options and note. */
  readonly details: readonly string[];
  readonly amount: string;
}

export interface ReceiptSum extends ReceiptFact {
  readonly weight: 'plain' | 'total' | 'due';
}

/** A receipt as text, for the page and for the printer. */
export interface Receipt {
  readonly business: string;
  readonly location: readonly string[];
  readonly facts: readonly ReceiptFact[];
  readonly items: readonly ReceiptItem[];
  readonly sums: readonly ReceiptSum[];
  readonly state: string;
  readonly paidAt: string | null;
  readonly thanks: readonly string[];
  /** Tax registrations, which the law wants on a receipt. */
  readonly numbers: readonly string[];
}

/** Formats a timestamp in the restaurant's time zone. */
export type FormatTime = (at: string, format: 'date-time-year' | 'time-zone') => string;

/** The receipt of an order, in the reader's language. */
export function receiptOf(source: ReceiptSource, writeTime: FormatTime): Receipt {
  const { order, business } = source;
  const location = order.locationInfo;
  const [firstName = ''] = order.customerInfo.name.split(' ');
  return {
    business: business.name,
    location: [location.name, location.address, phoneText(location.phone)],
    facts: [
      { name: say`Order`, value: order.orderId },
      ...(order.offlineNumber && order.offlineNumber !== order.orderId
        ? [{ name: say`Number`, value: order.offlineNumber }]
        : []),
      { name: say`Placed`, value: writeTime(order.orderTime, 'date-time-year') },
      // The promise, because staff may have moved the chosen time.
      ...(order.wantedFor
        ? [{ name: say`For`, value: writeTime(order.promised?.to ?? order.wantedFor, 'date-time-year') }]
        : []),
      { name: say`Order type`, value: orderTypeLabel(order.orderType) },
      { name: say`Customer`, value: order.customerInfo.name },
      ...(order.tableInfo?.tableNumber ? [{ name: say`Table`, value: order.tableInfo.tableNumber }] : []),
      ...(order.deliveryInfo ? [{ name: say`Deliver to`, value: order.deliveryInfo.address }] : []),
    ],
    items: order.items.map((item) => ({
      line: item.line,
      quantity: item.quantity,
      name: item.name,
      details: [...(item.spiceLevelName ? [sayNow(item.spiceLevelName)] : []), ...lineTexts(item)],
      amount: amountText(multiplyCents(centsOf(item.price), item.quantity)),
    })),
    sums: sumsOf(source, writeTime),
    state: receiptState({ ...order, adminCreated: order.metadata.adminCreated }),
    paidAt: order.paidAt === null ? null : paidText(writeTime(order.paidAt, 'time-zone')),
    thanks: order.status === 'cancelled' ? [] : [endWithFullStop(say`Thank you, ${firstName}`), say`See you soon.`],
    numbers: taxNumberTexts(taxRows(order), business.hstNumber),
  };
}

/** The registrations of the location by the names of its taxes, or that of the restaurant if the location has none. */
export function taxNumberTexts(
  taxes: readonly Pick<WireTax, 'label' | 'registration'>[],
  hstNumber: string | null,
): string[] {
  const own = taxes.flatMap(({ label, registration }) => (registration ? [numberText(label, registration)] : []));
  if (own.length > 0) return [...new Set(own)];
  return hstNumber ? [numberText(taxes[0]?.label ?? say`Tax`, hstNumber)] : [];
}

function sumsOf(
  { order, business, cashRounding, cashDue, parts = [] }: ReceiptSource,
  writeTime: FormatTime,
): ReceiptSum[] {
  const { currency = HOME_CURRENCY } = business;
  const { pricing } = order;
  const isPartPaid = parts.length > 0 && order.paymentStatus === 'pending' && (order.due ?? 0) > 0;
  const centsRow = (name: string, amount: Cents): ReceiptSum => ({ name, value: amountText(amount), weight: 'plain' });
  const dollarRow = (name: string, dollars: number): ReceiptSum => centsRow(name, centsOf(dollars));
  const discount = pricing.discount && { ...pricing.discount, amount: centsOf(pricing.discount.amount) };
  return [
    ...[...subtotalLines(centsOf(pricing.subtotal), discount), ...discountAndChargeRows(order)].map(([name, amount]) =>
      centsRow(name, amount),
    ),
    ...taxRows(order).map((tax) => dollarRow(taxNameText(tax), tax.amount)),
    ...(pricing.tip > 0 ? [dollarRow(say`Tip`, pricing.tip)] : []),
    { name: say`Total ${currency}`, value: withSign(centsOf(pricing.total), currency), weight: 'total' },
    ...(cashRounding === 0
      ? []
      : [
          dollarRow(say`Cash rounding`, cashRounding),
          { name: say`Cash due`, value: withSign(centsOf(cashDue), currency), weight: 'due' as const },
        ]),
    ...parts.map(({ tender, card, taken, tip }) =>
      dollarRow(partText(card ? cardText(card) : tenderLabel(tender), centsOf(tip)), taken),
    ),
    ...(isPartPaid
      ? [{ name: say`Left to pay`, value: withSign(centsOf(order.due ?? 0), currency), weight: 'due' as const }]
      : []),
    ...order.refunds.map(({ amount, at, items }) => ({
      name: refundText(at && writeTime(at, 'date-time-year'), dishListText(items, order.items)),
      value: `−${withSign(centsOf(amount), currency)}`,
      weight: 'plain' as const,
    })),
  ];
}

function paidText(time: string): string {
  return say`Paid ${time}`;
}

function numberText(label: string, number: string): string {
  const tax = taxName(label);
  return say`${tax} No. ${number}`;
}

function partText(tender: string, tip: Cents): string {
  const sum = amountText(tip);
  return tip === 0 ? tender : say`${tender}, tip ${sum} included`;
}

function refundText(when: string | null, dishes: string): string {
  if (when === null) return dishes === '' ? say`Refunded` : say`Refunded: ${dishes}`;
  return dishes === '' ? say`Refunded ${when}` : say`Refunded ${when}: ${dishes}`;
}

/** '2 × Butter Chicken, 1 × Naan (Thali)'; empty if the whole order was refunded. */
export function dishListText(
  chosen: readonly { readonly line: number; readonly quantity: number; readonly part?: number | undefined }[],
  items: readonly {
    readonly line: number;
    readonly name: string;
    readonly options?: readonly Pick<OptionLine<unknown>, 'name' | 'part'>[] | undefined;
  }[],
): string {
  return chosen
    .map(({ line, quantity, part }) => {
      const { name = '', options = [] } = items.find((item) => item.line === line) ?? {};
      const comboPart = part === undefined ? undefined : options.filter((option) => option.part)[part - 1];
      return `${quantity} × ${comboPart ? `${comboPart.name} (${name})` : name}`;
    })
    .join(', ');
}

/** '$12.50', '€12.50'; 'CHF 12.50' if the currency has no symbol; '12,50 $' in French. */
function withSign(amount: Cents, currency: string): string {
  const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', useGrouping: false } as const;
  const format = cachedFormat(`sign ${currency}`, (locale) => new Intl.NumberFormat(locale, options));
  if (currentLanguage() !== 'en') return format.format(amount / 100);
  const [sign = '', between = ''] = format.formatToParts(0).map(({ value }) => value);
  return `${sign}${/\d/.test(between) ? '' : ' '}${amountText(amount)}`;
}
