import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from './root.mjs';

const SERVER = 'apps/server/src';

/** The modules and other folders of the server, and the tables that only they write. */
const OWNERS = {
  'modules/orders': [
    'orders',
    'order_items',
    'order_status_history',
    'order_charges',
    'adjustments',
    'bills',
    'bill_taxes',
    'given_discounts',
    'removed_lines',
    'promotions',
    'promotion_uses',
    'till_devices',
  ],
  'modules/ledger': ['payments', 'refunds', 'bill_parts'],
  'modules/money': [
    'gift_cards',
    'gift_entries',
    'payment_sessions',
    'card_readers',
    'failed_webhooks',
    'reconciliations',
  ],
  'modules/capacity': ['kitchen_slots', 'slot_takes', 'learned_times'],
  'modules/kitchen': ['stations', 'printers', 'print_jobs'],
  'modules/deliveries': ['delivery_steps', 'driver_cash'],
  'modules/drawers': ['drawers', 'drawer_shifts', 'drawer_entries'],
  'modules/work': ['work_entries'],
  'modules/reservations': ['reservations', 'calendar_feeds', 'table_plans', 'waits'],
  'modules/floor': ['areas', 'floor_tables', 'sittings', 'table_guests', 'table_rounds'],
  'modules/menu': [
    'menu_items',
    'menu_categories',
    'menu_imports',
    'chain_dishes',
    'costs',
    'dayparts',
    'dish_dayparts',
    'dish_groups',
    'favorites',
    'group_options',
    'option_groups',
    'sold_out_options',
    'stock',
    'stock_holds',
    'stock_moves',
    'texts',
  ],
  'modules/outbox': ['messages', 'push_followers'],
  'modules/messages': ['mailings', 'mailing_recipients', 'push_keys', 'push_notices'],
  'modules/people': [
    'users',
    'user_locations',
    'sessions',
    'sign_in_accounts',
    'two_factors',
    'passkeys',
    'pins',
    'pay_terms',
    'tablets',
    'pickup_screens',
    'api_keys',
    'invitations',
    'sent_codes',
    'used_codes',
    'consents',
    'loyalty_entries',
    'points_uses',
  ],
  'modules/locations': ['locations', 'location_exceptions', 'settings', 'fiscal_rules_seen'],
  'modules/figures': [
    'counted_orders',
    'order_search',
    'day_figures',
    'hour_figures',
    'dish_figures',
    'guest_figures',
    'guest_visits',
  ],
  'modules/reports': [
    'journal_accounts',
    'journal_corrections',
    'journal_days',
    'closings',
    'tip_rules',
    'undivided_tips',
    'scheduled_reports',
    'figure_viewings',
  ],
  'modules/log': ['audit_log'],
  'modules/webhooks': ['webhooks', 'webhook_deliveries'],
  'modules/images': ['images', 'image_files', 'image_uploads', 'image_upload_parts', 'picture_removals'],
  'platform/auth': ['verifications', 'used_challenges'],
  'platform/events': ['events', 'event_readers'],
  'platform/http': ['idempotency_keys', 'rate_limits'],
  'platform/jobs': ['clocked_jobs'],
  'adapters/payment': ['sandbox_sessions', 'sandbox_events', 'sandbox_refunds'],
};

/** Who else writes a table, and why. */
const EXCEPTIONS = [
  {
    why: 'Orders are inserted in one statement with their event and stored response (decision 7).',
    places: ['modules/orders/insert-statement.ts', 'modules/menu/stock/take-portions.ts'],
    tables: ['events', 'idempotency_keys'],
  },
  {
    why: 'The statement of a paid order closes its payment page, so that no copy of the server can use the page again (decision 7).',
    places: ['modules/ledger/insert-payment.ts'],
    tables: ['payment_sessions'],
  },
  {
    why: 'The platform does not know which part of what it stores is about a person.',
    places: ['modules/privacy'],
    tables: ['events', 'idempotency_keys', 'rate_limits'],
  },
  {
    why: 'The sign-in library and the check of each request are below the module of people.',
    places: ['platform/auth'],
    tables: ['users', 'sessions', 'two_factors', 'used_codes', 'api_keys', 'pickup_screens'],
  },
];
/** They fill or restore a whole database, or name the table of migrations. */
const WRITE_EVERYTHING = [
  'operations/backup',
  'operations/export',
  'operations/demo',
  'platform/db/migration-table.ts',
];

const tables = [
  ...readFileSync(inRoot(SERVER, 'platform/db/generated-schema.ts'), 'utf8')
    .split('export interface DB {')[1]
    .matchAll(/^ {2}(\w+):/gm),
].map(([, table]) => table);

/**
 * Finds `insertInto('orders')` of Kysely, `insertRow(tx, 'orders'`, `insert into orders` of SQL, and lists:
 * `for (const table of ['orders'])`.
 */
const WRITE =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)(?:<\w+(?: \w+)?>)?\(\s*(?:'(?<kysely>\w+)(?: as \w+)?'|(?!table\)))|\b(?:insertRow|updateRow)\(\s*[\w.]+,\s*'(?<row>\w+)'|\b(?:insert into|update|delete from|merge into|truncate)\s+(?:only )?(?<sql>\w+(?:, \w+)*|(?=\$))|\bconst table of \[(?<list>[^\]]*)\]/g;
const UNKNOWN = 'a table that is not named';

function tablesWrittenBy(file) {
  const code = readFileSync(inRoot(SERVER, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm, '');
  const names = [...code.matchAll(WRITE)].flatMap(
    ({ groups: { kysely, row, sql, list } }) => (kysely ?? row ?? sql ?? list)?.match(/\w+/g) ?? [UNKNOWN],
  );
  return [...new Set(names)].filter((name) => name === UNKNOWN || tables.includes(name));
}

const writes = readdirSync(inRoot(SERVER), { recursive: true })
  .filter((file) => /(?<!\.test)\.ts$/.test(file) && !/(?:^|\/)(?:testing|migrations)\//.test(file))
  .flatMap((file) => tablesWrittenBy(file).map((table) => ({ file, table })));

const isIn = (places) => (file) => places.some((place) => file === place || file.startsWith(`${place}/`));
const RULES = [...Object.entries(OWNERS).map(([owner, own]) => ({ places: [owner], tables: own })), ...EXCEPTIONS];

test('every table has one owner', () => {
  const owned = Object.values(OWNERS).flat();
  expect(new Set(owned)).toEqual(new Set(tables));
  expect(owned).toHaveLength(tables.length);
});

test('only the owner of a table writes it', () => {
  const isAllowed = ({ file, table }) =>
    isIn(WRITE_EVERYTHING)(file) || RULES.some((rule) => rule.tables.includes(table) && isIn(rule.places)(file));
  expect(
    writes.filter((write) => !isAllowed(write)).map(({ file, table }) => [file, 'writes', table].join(' ')),
  ).toEqual([]);
});

test('every owner and every exception is needed', () => {
  const unused = RULES.flatMap(({ places, tables: named }) =>
    named.filter((table) => !writes.some((write) => write.table === table && isIn(places)(write.file))),
  );
  expect(unused).toEqual([]);
});
