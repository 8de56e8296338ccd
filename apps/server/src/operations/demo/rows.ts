import { cents, type Cents } from '@tiffin/domain/core';
import { DEFAULT_HEAT_LEVELS } from '@tiffin/domain/menu';
import { itemCount } from '@tiffin/domain/order';
import { PROCESSED_BY_HAND } from '@tiffin/domain/payment';
import { pointsFor } from '@tiffin/domain/people';
import type { Insertable } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { Millis, PastOrder, PastPerson, PastRefund } from '@tiffin/demo/history/record';

type NewRow<Table extends keyof Schema> = Insertable<Schema[Table]>;

/** A member of staff who handles orders of a location. */
export interface DemoStaff {
  readonly id: string;
  readonly name: string;
}

/** Formats an instant for PostgreSQL. */
function timestamp(millis: Millis): string;
function timestamp(millis: Millis | null): string | null;
function timestamp(millis: Millis | null): string | null {
  return millis === null ? null : new Date(millis).toISOString();
}

export function userRow(person: PastPerson): NewRow<'users'> {
  return {
    id: person.id,
    email: person.email,
    email_verified: true,
    email_confirmed_at: timestamp(person.joinedAt),
    name: person.name,
    phone_number: person.phone,
    last_login_at: timestamp(person.joinedAt),
    created_at: timestamp(person.joinedAt),
    updated_at: timestamp(person.joinedAt),
  };
}

export function orderRow(order: PastOrder, member: DemoStaff, storedToken: string): NewRow<'orders'> {
  const { customer, price, delivery, table } = order;
  const atTill = order.source === 'till';
  return {
    id: order.orderId,
    bill_id: order.orderId,
    location_id: order.locationId,
    user_id: customer.personId,
    status: order.status,
    payment_status: order.paymentStatus,
    payment_method: order.paymentMethod,
    order_type: order.orderType,
    subtotal_cents: price.subtotal,
    discount_cents: price.discount,
    charges_cents: price.charges,
    has_parts: hasParts(order),
    tax_cents: price.tax,
    tip_cents: price.tip,
    total_cents: price.total,
    refunded_cents: refundedOf(order),
    tax_rate: price.taxRate,
    tax_label: price.taxLabel,
    item_count: itemCount(order.lines),
    customer_name: customer.name,
    customer_email: customer.email,
    customer_phone: customer.phone,
    is_guest: customer.personId === null,
    delivery_address: delivery?.address ?? null,
    delivery_instructions: delivery?.instructions ?? null,
    table_number: table?.tableNumber ?? null,
    party_size: table?.partySize ?? null,
    special_instructions: order.specialInstructions,
    order_time: timestamp(order.placedAt),
    business_date: dateOf(order),
    estimated_ready: timestamp(order.estimatedReadyAt),
    prep_start_time: timestamp(order.prepStartAt),
    ready_time: timestamp(order.readyAt),
    completed_time: timestamp(order.completedAt),
    cancelled_time: timestamp(order.cancelledAt),
    cancel_reason: order.cancelReason,
    paid_at: timestamp(order.paidAt),
    payment_processed_at: timestamp(order.paidAt),
    processed_by: order.paidAt !== null && order.paymentMethod !== 'online' ? PROCESSED_BY_HAND : null,
    receipt_token: storedToken,
    admin_created: atTill,
    created_by: atTill ? member.id : null,
    payment_intent_id: order.paidAt === null ? null : providerPaymentOf(order),
    version: order.steps.length,
    updated_at: timestamp(
      Math.max(order.steps.at(-1)?.at ?? 0, order.paidAt ?? 0, order.refunds.at(-1)?.succeededAt ?? 0),
    ),
  };
}

/** Each order has its own bill. */
export function billRow(order: PastOrder): NewRow<'bills'> {
  const { subtotal, discount, charges, tax, tip, total } = order.price;
  return {
    id: order.orderId,
    location_id: order.locationId,
    business_date: dateOf(order),
    subtotal_cents: subtotal,
    discount_cents: discount,
    charges_cents: charges,
    tax_cents: tax,
    tip_cents: tip,
    total_cents: total,
    paid_cents: order.paidAt === null ? 0 : total,
    is_void: order.status === 'cancelled',
  };
}

