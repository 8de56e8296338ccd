import { fromDollars, type Cents } from '../core/money.ts';
import { err, ok, type Result } from '../core/result.ts';
import { GUEST_PAYMENT_METHODS, type GuestPaymentMethod } from '../payment/status.ts';
import { FIGURES, sumsUp, type Figure } from '../pricing/check.ts';
import { EMAIL_MAX, looksLikeEmail, NAME_MIN, normaliseEmail } from '../people/emails.ts';
import { digitsOf, normalisePhone, PHONE_DIGITS_MAX } from '../people/phones.ts';
import { NAME_LIMIT } from './contact.ts';
import { number, record, text } from '../core/unknown.ts';
import { isPartySize } from './party.ts';
import { problemsFailure, type Problem } from './problems.ts';
import { readItems } from './read-items.ts';
import { addressProblem, MAX_ORDER_TOTAL, negativeText, ORDER_TEXTS, TEXT_LIMITS, tooLongText } from './texts.ts';
import { type DeliveryInfo, type OrderCustomer, type OrderItem, type OrderLocation, type TableInfo } from './types.ts';
import { goesTo, ORDER_TYPES, type OrderType } from './order-types.ts';

/** An order as somebody asks for it: read, checked and put into our units. Its prices are only a claim. */
export interface OrderRequest {
  readonly customer: OrderCustomer;
  readonly items: readonly OrderItem[];
  readonly location: OrderLocation;
  readonly orderType: OrderType;
  readonly paymentMethod: GuestPaymentMethod;
  readonly tip: Cents;
  readonly pricing: Readonly<Record<Figure, Cents>>;
  readonly delivery: DeliveryInfo | null;
  readonly table: TableInfo | null;
  readonly specialInstructions: string;
}

/** Guests leave name, e-mail and phone; at the till a name is enough. */
export type OrderDoor = 'site' | 'till';

/**
 * Reads an order payload of the wire. The checks run in the order the specification names them; the
 * first one's words are the failure's message, all of them are its `fields`.
 */
export function readOrder(body: unknown, door: OrderDoor = 'site'): Result<OrderRequest> {
  const { request, problems } = inspect(body, door);
  return request === null ? err(problemsFailure(problems)) : ok(request);
}

/** Every problem of a payload, for a form that wants to show them before it sends. */
export function orderProblems(body: unknown, door: OrderDoor = 'site'): readonly Problem[] {
  return inspect(body, door).problems;
}

interface Inspection {
  /** Null when there are problems. */
  readonly request: OrderRequest | null;
  readonly problems: readonly Problem[];
}

function inspect(body: unknown, door: OrderDoor): Inspection {
  const order = record(body);
  if (order === null) return { request: null, problems: [{ field: 'order', message: ORDER_TEXTS.body }] };
  const problems: Problem[] = [];
  const note = (field: string, message: string): void => void problems.push({ field, message });

  const customer = readCustomer(order['customerInfo'], door, note);
  const items = readItems(order['items'], note);
  const location = readLocation(order, note);
  const orderType = ORDER_TYPES.find((type) => type === order['orderType']);
  if (orderType === undefined) note('orderType', ORDER_TEXTS.orderType);
  const delivery = orderType && goesTo(orderType, 'address') ? readDelivery(order['deliveryInfo'], note) : null;
  const table = orderType && goesTo(orderType, 'table') ? readTable(order['tableInfo'], note) : null;
  const paymentMethod = readPaymentMethod(order['paymentMethod'], door, note);
  const pricing = readPricing(order['pricing'], note);
  const tip = readTip(order['tipAmount'], pricing, note);
  const specialInstructions = shortText(
    order['specialInstructions'],
    'specialInstructions',
    'Special instructions',
    TEXT_LIMITS.instructions,
    note,
  );

  if (problems.length > 0 || orderType === undefined || pricing === null || tip === null) {
    return { request: null, problems };
  }
  return {
    request: {
      customer,
      items,
      location,
      orderType,
      paymentMethod,
      tip,
      pricing,
      delivery,
      table,
      specialInstructions,
    },
    problems,
  };
}

type Note = (field: string, message: string) => void;

function readCustomer(value: unknown, door: OrderDoor, note: Note): OrderCustomer {
  const customer = record(value);
  if (customer === null) note('customerInfo', ORDER_TEXTS.customer);
  const name = text(customer?.['name']);
  const email = normaliseEmail(text(customer?.['email']));
  const phoneText = text(customer?.['phone']);
  const phone = normalisePhone(phoneText);
  const firebaseId = customer?.['firebaseId'] ?? null;
  if (customer !== null) {
    if (name === '') note('customerInfo.name', ORDER_TEXTS.name);
    else if (name.length < NAME_MIN) note('customerInfo.name', ORDER_TEXTS.nameShort);
    else if (name.length >= NAME_LIMIT) note('customerInfo.name', ORDER_TEXTS.nameLong);
    const needsContact = door === 'site';
    if (email.length > EMAIL_MAX) note('customerInfo.email', ORDER_TEXTS.emailLong);
    else if ((needsContact || email !== '') && !looksLikeEmail(email)) note('customerInfo.email', ORDER_TEXTS.email);
    if (digitsOf(phoneText).length > PHONE_DIGITS_MAX) note('customerInfo.phone', ORDER_TEXTS.phoneLong);
    else if ((needsContact || phoneText !== '') && phone === null) note('customerInfo.phone', ORDER_TEXTS.phone);
    if (firebaseId !== null && text(firebaseId) === '') note('customerInfo.firebaseId', ORDER_TEXTS.firebaseId);
  }
  return { name, email, phone: phone ?? '', userId: text(firebaseId) || null };
}

