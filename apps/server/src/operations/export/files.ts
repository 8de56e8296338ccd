import { ALL_BILL_TAXES_SQL } from '../../modules/orders/all-bill-taxes.ts';
import type { Schema } from '../../platform/db/schema.ts';

export interface ExportedTable {
  readonly description: string;
  /** Omitted columns: secrets and internal data. */
  readonly without?: readonly string[];
  /** SQL expressions that replace columns. */
  readonly instead?: Readonly<Record<string, string>>;
  /** A query in brackets that replaces the table. It has the same columns. */
  readonly source?: string;
}

/** The data that belongs to the restaurant: one file per table. The test beside it says why other tables are left out. */
export const EXPORTED_TABLES: Partial<Readonly<Record<keyof Schema, ExportedTable>>> = {
  settings: { description: 'Settings of the restaurant: name, look, contact, sender of mails. `value` is JSON.' },
  locations: {
    description: 'The locations: address, opening hours, services, taxes, and the charges that it adds to orders.',
  },
  location_exceptions: { description: 'Dates on which a location has other hours.' },
  menu_categories: { description: 'The categories of the menus, in their order (`position`).' },
  chain_dishes: { description: 'Shared dishes, as sold where a location overrides nothing.' },
  menu_items: {
    description:
      'Every dish of every menu, with its price, allergens and diets; `chain_id` is the shared dish it belongs to.',
  },
  dayparts: {
    description: 'Parts of the day with their own dishes or prices: their days and hours, in the location’s time.',
  },
  dish_dayparts: { description: 'Which dish is sold in which part of the day, and at what price.' },
  till_devices: { description: 'The letters of the devices that take orders offline: the B of order B-17.' },
  texts: {
    description:
      'Translations of the menu and of the restaurant’s texts: `kind`, `within` (the location of a dish, the group of an option), `id` and `field` name the text, `of` its original.',
  },
  option_groups: { description: 'Groups of options for dishes, and their rules.' },
  group_options: { description: 'The options of each group, with their prices.' },
  dish_groups: { description: 'Which dish has which group of options, with its own limits and prices of sizes.' },
  sold_out_options: { description: 'Options that are sold out at the moment.' },
  costs: { description: 'The cost of a portion of a dish or an option, from which business day.' },
  stock: { description: 'Portions left of the dishes that are counted.' },
  stock_moves: { description: 'Every change of the number of portions.' },
  stock_holds: { description: 'Portions that open payment pages reserve.', without: ['session_id'] },
  images: { description: 'The pictures; the files themselves are in the folder pictures/, named by `id`.' },
  users: {
    description: 'Everybody with an account: guests, staff, managers and admins.',
    without: ['welcome_code', 'two_factor_enabled', 'weak_password'],
  },
  user_locations: { description: 'Who works at which location.' },
  favorites: { description: 'The favourite dishes of guests.' },
  consents: {
    description: 'Who agreed to receive messages: for what, when and where, and when they withdrew it.',
    without: ['token'],
  },
  points_uses: {
    description: 'Points spent on orders, and how many refunds have not given back.',
    without: ['left_after'],
  },
  loyalty_entries: { description: 'Points that guests earned and spent.' },
  orders: {
    description:
      'Every order: when, where, for whom, its totals and its status. `offline_number` is the number that a device gave it without a connection; `menu_total_cents` is its total by the menu, if it was sold for another.',
    without: ['receipt_token', 'payment_url', 'cart_id', 'session_id', 'contact_unproven', 'metadata', 'grounds'],
  },
  order_items: { description: 'The lines of the orders, with their options and notes.', without: ['cart_key'] },
  removed_lines: { description: 'Portions that were removed from orders after cooking began.' },
  order_status_history: { description: 'Each status change of each order, and who made it.' },
  delivery_steps: { description: 'Each step of each delivery, when it was done, and by whom.' },
  driver_cash: { description: 'Cash that drivers collected from guests, and handed in.' },
  bills: {
    description:
      'What is owed and what is paid: one bill per order, or a tab (`opened_at`) with several orders. `continues` names the tab whose later orders it took.',
  },
  bill_parts: { description: 'The parts of split bills, and which dishes they pay.' },
  bill_taxes: {
    description:
      'Every tax of every order, with its rate, base, amount and registration number. Those that are not `included` in the prices add up to `tax_cents` in bills.csv. On a tab they are rounded once over all its orders.',
    source: ALL_BILL_TAXES_SQL,
  },
  order_charges: {
    description:
      'Charges added to bills: delivery, service, bag, small order. `percent` is 15000 for 15 % of the dishes, `goes_to_staff` is true for one that is shared like tips. `order_id` is empty for the order with the id of the bill.',
  },
  adjustments: {
    description: 'Reductions of bills, and their reasons. `order_id` is empty for the order with the id of the bill.',
  },
  promotions: { description: 'Promotions: their code, conditions, effect (JSON, amounts in cents) and limits.' },
  promotion_uses: {
    description: 'Which order used which promotion, what it took off, and the terms at that time.',
    without: ['session_id', 'person_key'],
  },
  given_discounts: { description: 'Discounts that staff gave, with the reason and who gave and approved them.' },
  payments: { description: 'Payments received, by tender.', without: ['client_id', 'session_id'] },
  gift_cards: {
    description:
      'Gift cards, and deposits with their booking: what is on them, the last four characters of their codes, and why one is blocked.',
    without: ['code_hash', 'printed_hash', 'derived_last4'],
  },
  gift_entries: {
    description:
      'Every change of a gift card or a deposit: `sold`, `used` for a payment, `returned` by a refund, `cleared` when it was given back, `kept` by the restaurant with the taxes in it, `waived` after that, `taken-over` from another system, without a payment.',
    without: ['session_id'],
  },
  refunds: {
    description: 'Money returned to guests.',
    without: ['idempotency_key', 'next_try_at', 'attempts', 'last_error'],
  },
  reconciliations: { description: 'The comparison of each day with the card provider’s records.' },
  stations: {
    description: 'The stations of the kitchens: their categories, dishes and options, and the station that takes over.',
  },
  journal_accounts: { description: 'The accountant’s account for each item of the journal.' },
  journal_days: { description: 'The days of the journal that were exported, with their lines; they never change.' },
  journal_corrections: { description: 'Later changes of exported days, dated on the day of the change.' },
  scheduled_reports: {
    description:
      'Who gets the report of which location (`all`: every one) by mail, daily or monthly, and up to which day it was sent.',
  },
  card_readers: { description: 'Card readers at the counters.' },
  reservations: {
    description: 'Reservations.',
    without: ['manage_token', 'deposit_session', 'booked_from', 'user_agent', 'platform', 'search_text'],
  },
  drawers: { description: 'Cash drawers: those of tills, and the bags of drivers (`person_id`).' },
  drawer_shifts: {
    description:
      'From opening a drawer to counting it: what was expected, counted (`counted`: pieces by value) and left in it. `misplaced_in` is the closing that listed it by mistake.',
  },
  drawer_entries: {
    description:
      'Every movement of cash in a drawer. `kind` says whether it came in or went out. `late_for` is the closed shift to which it belongs.',
  },
  work_entries: {
    description:
      'When people clocked in and out. A correction replaces the shift it names (`corrects`), or adds one, with its own start and end.',
  },
  pay_terms: { description: 'The hourly rate of people, their points in pools of tips, and what they work as.' },
  tip_rules: {
    description:
      'How tips are shared from a day on: how much of each goes into the pool, by which jobs (`jobs`), and who decided.',
  },
  undivided_tips: { description: 'Who got the tips of a day that belonged to nobody, and who decided it.' },
  closings: {
    description:
      'Closed days: `content` is frozen, and `hash` is the SHA-256 of `previous_hash`, a line feed and `content`. Its amounts are cents.',
  },
  areas: { description: 'The parts of the plans of the tables, in their order (`position`).' },
  floor_tables: {
    description:
      'The tables of each plan: their names, seats, and where they stand. `removed_at` is set for former ones.',
  },
  sittings: {
    description:
      'Every party that sat at a table of a plan: since when (`seated_at`), and until when (`ended_at`). `joined` lists the tables of a party that sits at several.',
  },
  table_guests: {
    description: 'The phones that joined a party at its table. Their names are emptied when the party leaves.',
  },
  table_rounds: {
    description:
      'What each phone sent: the orders it became (`order_ids`), or why staff refused it. `request` is what it asks for while it waits, and the dishes of one that was refused.',
  },
  waits: {
    description:
      'Parties that waited for a table: what they were told, when they were called and how it ended. Names and numbers are emptied after the evening.',
  },
  table_plans: {
    description: 'The tables at which bookings are expected: from when until when. Joined tables have a line each.',
  },
  messages: {
    description: 'Mails and text messages that were sent, or are waiting to be sent.',
    without: ['mail_content', 'headers', 'keeps_keys', 'once_key', 'attempts', 'next_try_at', 'last_error'],
    // A message that waits to be sent still contains the access token of an account or an order.
    instead: { body_text: `case when keeps_keys then '' else body_text end` },
  },
  mailings: { description: 'Mails to many people, and their progress.' },
  mailing_recipients: { description: 'The recipients of those mails, with the reason for each that was skipped.' },
  audit_log: {
    description: 'Who changed what in the back office, before and after; sign-ins of staff and failed attempts.',
    without: ['request_id', 'copy', 'repeat_key'],
  },
};