export function itemRows(order: PastOrder): NewRow<'order_items'>[] {
  return order.lines.map((line, index) => {
    const spice = DEFAULT_HEAT_LEVELS.find((each) => each.level === line.heat);
    return {
      order_id: order.orderId,
      line: index + 1,
      item_id: line.dishId,
      name: line.name,
      unit_price_cents: line.unitPrice,
      net_cents: line.off ? line.unitPrice * line.quantity - line.off : null,
      options: line.options ? JSON.stringify(line.options) : null,
      quantity: line.quantity,
      category: line.category,
      spice_level: line.heat ?? 1,
      spice_name: spice?.name ?? null,
      spice_id: spice?.id ?? null,
    };
  });
}

/** Only an order with a charge or a discount has its parts as rows. */
const hasParts = ({ charges, adjustments }: PastOrder) => charges.length > 0 || adjustments.length > 0;

export function taxRows(order: PastOrder): NewRow<'bill_taxes'>[] {
  if (!hasParts(order)) return [];
  return order.price.taxes.map(({ code, label, registration, rate, base, amount }, index) => ({
    bill_id: order.orderId,
    position: index + 1,
    code,
    label,
    registration,
    rate,
    base_cents: base,
    amount_cents: amount,
  }));
}

export function chargeRows({ orderId, locationId, charges }: PastOrder): NewRow<'order_charges'>[] {
  return charges.map(({ kind, amount, taxClass }, index) => ({
    bill_id: orderId,
    position: index + 1,
    kind,
    amount_cents: amount,
    tax_class: taxClass,
    source_id: locationId,
  }));
}

export function adjustmentRows({ orderId, adjustments }: PastOrder): NewRow<'adjustments'>[] {
  return adjustments.map(({ line, amount, kind, label }, index) => ({
    bill_id: orderId,
    position: index + 1,
    line: line === null ? null : line + 1,
    amount_cents: amount,
    kind,
    source_id: `past-${orderId}`,
    label,
  }));
}

export function discountRow(order: PastOrder, member: DemoStaff): NewRow<'given_discounts'> | null {
  if (order.discount === null) return null;
  const { kind, line, percent, reason } = order.discount;
  return {
    id: `past-${order.orderId}`,
    bill_id: order.orderId,
    kind,
    line: line === null ? null : line + 1,
    percent,
    reason,
    given_at: timestamp(order.placedAt),
    given_by: member.id,
    given_by_name: member.name,
  };
}

export function historyRows(order: PastOrder, member: DemoStaff): NewRow<'order_status_history'>[] {
  const staff = { actor_kind: 'person', actor_id: member.id, actor_name: member.name };
  const guest =
    order.customer.personId === null
      ? { actor_kind: 'site', actor_id: null, actor_name: null }
      : { actor_kind: 'person', actor_id: order.customer.personId, actor_name: order.customer.name };
  return order.steps.map((step) => ({
    order_id: order.orderId,
    at: timestamp(step.at),
    from_status: step.from,
    to_status: step.to,
    ...(step.from === null && order.source === 'web' ? guest : staff),
    note: step.to === 'cancelled' ? order.cancelReason : null,
  }));
}

/** The payment of an order: the exact total and the cash rounding. */
export function paymentRow(order: PastOrder, member: DemoStaff): NewRow<'payments'> | null {
  if (order.paidAt === null) return null;
  const online = order.paymentMethod === 'online';
  return {
    id: `past-${order.orderId}`,
    bill_id: order.orderId,
    order_id: order.orderId,
    location_id: order.locationId,
    provider: online ? 'sandbox' : 'till',
    method: order.paymentMethod,
    status: 'succeeded',
    amount_cents: order.price.total,
    cash_rounding_cents: order.paid - order.price.total,
    provider_payment_id: providerPaymentOf(order),
    processed_by: online ? null : member.name,
    taken_by: online ? null : member.id,
    created_at: timestamp(order.paidAt),
    captured_at: timestamp(order.paidAt),
  };
}

