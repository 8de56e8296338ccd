import { pageAddress } from '../../platform/i18n/request-language.ts';
import { HIDDEN_USER_ID, type WireOrder } from '@tiffin/contract/order/order-answer';
import { cents, isLanguage, sayNow, toDollars } from '@tiffin/domain/core';
import { cartKeyWithoutOptions } from '@tiffin/domain/cart';
import { formatPostalCode } from '@tiffin/domain/delivery';
import type { LineHeat } from '@tiffin/domain/menu';
import {
  translateOrderForGuest,
  canCancel,
  estimatedWaitTime,
  orderTypeGoesTo,
  isOpenItem,
  isOverdue,
  needsPayment,
  NO_NOTES,
  orderAge,
  OPEN_ITEM,
  ORDER_DEFAULTS,
  ORDER_STATUSES,
  hideOpenItemName,
} from '@tiffin/domain/order';
import { toWireOptionLine } from '@tiffin/domain/options';
import { parsePaymentMethod, type PaymentMethod } from '@tiffin/domain/payment';
import { toWirePricing } from '@tiffin/domain/pricing';
import type { Context } from '../../context.ts';
import type { StoredChange, StoredCourier } from '../../platform/db/stored-json.ts';
import { notesOf } from './order-columns.ts';
import { allergyAnswer, allergyOrderOf, lineAllergyAnswer, NO_ALLERGIES } from './order-allergies.ts';
import { promiseAnswer, promiseOf } from './promise/promise-columns.ts';
import { moneyAnswer } from './order-money.ts';
import { partsAnswer, priceFiguresOf } from './order-parts.ts';
import { refundedQuantity } from './refunded-units.ts';
import { offerDiscountOf } from './pricing/offer-code.ts';
import { isoTime, type HistoryRow, type OrderItemRow, type OrderRow } from '../../platform/db/order-row.ts';

/** The order as it is stored, as the API shows it now. */
export const currentOrder = (context: Context, row: OrderRow) => orderAnswer(row, context.clock.now(), context);

/** An order as the API shows it, including values that depend on the current time. */
export function orderAnswer(row: OrderRow, now: Date, links: LinkMaker): WireOrder {
  const { status } = row;
  const paymentMethod = orderPaymentMethod(row);
  const { savedCents: _shownInPricing, ...metadata } = row.metadata;
  const allergyOrder = allergyOrderOf(row);
  const orderToken = links.linkKeys('receipt', row.id);
  return {
    id: row.id,
    orderId: row.id,
    status,
    paymentStatus: row.payment_status,
    paymentMethod,
    orderType: row.order_type,
    orderTime: row.order_time.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    location: row.location_id,
    locationInfo: locationAnswer(row),
    customerInfo: customerAnswer(row),
    items: row.items.map((item, index) => ({
      ...itemAnswer(item, refundedQuantity(row, item)),
      ...lineAllergyAnswer(allergyOrder, allergyOrder.lines[index]),
    })),
    pricing: pricingAnswer(row),
    ...partsAnswer(row),
    changes: row.changes?.map(orderChangeAnswer),
    ...moneyAnswer(row, paymentMethod),
    orderValue: toDollars(cents(row.total_cents)),
    billId: row.bill_id,
    tab: row.tab
      ? { label: row.tab.label ?? '', tableName: row.table_number ?? '', sittingId: row.tab.sitting_id }
      : undefined,
    course: row.course ?? undefined,
    heldAt: row.held_at?.toISOString(),
    due: toDollars(cents(status === 'cancelled' ? 0 : row.due_cents)),
    deliveryInfo: orderTypeGoesTo(row.order_type, 'address') ? deliveryAnswer(row) : undefined,
    tableInfo: orderTypeGoesTo(row.order_type, 'table')
      ? { tableNumber: row.table_number ?? '', partySize: row.party_size ?? 1 }
      : undefined,
    curbside: row.vehicle === null ? undefined : { vehicle: row.vehicle, hereAt: isoTime(row.here_at) },
    ...notesOf(row),
    ...allergyAnswer(row, allergyOrder),
    promised: promiseAnswer(promiseOf(row)),
    estimatedReady: promiseOf(row).to.toISOString(),
    promisedReady: isoTime(row.promised_ready),
    language: isLanguage(row.language) ? row.language : undefined,
    claimedAt: row.claimed_at?.toISOString(),
    wantedFor: row.wanted_for?.toISOString(),
    firesAt: row.grounds ? (row.fire_at ?? row.order_time).toISOString() : undefined,
    acceptedAt: isoTime(row.accepted_at),
    acceptedBy: row.accepted_by,
    prepStartTime: isoTime(row.prep_start_time),
    readyTime: isoTime(row.ready_time),
    completedTime: isoTime(row.completed_time),
    cancelledTime: isoTime(row.cancelled_time),
    cancelReason: row.cancel_reason,
    paidAt: isoTime(row.paid_at),
    paymentProcessedAt: isoTime(row.payment_processed_at),
    processedBy: row.processed_by,
    statusHistory: row.history.map(statusChangeAnswer),
    sessionId: row.session_id,
    paymentIntentId: row.payment_intent_id,
    paymentUrl: row.payment_url,
    receiptUrl: receiptUrl(links, row, orderToken),
    metadata: { ...metadata, orderToken, adminCreated: row.admin_created },
    itemCount: row.item_count,
    ...currentState(row, now),
    version: row.version,
    offlineNumber: row.offline_number,
    ticketPrinted: row.ticket_printed ?? false,
  };
}

