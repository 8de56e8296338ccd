import { MESSAGE_STATUSES } from '@tiffin/contract/messages/messages';
import { DELIVERY_STEPS } from '@tiffin/domain/delivery';
import {
  DRAWER_KINDS,
  ENTRY_KINDS,
  TIP_DECIDERS,
  TIP_RULES,
  UNDIVIDED_RECEIVERS,
  WORK_ENTRY_KINDS,
} from '@tiffin/domain/day';
import { TABLE_SHAPES } from '@tiffin/domain/floor';
import { STATION_KINDS } from '@tiffin/domain/kitchen';
import { LEGAL_FORMS } from '@tiffin/domain/law';
import { LOCATION_ID_MAX, LOCATION_ID_MIN } from '@tiffin/domain/locations';
import { DISH_HEATS, PICTURE_FORMATS, STOCK_MOVE_KINDS, TEXT_KINDS, TRANSLATION_LIMITS } from '@tiffin/domain/menu';
import { GROUP_KINDS } from '@tiffin/domain/options';
import { ORDER_STATUSES, ORDER_TYPES } from '@tiffin/domain/order';
import {
  PAYMENT_STATUSES,
  REFUND_ROUTES,
  REFUND_STATUSES,
  SESSION_KINDS,
  SESSION_STATUSES,
} from '@tiffin/domain/payment';
import { SIGN_IN_PROOFS, ROLES } from '@tiffin/domain/people';
import {
  ADJUSTMENT_KINDS,
  STAFF_DISCOUNT_KINDS,
  CHARGE_KINDS,
  DEFAULT_COIN,
  DISH_TAX_CLASSES,
  TAX_CLASSES,
  TIP_BASES,
} from '@tiffin/domain/pricing';
import { PAPER_COLUMNS, PRINTER_KINDS, PRINTER_WORK } from '@tiffin/domain/printing';
import { RESERVATION_STATUSES, PARTY_MAX, PARTY_MIN } from '@tiffin/domain/reservation';
import { REPORT_FREQUENCIES } from '@tiffin/domain/stats';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testServer } from '../../testing/server.ts';

const server = await testServer({ demo: false });

const SPANS = ['day', 'week', 'month'];
const MAX_ROUNDING = Math.floor(DEFAULT_COIN / 2);
const CHANNELS = ['mail', 'sms'];
const LEDGER_STATUSES = ['pending', 'succeeded', 'failed'];