/** The sandbox's record of a payment that was made through it. */
export function sandboxRow(order: PastOrder): NewRow<'sandbox_sessions'> | null {
  if (order.paidAt === null || order.paymentMethod !== 'online') return null;
  return {
    id: `past_${order.orderId}`,
    reference: `past_${order.orderId}`,
    amount_cents: order.price.total,
    description: `Order ${order.orderId}`,
    guest: order.customer.name,
    success_url: '/order-success',
    cancel_url: '/payment-cancel',
    status: 'paid',
    payment_id: providerPaymentOf(order),
    created_at: timestamp(order.paidAt),
    expires_at: timestamp(order.paidAt),
    paid_at: timestamp(order.paidAt),
  };
}

export function refundRows(order: PastOrder, member: DemoStaff): NewRow<'refunds'>[] {
  return order.refunds.map((refund, index) => ({
    id: `past-${order.orderId}-${index}`,
    payment_id: `past-${order.orderId}`,
    bill_id: order.orderId,
    order_id: order.orderId,
    location_id: order.locationId,
    status: 'succeeded',
    method: order.paymentMethod === 'cash' ? 'cash' : order.paymentMethod === 'online' ? 'card' : 'manual',
    amount_cents: amountWithoutRounding(order, refund),
    cash_rounding_cents: refund.amount - amountWithoutRounding(order, refund),
    reason: refund.reason,
    provider_refund_id: order.paymentMethod === 'online' ? `past_re_${order.orderId}_${index}` : null,
    idempotency_key: `past:${order.orderId}:${index}`,
    requested_by: member.name,
    requested_at: timestamp(refund.requestedAt),
    settled_at: timestamp(refund.succeededAt),
  }));
}

export function sandboxRefundRows(order: PastOrder): NewRow<'sandbox_refunds'>[] {
  const paymentId = providerPaymentOf(order);
  if (paymentId === null) return [];
  return order.refunds.map((refund, index) => ({
    id: `past_re_${order.orderId}_${index}`,
    payment_id: paymentId,
    reference: `past:${order.orderId}:${index}`,
    amount_cents: amountWithoutRounding(order, refund),
    status: 'succeeded',
    created_at: timestamp(refund.requestedAt),
  }));
}

/** The points of a completed order, taken back if it was fully refunded. */
export function loyaltyRows(order: PastOrder): NewRow<'loyalty_entries'>[] {
  const points = pointsFor(cents(order.price.subtotal - order.price.discount));
  const { personId } = order.customer;
  if (personId === null || order.completedAt === null || points === 0) return [];
  const earned = { user_id: personId, order_id: order.orderId, points, reason: 'order-completed' as const };
  const rows: NewRow<'loyalty_entries'>[] = [{ ...earned, at: timestamp(order.completedAt) }];
  const back = order.refunds.at(-1);
  if (back && refundedOf(order) >= order.price.total) {
    rows.push({ ...earned, points: -points, reason: 'order-refunded', at: timestamp(back.succeededAt) });
  }
  return rows;
}

/** The refunded amount, without cash rounding. */
export function refundedOf(order: PastOrder): Cents {
  return cents(order.refunds.reduce((sum, refund) => sum + amountWithoutRounding(order, refund), 0));
}

/** A full refund is the total. Its cash rounding is stored separately. */
function amountWithoutRounding(order: PastOrder, refund: PastRefund): Cents {
  return refund.amount === order.paid ? order.price.total : refund.amount;
}

function providerPaymentOf(order: PastOrder): string | null {
  return order.paymentMethod === 'online' ? `past_pay_${order.orderId}` : null;
}

/** The date in the order number `TRU-20261120-7KQ4M`. */
function dateOf({ orderId }: PastOrder): string {
  return `${orderId.slice(4, 8)}-${orderId.slice(8, 10)}-${orderId.slice(10, 12)}`;
}