function currentState(row: OrderRow, now: Date) {
  const { status, payment_status: paymentStatus } = row;
  const { to: estimatedReady } = promiseOf(row);
  return {
    canCancel: canCancel(status),
    needsPayment: needsPayment({ paymentStatus, paymentMethod: orderPaymentMethod(row) }),
    isOverdue: row.held_at === null && isOverdue({ status, estimatedReady }, now),
    orderAge: orderAge(row.order_time, now),
    estimatedWaitTime: estimatedWaitTime(estimatedReady, now),
  };
}

function locationAnswer(row: OrderRow): WireOrder['locationInfo'] {
  return {
    id: row.location_id,
    name: row.location_name,
    address: row.location_address,
    phone: row.location_phone,
    postalCode: row.location_postal_code,
    timeZone: row.location_time_zone,
  };
}

function customerAnswer(row: OrderRow): WireOrder['customerInfo'] {
  return {
    name: row.customer_name.trim() || sayNow(ORDER_DEFAULTS.customerName),
    email: row.customer_email ?? '',
    phone: row.customer_phone ?? '',
    firebaseId: row.user_id,
    isGuest: row.is_guest,
  };
}

function pricingAnswer(row: OrderRow): WireOrder['pricing'] {
  return {
    ...toWirePricing(priceFiguresOf(row)),
    taxLabel: row.tax_label,
    refunded: toDollars(cents(row.refunded_cents)),
    discount: discountAnswer(row),
  };
}

/** The state of the delivery, without the driver's identity. */
function courierAnswer({ state, at, steps }: StoredCourier) {
  return { state, at, steps: steps?.map((step) => ({ ...step })) };
}

/** An order change as the API shows it, without the version of the order that it made. */
function orderChangeAnswer({ was, now, lines, facts, version: _version, ...change }: StoredChange) {
  return { ...change, lines: [...lines], facts: [...facts], was: toDollars(was), now: toDollars(now) };
}

function deliveryAnswer(row: OrderRow): NonNullable<WireOrder['deliveryInfo']> {
  const { delivery, courier } = row;
  return {
    address: row.delivery_address ?? '',
    instructions: row.delivery_instructions ?? '',
    leaveAtDoor: row.leave_at_door || undefined,
    // Without the coordinates, because drivers use the address.
    postalCode: delivery?.postalCode ? formatPostalCode(delivery.postalCode) : undefined,
    zone: delivery?.zone.name,
    wayMinutes: delivery?.zone.extraMinutes,
    courier: courier ? courierAnswer(courier) : undefined,
  };
}

