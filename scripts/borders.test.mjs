import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from './root.mjs';

const isCode = (name) => /\.tsx?$/.test(name) && !/\.(test|e2e)\.tsx?$/.test(name);
const under = (folder) =>
  readdirSync(inRoot(folder), { recursive: true })
    .filter(isCode)
    .map((name) => path.join(folder, name));

/** Returns the imports of a file: names of packages and paths of files. */
function importsOf(file, { types }) {
  const text = readFileSync(inRoot(file), 'utf8');
  const found = text.matchAll(
    /^(?:import|export)(?<type> type)?\b[^'"]*?from '(?<from>[^']+)'|\bimport\('(?<lazy>[^']+)'\)/gm,
  );
  return [...found]
    .filter(({ groups }) => types || !groups.type)
    .map(({ groups }) => groups.from ?? groups.lazy)
    .map((from) => (from.startsWith('.') ? path.join(path.dirname(file), from) : from));
}

/** Returns the imports of a folder that are not allowed. */
const crossing = (folder, isAllowed, types = true) =>
  under(folder).flatMap((file) =>
    importsOf(file, { types })
      .filter((from) => !isAllowed(from, file))
      .map((from) => `${file} imports ${from}`),
  );

const within =
  (...folders) =>
  (from) =>
    folders.some((folder) => from === folder || from.startsWith(`${folder}/`));
const web = (...folders) => within(...folders.map((folder) => `apps/web/app/${folder}`));
const rooms = (audience) =>
  readdirSync(inRoot('apps/web/app', audience), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `apps/web/app/${audience}/${name}`);
/**
 * Recipients of messages are chosen in the list of people; the shared tablet is locked from the page frame and plays
 * sounds while locked; the kitchen's screen shows the orders of the board; the set-up guide uses the queries of the sections; the floor seats the bookings of the day, is drawn
 * for drafts of locations, and shows the tabs, which are paid and printed there; the till takes rounds for the parties on the floor;
 * a phone at a table shows the menu, a cart, and the parts of the checkout.
 */
const MAY_LOOK_IN = [
  ['guest/table', 'guest/menu'],
  ['guest/table', 'guest/cart'],
  ['guest/table', 'guest/checkout'],
  ['office/people', 'office/messages'],
  ['office/shell', 'office/tablet/use-lock.ts'],
  ['office/tablet', 'office/hardware/sounds'],
  ['office/board', 'office/hardware/sounds'],
  ['office/kitchen', 'office/board'],
  ['office/kitchen', 'office/hardware/sounds'],
  ['office/set-up', 'office/settings/settings-codec.ts'],
  ['office/set-up', 'office/settings/money-fields.tsx'],
  ['office/set-up', 'office/locations'],
  ['office/set-up', 'office/fiscal'],
  ['office/locations', 'office/fiscal'],
  ['office/set-up', 'office/menu/import'],
  ['office/people', 'office/imports'],
  ['office/gift-cards', 'office/imports'],
  ['office/reservations', 'office/imports'],
  ['office/imports', 'office/menu/import'],
  ['office/imports', 'office/menu/drop-zone.tsx'],
  ['office/floor', 'office/reservations'],
  ['office/floor', 'office/locations/location-data.ts'],
  ['office/floor', 'office/tabs'],
  ['office/till', 'office/floor/floor-data.ts'],
  ['office/till', 'office/floor/needs.ts'],
  ['office/tabs', 'office/payments'],
  ['office/tabs', 'office/reservations/use-reservations.ts'],
  ['office/tabs', 'office/reservations/use-status-change.ts'],
  ['office/tabs', 'office/board/cancel-dialog.tsx'],
  ['office/palette', 'office/handbook'],
  ['office/palette', 'office/menu/menu-data.ts'],
  ['office/tabs', 'office/hardware/printing'],
];
const isPackage = (from) => !from.startsWith('apps/') && !from.startsWith('packages/');
const isOurs = (from) => from.startsWith('@tiffin/');

test('the domain imports nothing but the numbering plans of phones', () => {
  const isAllowed = within('packages/domain/src', 'libphonenumber-js/min');
  expect(crossing('packages/domain/src', isAllowed)).toEqual([]);
});

test('the domain does not use the clock, randomness or input and output', () => {
  const outside = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\b|\bperformance\.|\bprocess\.|\bfetch\(|Temporal\.Now/;
  expect(under('packages/domain/src').filter((file) => outside.test(readFileSync(inRoot(file), 'utf8')))).toEqual([]);
});

/** The folders of the domain from top to bottom. A folder imports only folders below it, types included. */
const DOMAIN_FOLDERS = [
  'testing',
  'cart',
  'printing',
  'delivery',
  'receipt',
  'tabs',
  'floor',
  'day',
  'reservation',
  'stats',
  'messages',
  'kitchen',
  'order',
  'payment',
  'menu-file',
  'pricing',
  'options',
  'menu',
  'law',
  'locations',
  'restaurant',
  'hours',
  'people',
  'errors',
  'core',
];
const domainFolder = (name) => `packages/domain/src/${name}`;

test('domain folders import only folders below them', () => {
  const imports = DOMAIN_FOLDERS.flatMap((name, position) => {
    const above = DOMAIN_FOLDERS.slice(0, position).map(domainFolder);
    return crossing(domainFolder(name), (from) => !within(...above)(from));
  });
  expect(imports).toEqual([]);
  expect(readdirSync(inRoot('packages/domain/src')).toSorted()).toEqual(DOMAIN_FOLDERS.toSorted());
});

test('the contract imports only the domain and the schema library', () => {
  const allowed = within('packages/contract/src', '@tiffin/domain', '@hono/zod-openapi');
  expect(crossing('packages/contract/src', allowed)).toEqual([]);
});

test('the client imports only the HTTP methods of the contract, and its types', () => {
  const own = within('packages/client/src');
  const isAllowed = (from) => own(from) || from === '@tiffin/contract/methods';
  expect(crossing('packages/client/src', (from) => isAllowed(from) || from === '@tiffin/contract')).toEqual([]);
  expect(crossing('packages/client/src', isAllowed, false)).toEqual([]);
});

test('the demo imports only the domain', () => {
  expect(crossing('packages/demo/src', within('packages/demo/src', '@tiffin/domain'))).toEqual([]);
});

test('on the server only start-up, commands and tests import the demo', () => {
  const files = within(
    'apps/server/src/operations',
    'apps/server/src/testing',
    'apps/server/src/server.ts',
    'apps/server/src/start-up.ts',
  );
  const demo = within('@tiffin/demo', 'apps/server/src/operations/demo');
  expect(crossing('apps/server/src', (from, file) => files(file) || !demo(from))).toEqual([]);
});

test('the web app does not import the server, and from the contract only types and the HTTP methods', () => {
  expect(crossing('apps/web', (from) => !within('@tiffin/server', '@tiffin/demo', 'apps/server')(from))).toEqual([]);
  const schemas = (from) => !within('@tiffin/contract')(from) || from === '@tiffin/contract/methods';
  expect(crossing('apps/web/app', schemas, false)).toEqual([]);
});

const GUEST_ROOMS = rooms('guest');
const OFFICE_ROOMS = rooms('office');

test('guest pages and back office do not import each other or their routes', () => {
  const observed = [];
  for (const room of [...GUEST_ROOMS, ...OFFICE_ROOMS]) {
    const others = (from) => web('guest', 'office', 'routes', 'root.tsx', 'routes.ts')(from) && !within(room)(from);
    observed.push(
      ...crossing(
        room,
        (from) => !others(from) || MAY_LOOK_IN.some(([a, b]) => room.endsWith(a) && within(`apps/web/app/${b}`)(from)),
      ),
    );
  }
  expect(observed).toEqual([]);
});

test('the design system does not import the router, the API or an area', () => {
  const allowed = (from) =>
    (isPackage(from) && !within('react-router', '@tiffin/contract', '@tanstack/react-query')(from)) ||
    web('ui', 'assets')(from);
  expect(crossing('apps/web/app/ui', allowed)).toEqual([]);
});

test('shared code does not import guest pages or the back office', () => {
  expect(crossing('apps/web/app/shared', (from) => !web('guest', 'office', 'routes')(from))).toEqual([]);
});

test('only adapters import payment, mail and text message providers', () => {
  const files = within('apps/server/src/adapters', 'apps/server/src/testing');
  const allowed = (from, file) => files(file) || !within('stripe', 'nodemailer')(from);
  expect(crossing('apps/server/src', allowed)).toEqual([]);
});

/** The modules of the server from top to bottom. A module imports only modules below it, types included. */
const SERVER_MODULES = [
  'privacy',
  'reports',
  'deliveries',
  'ordering',
  'money',
  'kitchen',
  'floor',
  'messages',
  'orders',
  'webhooks',
  'reservations',
  'work',
  'ledger',
  'drawers',
  'figures',
  'people',
  'outbox',
  'capacity',
  'menu',
  'locations',
  'images',
  'log',
  'contacts',
];
const MODULES = 'apps/server/src/modules';
const moduleOf = (file) => path.relative(MODULES, file).split('/')[0];
const floorOf = (file) => SERVER_MODULES.indexOf(moduleOf(file));

test('a server module imports only modules below it', () => {
  const isAllowed = (from, file) =>
    !within('apps/server/src/api')(from) && (!within(MODULES)(from) || floorOf(from) >= floorOf(file));
  expect(crossing(MODULES, isAllowed)).toEqual([]);
});

test('every server module has its floor', () => {
  expect(readdirSync(inRoot(MODULES)).toSorted()).toEqual(SERVER_MODULES.toSorted());
});

test('platform and adapters import no module', () => {
  const allowed = (from) => !within('apps/server/src/modules', 'apps/server/src/api')(from);
  for (const folder of ['platform', 'adapters']) expect(crossing(`apps/server/src/${folder}`, allowed)).toEqual([]);
});

test('the server does not import pages or end-to-end tests', () => {
  const allowed = (from) =>
    within('apps/server/src', '@tiffin/domain', '@tiffin/contract', '@tiffin/demo')(from) ||
    (isPackage(from) && !isOurs(from));
  expect(crossing('apps/server/src', allowed)).toEqual([]);
});

/** Finds groups of files that import each other, directly or indirectly (Tarjan). */
function circlesIn(folder) {
  const files = under(folder);
  const existing = new Set(files);
  const numbers = new Map();
  const lowest = new Map();
  const way = [];
  const circles = [];
  const visit = (file) => {
    numbers.set(file, numbers.size);
    lowest.set(file, numbers.get(file));
    way.push(file);
    for (const from of importsOf(file, { types: true })) {
      if (!existing.has(from)) continue;
      if (!numbers.has(from)) visit(from);
      if (way.includes(from)) lowest.set(file, Math.min(lowest.get(file), lowest.get(from)));
    }
    if (lowest.get(file) !== numbers.get(file)) return;
    const circle = way.splice(way.indexOf(file));
    if (circle.length > 1) circles.push(circle);
  };
  for (const file of files) if (!numbers.has(file)) visit(file);
  return circles;
}

test('no files import each other in a cycle, types included', () => {
  for (const folder of ['packages', 'apps/server/src', 'apps/web/app', 'apps/web/worker']) {
    expect(circlesIn(folder)).toEqual([]);
  }
});
