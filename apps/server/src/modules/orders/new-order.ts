import { storedLinkKey } from '../../platform/auth/link-keys.ts';
import { localDate } from '@tiffin/domain/core';
import { itemCount, newOrderId, type PromisedTime } from '@tiffin/domain/order';
import { locationCode } from '@tiffin/domain/locations';
import type { LineHeat } from '@tiffin/domain/menu';
import type { PaymentMethod, PaymentStatus } from '@tiffin/domain/payment';
import { actorIdOf, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { RequestedDelivery, StoredDelivery, PricedItem, SessionSnapshot } from '../../platform/db/stored-json.ts';
import { actorColumns } from '../log/audit-row.ts';
import { moneyColumnsOf } from '../locations/money-permission.ts';
import type { LocationRow } from '../locations/queries.ts';
import { noteColumns } from './order-columns.ts';
import { promiseColumns } from './promise/promise-columns.ts';
import { chargeRows, lineSums, orderPartsOf } from './order-parts.ts';
import type { OrderItemRow, OrderRow } from '../../platform/db/order-row.ts';

/** Everything that a new order consists of, for all ways of ordering and paying. */
export interface OrderFacts extends Pick<
  SessionSnapshot,
  'request' | 'items' | 'price' | 'adjustments' | 'charges' | 'userId' | 'metadata' | 'actor' | 'language'
> {
  readonly location: LocationRow;
  readonly paymentMethod: PaymentMethod;
  readonly cartId?: string | null;
  readonly paymentStatus: PaymentStatus;
  readonly paidAt?: Date | null;
  readonly processedBy?: string | null;
  readonly promised: PromisedTime;
  readonly sessionId?: string | null;
  readonly paymentIntentId?: string | null;
  readonly paymentUrl?: string | null;
  readonly adminCreated?: boolean;
  /** A cash order without an account whose contact details are not confirmed. */
  readonly contactUnproven?: boolean;
  /** When the price was calculated, if that was before the order was created. */
  readonly pricedAt?: Date;
  readonly round?: NewRound;
  /** What a device says of an order that it took without a connection. */
  readonly offline?: OfflineColumns;
}

/** The columns of an order that was taken without a connection; null for others. */
export type OfflineColumns = Pick<OrderRow, 'offline_number' | 'device_id' | 'ticket_printed' | 'menu_total_cents'>;
const NOT_OFFLINE = { offline_number: null, device_id: null, ticket_printed: null, menu_total_cents: null };

/** What makes a new order a round of a tab. */
export interface NewRound {
  readonly billId: string;
  readonly tab: NonNullable<OrderRow['tab']>;
  /** The first round has the id of its bill. */
  readonly isFirst: boolean;
  readonly course: number | null;
  readonly isHeld: boolean;
}

/** Builds the row of a new order: pending, with its number, receipt token and first history entry. */
export function newOrder(facts: OrderFacts, now: Date, { ids, linkKeys }: Pick<Context, 'ids' | 'linkKeys'>): OrderRow {
  const { location, request, items, price, pricedAt, actor, round } = facts;
  const { customer, delivery, table } = request;
  const date = localDate(now, location.time_zone);
  const paidAt = facts.paidAt ?? null;
  const adminCreated = facts.adminCreated ?? false;
  const id = round?.isFirst ? round.billId : newOrderId(locationCode(location), date, ids.random);
  const parts = orderPartsOf(price, facts.adjustments, chargeRows(facts.charges, delivery?.zone?.id));
  return {
    id,
    bill_id: round?.billId ?? id,
    tab: round?.tab ?? null,
    course: round?.course ?? null,
    held_at: round?.isHeld ? now : null,
    location_id: location.id,
    user_id: facts.userId,
    status: 'pending',
    payment_status: facts.paymentStatus,
    payment_method: facts.paymentMethod,
    order_type: request.orderType,
    ...priceColumns(price),
    refunded_cents: 0,
    item_count: itemCount(items),
    customer_name: customer.name,
    customer_email: customer.email || null,
    customer_phone: customer.phone || null,
    is_guest: facts.userId === null,
    delivery_address: delivery?.address ?? null,
    delivery_instructions: delivery?.instructions || null,
    table_number: table?.tableNumber || null,
    party_size: table?.partySize ?? null,
    ...noteColumns(request),
    order_time: now,
    business_date: date,
    ...promiseColumns(facts.promised.window),
    grounds: facts.promised.grounds,
    fire_at: facts.promised.fireAt,
    wanted_for: scheduledTime(request),
    delivery: storedDelivery(delivery),
    leave_at_door: delivery?.leaveAtDoor ?? null,
    // Null for a payment page that was opened before orders stated allergies.
    allergies: request.allergies ? [...request.allergies] : null,
    allergy_note: request.allergyNote || null,
    vehicle: (location.curbside && request.vehicle) || null,
    ...NOT_STARTED,
    paid_at: paidAt,
    payment_processed_at: paidAt,
    processed_by: facts.processedBy ?? null,
    receipt_token: storedLinkKey(linkKeys, 'receipt', id),
    admin_created: adminCreated,
    created_by: adminCreated ? actorIdOf(actor) : null,
    // Taking an order at the till accepts it.
    accepted_at: adminCreated ? now : null,
    accepted_by: adminCreated ? actorColumns(actor).actor_name : null,
    session_id: facts.sessionId ?? null,
    payment_intent_id: facts.paymentIntentId ?? null,
    payment_url: facts.paymentUrl ?? null,
    metadata: { ...facts.metadata },
    version: 1,
    updated_at: now,
    cart_id: facts.cartId ?? null,
    due_cents: paidAt ? 0 : price.total,
    ...locationColumns(location),
    // An order has the taxes of its day, unless its price was calculated on an earlier one.
    taxed_at: pricedAt && localDate(pricedAt, location.time_zone) !== date ? pricedAt : null,
    claimed_at: null,
    contact_unproven: facts.contactUnproven || null,
    language: facts.language ?? null,
    ...(facts.offline ?? NOT_OFFLINE),
    has_parts: parts !== null,
    parts,
    items: items.map(itemRow),
    history: [{ at: now.toISOString(), from_status: null, to_status: 'pending', note: null, ...actorOfHistory(actor) }],
  };
}

/** The columns that later steps of an order fill in. */
const NOT_STARTED = {
  courier: null,
  here_at: null,
  promised_ready: null,
  prep_start_time: null,
  ready_time: null,
  completed_time: null,
  cancelled_time: null,
  cancel_reason: null,
  given_back: null,
  ledger: null,
  changes: null,
  erased_at: null,
  erased_guest: null,
} as const satisfies Partial<OrderRow>;

function priceColumns(price: OrderFacts['price']) {
  return {
    subtotal_cents: price.subtotal,
    discount_cents: price.discount ?? 0,
    charges_cents: price.charges ?? 0,
    tax_cents: price.tax,
    tip_cents: price.tip,
    total_cents: price.total,
    tax_rate: price.taxRate,
    tax_label: price.taxLabel,
  };
}

/** The location as it was when the order was placed. */
function locationColumns(location: LocationRow) {
  return {
    location_name: location.name,
    location_address: location.address,
    location_phone: location.phone,
    location_postal_code: location.postal_code,
    location_time_zone: location.time_zone,
    location_money: moneyColumnsOf(location),
    location_confirms_allergies: location.confirms_allergies,
  };
}

/** The time the guest chose. Session snapshots store it as text. */
export function scheduledTime({ wantedFor }: SessionSnapshot['request']): Date | null {
  return wantedFor == null ? null : new Date(wantedFor);
}

/** The delivery zone and its data; null for a payment page that was opened before the location needed zones. */
function storedDelivery(delivery: RequestedDelivery | null): StoredDelivery | null {
  if (!delivery?.zone) return null;
  const { postalCode = '', point = null, zoneName, zone } = delivery;
  return { postalCode, point, zoneName: zoneName === zone.name ? zoneName : undefined, zone };
}

/** The row of a new line, numbered by its place in the order. */
export function itemRow(item: PricedItem, index: number): OrderItemRow {
  return {
    line: index + 1,
    item_id: item.id,
    name: item.name,
    unit_price_cents: item.unitPrice,
    ...lineSums(item),
    quantity: item.quantity,
    category: item.category,
    description: item.description || null,
    ...heatColumns(item),
    is_cooked: item.open?.isCooked === false ? false : null,
    options: item.choices ? [...item.choices] : null,
    note: item.note || null,
    said: item.said ?? null,
    allergies: item.allergies?.length ? [...item.allergies] : null,
    allergens: item.allergens ? [...item.allergens] : null,
    contained_allergens: item.containedAllergens?.length ? [...item.containedAllergens] : null,
    allergy_check: null,
    done_at: null,
    station_id: null,
    seat: item.seat ?? null,
    course: item.course ?? null,
  };
}

/** The heat level of a line as columns; the inverse of `heatOf`. */
export function heatColumns(heat: LineHeat): Pick<OrderItemRow, 'spice_level' | 'spice_id' | 'spice_name'> {
  return {
    spice_level: heat.selectedSpiceLevel,
    spice_id: heat.spiceLevelId || null,
    spice_name: heat.spiceLevelName || null,
  };
}

function actorOfHistory(actor: Actor): Pick<OrderRow['history'][number], 'actor_kind' | 'actor_name'> {
  const { actor_kind, actor_name } = actorColumns(actor);
  return { actor_kind, actor_name };
}