/** What makes the links of an order: the address of the site, and the keys of access tokens. */
export type LinkMaker = Pick<Context, 'publicUrl' | 'linkKeys'>;

/** The URL of the receipt page, with its access token. */
export function receiptUrl(links: LinkMaker, row: Pick<OrderRow, 'id'>, token = links.linkKeys('receipt', row.id)) {
  return pageAddress(links, `/receipt/${encodeURIComponent(row.id)}?token=${encodeURIComponent(token)}`);
}

/** The URL of the order page, where the holder of the link can follow, cancel and claim the order. */
export function orderUrl(links: LinkMaker, row: Pick<OrderRow, 'id'>): string {
  return pageAddress(links, orderPath(links, row));
}

/** The same as a path within the site. */
export function orderPath(links: Pick<LinkMaker, 'linkKeys'>, row: Pick<OrderRow, 'id'>): string {
  return `/orders/${encodeURIComponent(row.id)}?token=${encodeURIComponent(links.linkKeys('receipt', row.id))}`;
}

/**
 * The order as the link shows it. Hides the account, because another person than the one who ordered may have claimed
 * the order.
 */
export function orderForLinkHolder(placed: WireOrder): WireOrder {
  const order = withoutStaffNames(translateOrderForGuest(placed));
  const { firebaseId } = order.customerInfo;
  return {
    ...order,
    customerInfo: { ...order.customerInfo, firebaseId: firebaseId && HIDDEN_USER_ID },
  };
}

/** Who changed an order, if the guest did. */
export const CHANGED_BY_GUEST = 'Guest';

/** The order without the names of staff and drivers: a link may be forwarded, and an export is about its own person. */
export function withoutStaffNames(order: WireOrder): WireOrder {
  return {
    ...order,
    acceptedBy: null,
    statusHistory: order.statusHistory.map((step) => (step.from === null ? step : { ...step, by: '' })),
    changes: order.changes?.map((change) => (change.by === CHANGED_BY_GUEST ? change : { ...change, by: '' })),
    items: order.items.map((item) =>
      item.allergyCheck?.by ? { ...item, allergyCheck: { ...item.allergyCheck, by: '' } } : item,
    ),
  };
}

/**
 * An order without an account, for someone who only knows its number: its dishes and times, but no personal data, links
 * or tokens.
 */
export function withoutPersonalData(placed: WireOrder): WireOrder {
  const order = translateOrderForGuest(placed);
  const { deliveryInfo, curbside, claimedAt: _claimed, paidParts: _paid, goesBack: _back, ...rest } = order;
  const typedNames = new Map(order.items.flatMap(({ line, name, isOpen }) => (isOpen ? [[line, name] as const] : [])));
  // A removed line may also have been typed by staff, and its number may have been reused, so names are compared.
  const dishNames = new Set(order.items.flatMap(({ name, isOpen }) => (isOpen ? [] : [name])));
  return {
    ...rest,
    customerInfo: { name: '', email: '', phone: '', firebaseId: null, isGuest: true },
    // Without its driver's state, a delivery would seem finished once it leaves the kitchen.
    deliveryInfo: deliveryInfo && { address: '', instructions: '', courier: deliveryInfo.courier },
    curbside: curbside && { ...curbside, vehicle: '' },
    ...NO_NOTES,
    ...NO_ALLERGIES,
    // Text that staff typed may contain the guest's name.
    items: order.items.map(({ note: _note, allergies: _allergies, allergyCheck: _check, ...item }) =>
      item.isOpen ? { ...item, name: OPEN_ITEM, id: '', cartKey: '' } : item,
    ),
    adjustments: order.adjustments.map((each) => {
      const name = each.line === null ? undefined : typedNames.get(each.line);
      return name === undefined ? each : { ...each, label: hideOpenItemName(each.label, name) };
    }),
    cancelReason: null,
    processedBy: null,
    acceptedBy: null,
    statusHistory: order.statusHistory.map((change) => ({ ...change, by: '', note: null })),
    changes: order.changes?.map(({ why: _why, ...change }) => ({
      ...change,
      by: '',
      lines: change.lines.map((line) => (dishNames.has(line.name) ? line : { ...line, name: OPEN_ITEM })),
    })),
    refunds: order.refunds.map(({ giftCard: _card, ...refund }) => refund),
    sessionId: null,
    paymentIntentId: null,
    paymentUrl: null,
    receiptUrl: '',
    metadata: { orderToken: '', adminCreated: order.metadata.adminCreated },
  };
}