/** `locationInfo` holds the facts; `location` may be the same object or only its id. */
function readLocation(order: Readonly<Record<string, unknown>>, note: Note): OrderLocation {
  const info = record(order['locationInfo']) ?? record(order['location']);
  const fact = (name: string, most: number): string =>
    shortText(info?.[name], `locationInfo.${name}`, `Location ${name}`, most, note);
  const location = {
    id: fact('id', TEXT_LIMITS.id) || locationIdOf(order),
    name: fact('name', TEXT_LIMITS.locationText),
    address: fact('address', TEXT_LIMITS.locationText),
    phone: fact('phone', TEXT_LIMITS.locationText),
    postalCode: fact('postalCode', TEXT_LIMITS.locationText),
  };
  if (location.id === '') note('locationInfo.id', ORDER_TEXTS.location);
  else if (location.name === '') note('locationInfo.name', ORDER_TEXTS.locationName);
  return location;
}

/** Whose menu is meant; '' when nothing says so. */
export function locationIdOf(body: Readonly<Record<string, unknown>>): string {
  const info = record(body['locationInfo']) ?? record(body['location']);
  return text(info?.['id']) || text(body['location']) || text(body['locationId']);
}

function readDelivery(value: unknown, note: Note): DeliveryInfo {
  const info = record(value);
  const address = shortText(info?.['address'], 'deliveryInfo.address', 'Delivery address', TEXT_LIMITS.address, note);
  const problem = addressProblem(address);
  if (problem !== null) note('deliveryInfo.address', problem);
  const instructions = shortText(
    info?.['instructions'],
    'deliveryInfo.instructions',
    'Delivery instructions',
    TEXT_LIMITS.instructions,
    note,
  );
  return { address, instructions };
}

function readTable(value: unknown, note: Note): TableInfo {
  const info = record(value);
  const partySize = number(info?.['partySize']) ?? 0;
  if (!isPartySize(partySize)) note('tableInfo.partySize', ORDER_TEXTS.partySize);
  const table = info?.['tableNumber'];
  const tableNumber = shortText(
    typeof table === 'number' ? String(table) : table,
    'tableInfo.tableNumber',
    'Table number',
    TEXT_LIMITS.tableNumber,
    note,
  );
  return { tableNumber, partySize };
}

/** Cash unless said otherwise; at the till the call itself says how it is paid. */
function readPaymentMethod(value: unknown, door: OrderDoor, note: Note): GuestPaymentMethod {
  const method = GUEST_PAYMENT_METHODS.find((known) => known === value);
  if (method === undefined && door === 'site' && value != null) note('paymentMethod', ORDER_TEXTS.paymentMethod);
  return method ?? 'cash';
}

function readPricing(value: unknown, note: Note): Readonly<Record<Figure, Cents>> | null {
  const pricing = record(value);
  if (pricing === null) {
    note('pricing', ORDER_TEXTS.pricing);
    return null;
  }
  const figure = (name: Figure): Cents | null => {
    // A bill without a tip may leave the figure out.
    const said = name === 'tip' ? (pricing[name] ?? 0) : pricing[name];
    const amount = fromDollars(number(said) ?? Number.NaN);
    if (amount !== null && amount >= 0) return amount;
    note(`pricing.${name}`, negativeText(name));
    return null;
  };
  const [subtotal, tax, tip, total] = FIGURES.map(figure);
  if (subtotal == null || tax == null || tip == null || total == null) return null;
  if (total <= 0) note('pricing.total', ORDER_TEXTS.total);
  else if (total > MAX_ORDER_TOTAL) note('pricing.total', ORDER_TEXTS.totalLarge);
  else if (!sumsUp({ subtotal, tax, tip, total })) note('pricing.total', ORDER_TEXTS.sum);
  return { subtotal, tax, tip, total };
}

function readTip(value: unknown, pricing: Readonly<Record<Figure, Cents>> | null, note: Note): Cents | null {
  if (value == null) return pricing?.tip ?? null;
  const tip = fromDollars(number(value) ?? Number.NaN);
  if (tip !== null && tip >= 0) return tip;
  note('tipAmount', negativeText('tip'));
  return null;
}

function shortText(value: unknown, field: string, what: string, most: number, note: Note): string {
  const read = text(value);
  if (read.length > most) note(field, tooLongText(what, most));
  return read;
}
