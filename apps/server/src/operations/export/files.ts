import { ALL_BILL_TAXES_SQL } from '../../modules/ordering/orders/all-bill-taxes.ts';
import type { Schema } from '../../platform/db/schema.ts';

export interface ExportedTable {
  readonly says: string;
  /** Omitted columns: secrets and internal data. */
  readonly without?: readonly string[];
  /** SQL expressions that replace columns. */
  readonly instead?: Readonly<Record<string, string>>;
  /** A query in brackets that replaces the table. It has the same columns. */
  readonly source?: string;
}

/** The data that belongs to the restaurant: one file per table. */
export const EXPORTED_TABLES: Partial<Readonly<Record<keyof Schema, ExportedTable>>> = {
  settings: { says: 'What the house says of itself: name, look, contact, sender of mails. `value` is JSON.' },
  locations: { says: 'The locations: where, when they are open, what they offer, their taxes.' },
  location_exceptions: { says: 'The dates on which a location has other hours.' },
  menu_categories: { says: 'The categories of the menus, in their order (`position`).' },
  chain_dishes: { says: 'Dishes of all places, as each sells them that says nothing else.' },
  menu_items: {
    says: 'Every dish of every menu, with its price, allergens and diets; `chain_id` says which dish of all places it is.',
  },
  dayparts: {
    says: 'Parts of the day with dishes or prices of their own: their days, and their hours by the place’s clock.',
  },
  dish_dayparts: { says: 'Which dish is sold in which part of the day, and for how much then.' },
  texts: {
    says: 'What the house says of its menu and itself in other languages: `kind`, `within` (of a dish its place, of an option its group), `id` and `field` say of what, `of` what it was made from.',
  },
  option_groups: { says: 'What may be chosen with dishes: groups of options and their rules.' },
  group_options: { says: 'The options of each group, with their prices.' },
  dish_groups: { says: 'Which dish has which group of options, and with what limits of its own.' },
  sold_out_options: { says: 'Options that are out at the moment.' },
  costs: { says: 'What a portion of a dish or an option costs the restaurant, from which business day on.' },
  stock: { says: 'Portions left of the dishes that are counted.' },
  stock_moves: { says: 'How portions came and went.' },
  stock_holds: { says: 'Portions that open payment pages reserve.', without: ['session_id'] },
  images: { says: 'The pictures; the files themselves are in the folder pictures/, named by `id`.' },
  users: {
    says: 'Everybody with an account: guests, staff, managers and admins.',
    without: ['welcome_code', 'two_factor_enabled', 'weak_password'],
  },
  user_locations: { says: 'Who works at which location.' },
  favorites: { says: 'Dishes guests marked with a heart.' },
  consents: {
    says: 'Who agreed to be written to, for what, when and where, and when they took it back.',
    without: ['token'],
  },
  loyalty_entries: { says: 'Points guests earned and spent.' },
  orders: {
    says: 'Every order: when, where, for whom, its sums and how it stands.',
    without: ['receipt_token', 'payment_url', 'cart_id', 'session_id', 'contact_unproven', 'metadata', 'grounds'],
  },
  order_items: { says: 'The lines of the orders, with what was chosen and written.', without: ['cart_key'] },
  removed_lines: { says: 'Portions that were removed from orders after cooking began.' },
  order_status_history: { says: 'Each step of each order, and who took it.' },
  delivery_steps: { says: 'Each step of each delivery, when it was done, and by whom.' },
  driver_cash: { says: 'Cash that drivers collected at doors, and handed in.' },
  bills: { says: 'What is asked for and paid: usually one bill an order.' },
  bill_taxes: {
    says: 'Every tax of every bill, with its rate, base, amount and registration number. Those that are not `included` in the prices add up to `tax_cents` in bills.csv.',
    source: ALL_BILL_TAXES_SQL,
  },
  order_charges: { says: 'What was added to bills: delivery, service.' },
  adjustments: { says: 'What was taken off bills, and why.' },
  given_discounts: { says: 'Discounts staff gave, with reason and who gave and approved them.' },
  payments: { says: 'Money that came in, by tender.', without: ['client_id', 'session_id'] },
  refunds: {
    says: 'Money that went back.',
    without: ['idempotency_key', 'next_try_at', 'attempts', 'last_error'],
  },
  reconciliations: { says: 'Each day compared with the card provider’s records.' },
  stations: {
    says: 'The stations of the kitchens: which categories, dishes and options go there, and which station stands in.',
  },
  journal_accounts: { says: 'To which account of the accountant each item of the journal belongs.' },
  journal_days: { says: 'The days of the journal that were exported, with their lines; they never change.' },
  journal_corrections: { says: 'What changed of exported days later, dated on the day of the change.' },
  scheduled_reports: {
    says: 'Who gets the report of which location (`all`: every one) by mail, daily or monthly, and up to which day it was sent.',
  },
  card_readers: { says: 'Card readers at the counters.' },
  reservations: {
    says: 'Booked tables.',
    without: ['manage_token', 'booked_from', 'user_agent', 'platform', 'search_text'],
  },
  messages: {
    says: 'Mails and texts that were sent, or wait in the outbox.',
    without: ['mail_content', 'headers', 'keeps_keys', 'once_key', 'attempts', 'next_try_at', 'last_error'],
    // A message that waits to be sent still contains the access token of an account or an order.
    instead: { body_text: 'case when keeps_keys then null else body_text end' },
  },
  mailings: { says: 'Mails to many, and how far they went.' },
  mailing_recipients: { says: 'Whom each of those went to, or why not.' },
  audit_log: {
    says: 'Who changed what in the back office, before and after; sign-ins of staff and failed attempts.',
    without: ['request_id', 'copy', 'repeat_key'],
  },
};

/** Tables that are not exported, by reason. */
export const NOT_EXPORTED_TABLES: Readonly<Record<string, readonly string[]>> = {
  'These tables open accounts. People sign in again after a move.': [
    'sessions',
    'sign_in_accounts',
    'two_factors',
    'used_codes',
    'sent_codes',
    'passkeys',
    'used_challenges',
    'tablets',
    'pickup_screens',
    'pins',
    'verifications',
    'invitations',
    'api_keys',
    'push_keys',
    'push_followers',
    'push_notices',
  ],
  'These tables are computed from the exported ones.': [
    'counted_orders',
    'day_figures',
    'hour_figures',
    'dish_figures',
    'guest_visits',
    'guest_figures',
    'order_search',
    'learned_times',
  ],
  'The server needs these tables for its work only.': [
    'rate_limits',
    'events',
    'event_readers',
    'clocked_jobs',
    'fiscal_rules_seen',
    'idempotency_keys',
    'menu_imports',
    'kitchen_slots',
    'slot_takes',
    'payment_sessions',
    'failed_webhooks',
    'image_uploads',
    'image_upload_parts',
    'picture_removals',
    'security_log',
  ],
  'They belong to stand-ins of outside services.': ['sandbox_sessions', 'sandbox_refunds', 'sandbox_events'],
  // Servers of version 0.2 read them during an upgrade. A migration of the version after the next release drops them.
  'Nothing uses these tables any more.': ['fiscal_receipts', 'fiscal_stand_in', 'figure_viewings'],
  'It is in the folder pictures/.': ['image_files'],
};