export function itemAnswer(item: OrderItemRow, refunded = 0): WireOrder['items'][number] {
  return {
    line: item.line,
    id: item.item_id,
    name: item.name,
    price: toDollars(cents(item.unit_price_cents)),
    quantity: item.quantity,
    category: item.category,
    description: item.description ?? '',
    ...heatOf(item),
    // The default heat levels have translated names.
    spiceLevelName: sayNow(item.spice_name ?? ''),
    cartKey: cartKeyWithoutOptions(item.item_id, item.spice_id === null ? null : { id: item.spice_id }),
    doneAt: isoTime(item.done_at),
    isOpen: isOpenItem({ id: item.item_id }) || undefined,
    isCooked: item.is_cooked === false ? false : undefined,
    seat: item.seat ?? undefined,
    course: item.course ?? undefined,
    unitPrice: toDollars(cents(item.unit_price_cents)),
    lineTotal: toDollars(cents(item.unit_price_cents * item.quantity)),
    ...optionsAndNoteAnswer(item),
    said: item.said ? { ...item.said, options: item.said.options && [...item.said.options] } : undefined,
    stationId: item.station_id ?? undefined,
    refundedQuantity: refunded || undefined,
  };
}

/** The heat level of a line; empty id and name for a dish without heat levels. */
export function heatOf(item: Pick<OrderItemRow, 'spice_level' | 'spice_id' | 'spice_name'>): LineHeat {
  return {
    selectedSpiceLevel: item.spice_level,
    spiceLevelId: item.spice_id ?? '',
    spiceLevelName: item.spice_name ?? '',
  };
}

/** The options and the note of a line as the API shows them; without those it does not have. */
export function optionsAndNoteAnswer({ options, note }: Pick<OrderItemRow, 'options' | 'note'>) {
  return { options: options?.map(toWireOptionLine), note: note || undefined };
}

function discountAnswer(row: OrderRow): WireOrder['pricing']['discount'] {
  const discount = offerDiscountOf(row.metadata);
  return discount && { code: discount.code, amount: toDollars(discount.amount) };
}

/** How the history names actors without a name, by their kind. */
const UNNAMED_ACTORS: Readonly<Record<string, string>> = {
  site: 'Guest',
  nobody: 'Guest',
  table: 'Guest',
  system: 'System',
};

function statusChangeAnswer(change: HistoryRow): WireOrder['statusHistory'][number] {
  return {
    status: statusOf(change.to_status) ?? 'pending',
    from: statusOf(change.from_status),
    at: new Date(change.at).toISOString(),
    by: change.actor_name ?? UNNAMED_ACTORS[change.actor_kind] ?? change.actor_kind,
    note: change.note,
  };
}

function statusOf(text: string | null): WireOrder['status'] | null {
  return ORDER_STATUSES.find((status) => status === text) ?? null;
}

export function orderPaymentMethod(row: Pick<OrderRow, 'payment_method'>): PaymentMethod {
  return parsePaymentMethod(row.payment_method);
}