/**
 * Migrations never change, but lists of the domain do. This test reminds the author of a new value to add a migration.
 */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  'adjustments.kind': ADJUSTMENT_KINDS,
  'given_discounts.kind': STAFF_DISCOUNT_KINDS,
  'delivery_steps.step': DELIVERY_STEPS,
  'drawers.kind': DRAWER_KINDS,
  'drawer_shifts.state': ['open', 'closed'],
  'drawer_entries.kind': ENTRY_KINDS,
  'tip_rules.rule': TIP_RULES,
  'tip_rules.decided_by': TIP_DECIDERS,
  'undivided_tips.receiver': UNDIVIDED_RECEIVERS,
  'work_entries.kind': WORK_ENTRY_KINDS,
  'driver_cash.kind': ['collected', 'handed-in'],
  'dish_figures.span': SPANS,
  'floor_tables.shape': TABLE_SHAPES,
  'figure_viewings.kind': ['page', 'csv', 'pdf'],
  'figure_viewings.page': ['report', 'dashboard'],
  'guest_figures.span': SPANS,
  'guest_visits.span': SPANS,
  'invitations.role': ROLES.filter((role) => role !== 'customer'),
  'image_files.format': PICTURE_FORMATS,
  'locations.legal_form': LEGAL_FORMS,
  'locations.tip_base': TIP_BASES,
  'loyalty_entries.reason': ['order-completed', 'order-refunded', 'adjustment', 'redeemed', 'restored'],
  'mailing_recipients.status': ['waiting', 'released', 'skipped'],
  'mailings.status': ['sending', 'stopped', 'done'],
  'chain_dishes.spice_level': DISH_HEATS,
  'chain_dishes.tax_class': DISH_TAX_CLASSES,
  'menu_items.spice_level': DISH_HEATS,
  'menu_items.tax_class': DISH_TAX_CLASSES,
  'messages.channel': CHANNELS,
  'messages.status': MESSAGE_STATUSES,
  'api_keys.kind': ['customer', 'admin'],
  'consents.channel': CHANNELS,
  'sent_codes.purpose': ['order', 'claim', 'address'],
  'option_groups.kind': GROUP_KINDS,
  'table_rounds.state': ['waiting', 'sent', 'refused'],
  'waits.ended_as': ['seated', 'left', 'no-answer'],
  'promotion_uses.state': ['held', 'used', 'freed', 'over'],
  'scheduled_reports.frequency': REPORT_FREQUENCIES,
  'order_charges.kind': CHARGE_KINDS,
  'order_charges.tax_class': TAX_CLASSES,
  'order_items.tax_class': TAX_CLASSES,
  'orders.order_type': ORDER_TYPES,
  'orders.payment_status': PAYMENT_STATUSES,
  'orders.status': ORDER_STATUSES,
  'payment_sessions.kind': SESSION_KINDS,
  'payment_sessions.status': SESSION_STATUSES,
  'payments.status': LEDGER_STATUSES,
  'printers.kind': PRINTER_KINDS,
  'printers.prints': PRINTER_WORK,
  'gift_entries.kind': ['sold', 'used', 'returned', 'cleared', 'kept', 'waived', 'taken-over'],
  'refunds.method': REFUND_ROUTES,
  'refunds.status': REFUND_STATUSES,
  'reservations.cancelled_by': ['guest', 'staff'],
  'reservations.source': ['web', 'phone', 'walk-in'],
  'reservations.status': RESERVATION_STATUSES,
  'sandbox_refunds.status': LEDGER_STATUSES,
  'sandbox_sessions.status': ['open', 'paid', 'expired', 'cancelled'],
  'sessions.proven_by': SIGN_IN_PROOFS,
  'stations.kind': STATION_KINDS,
  'stock_moves.kind': STOCK_MOVE_KINDS,
  'texts.field': Object.values(TRANSLATION_LIMITS).flatMap((limits) => Object.keys(limits)),
  'texts.kind': [...TEXT_KINDS, 'chain-dish'],
  'users.role': ROLES,
  'users.weak_password': ['allowed', 'refused'],
  'webhook_deliveries.state': ['pending', 'delivered', 'failed'],
};

async function checksOf(where: string): Promise<{ column: string; definition: string }[]> {
  const { rows } = await sql<{ column: string; definition: string }>`
    select c.conrelid::regclass::text || '.' || a.attname as column, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'c' and c.connamespace = 'public'::regnamespace and pg_get_constraintdef(c.oid) ~ ${where}
    order by 1
  `.execute(server.context.db);
  return rows;
}

test('each list that the database checks matches the domain’s', async () => {
  const checks = await checksOf(String.raw`^CHECK \(\(\w+ = ANY \(ARRAY\['`);
  const lists = checks.map(({ column, definition }) => [
    column,
    new Set([...definition.matchAll(/'([^']*)'::text/g)].map((match) => match[1] ?? '')),
  ]);
  expect(Object.fromEntries(lists)).toEqual(
    Object.fromEntries(Object.entries(LISTS).map(([column, list]) => [column, new Set(list)])),
  );
});

test.each([
  ['payments.cash_rounding_cents', [-MAX_ROUNDING, MAX_ROUNDING]],
  // A refund may round once more than its payment.
  ['orders.refunded_cents', [0, DEFAULT_COIN - 1]],
  ['reservations.party_size', [PARTY_MIN, PARTY_MAX]],
  ['locations.id', [LOCATION_ID_MIN, LOCATION_ID_MAX]],
])('the bounds that the database checks for %s match the domain’s', async (column, bounds) => {
  const found = (await checksOf('[0-9]')).filter((check) => check.column === column);
  const numbers = found.flatMap(({ definition }) =>
    [...definition.replaceAll(/\[[^\]]*\]/g, '').matchAll(/-?\d+/g)].map((match) => Number(match[0])),
  );
  expect(numbers).toEqual(bounds);
});

test('the paper widths that the database checks match the domain’s', async () => {
  const check = (await checksOf('paper_mm')).find(({ column }) => column === 'printers.paper_mm');
  const widths = [...(check?.definition ?? '').matchAll(/\d+/g)].map(([width]) => width);
  expect(new Set(widths)).toEqual(new Set(Object.keys(PAPER_COLUMNS)));
});
