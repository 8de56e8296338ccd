import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import createClient from 'openapi-fetch';
import openapiTypes, { astToString } from 'openapi-typescript';
import { afterAll, expect, test } from 'vitest';
import { writeClientPackage } from '../../operations/client-package/write-client-package.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';

/** A program written with only the description. */
const PROGRAM = `
import type { Client } from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

export async function placeOrder(api: Client<paths>) {
  const query = { locationId: 'truro' };
  const { data: menu } = await api.GET('/getLocationMenu', { params: { query } });
  const dish = menu?.items.find((item) => item.isAvailable);
  if (!dish) throw new Error('nothing to eat');
  const items = [{ id: dish.id, name: dish.name, price: dish.price, quantity: 2, selectedSpiceLevel: 2 }];
  const locationInfo = { id: 'truro', name: 'Truro Heights' };
  const priced = await api.POST('/validatePricing', { body: { items, tipAmount: 3, frontendPricing: {}, locationInfo } });
  if (!priced.data) throw new Error(priced.error.error);
  const order: components['schemas']['OrderPayload'] = {
    customerInfo: { name: 'Asha Menon', email: 'asha@example.test', phone: '(902) 555-0177' },
    items,
    locationInfo,
    orderType: 'pickup',
    tipAmount: 3,
    pricing: priced.data.pricing,
  };
  const placed = await api.POST('/createCustomerOrderCash', { body: order });
  if (!placed.data) throw new Error(placed.error.error);
  const { orderId, order: kept } = placed.data;
  const { error } = await api.POST('/createCustomerOrderCash', { body: { ...order, items: [], orderType: 'pickup' } });
  return { orderId, total: kept.pricing.total, price: dish.price, refused: [error?.code, error?.field, error?.fields] };
}

export const wrong: components['schemas']['OrderPayload'][] = [
  // @ts-expect-error a dish has a price
  { customerInfo: { name: '', email: '', phone: '' }, items: [{ id: '', name: '', quantity: 1 }], orderType: 'pickup', pricing: { subtotal: 1, tax: 0, total: 1 } },
  // @ts-expect-error nobody comes by drone
  { customerInfo: { name: '', email: '', phone: '' }, items: [], orderType: 'drone', pricing: { subtotal: 1, tax: 0, total: 1 } },
];
`;

const README = path.resolve(import.meta.dirname, '../../../../../packages/client/README.md');

/** The example of our own client's README, with the address and the key of the test. */
async function readmeProgram(): Promise<string> {
  const [, example = ''] = /```ts\n([^]*?)```/.exec(await readFile(README, 'utf8')) ?? [];
  const [imports = '', ...lines] = example.split('\n');
  const body = lines.filter((line) => !line.includes('createClient('));
  return `${imports.replace('createClient', 'createClient, type ClientOptions')}
export async function orderBookRefund(options: ClientOptions) {
  const tiffin = createClient(options);
  ${body.join('\n  ')}
  return { orderId, promised, paid, reservation };
}
export const wrong = [
  // @ts-expect-error there is no such call
  (api: ReturnType<typeof createClient>) => api.call('orderEverything'),
  // @ts-expect-error a table needs a date
  (api: ReturnType<typeof createClient>) => api.call('createReservation', { body: { locationId: 'truro' } }),
];
`;
}

const server = await testServer();
const folder = await mkdtemp(path.join(tmpdir(), 'tiffin-client-'));
afterAll(() => rm(folder, { recursive: true }));

/** Sends the requests of a client to the test server. */
const fetchAs =
  (caller: Caller): typeof globalThis.fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const body = request.method === 'POST' ? await request.text() : null;
    return server.fetch(pathname + search, { method: request.method, headers: request.headers, body }, caller);
  };

test('a strictly typed client generated from the description orders, and ours orders, books and refunds', async () => {
  const description = await (await server.fetch('/api/openapi.json')).text();
  const fetchTypes = createRequire(import.meta.url)
    .resolve('openapi-fetch')
    .replace(/\.cjs$/, '.d.mts');
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    target: 'esnext',
    module: 'esnext',
    moduleResolution: 'bundler',
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: [],
    paths: { 'openapi-fetch': [fetchTypes] },
  };
  const program = path.join(folder, 'program.ts');
  await writeFile(path.join(folder, 'api.d.ts'), astToString(await openapiTypes(description)));
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['program.ts', 'readme.ts'] }),
  );
  await writeFile(program, PROGRAM);
  const ours = path.join(folder, 'node_modules/@tiffin/client');
  await writeClientPackage(ours);
  await writeFile(path.join(folder, 'readme.ts'), await readmeProgram());
  const tsc = path.resolve(import.meta.dirname, '../../../../../node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch((error: object) => ({
    stdout: String(Reflect.get(error, 'stdout')),
  }));
  expect(stdout).toBe('');

  const { placeOrder } = await import(/* @vite-ignore */ program);
  const api = createClient({
    baseUrl: 'http://tiffin.test/api',
    fetch: fetchAs(SITE_KEY),
  });
  const { orderId, total, price, refused } = await placeOrder(api);
  expect(orderId).toMatch(/^TRU-20261120-/);
  expect(total).toBeGreaterThan(2 * price);
  expect(refused).toEqual([
    'invalid-argument',
    'items',
    [{ field: 'items', message: 'Your cart is empty. Please add items before placing an order.' }],
  ]);

  const { orderBookRefund } = await import(/* @vite-ignore */ path.join(folder, 'readme.ts'));
  const admin = await server.signIn('admin@demo.test');
  const { body } = await server.call('createApiKey', { body: { name: 'Third party' } }, admin);
  const done = await orderBookRefund({
    baseUrl: 'http://tiffin.test',
    apiKey: body.key,
    fetch: fetchAs({}),
  });
  expect(done.reservation).toMatchObject({ location: 'truro', reservationDetails: { partySize: 2 } });
  const refunded = await server.call('getOrderPayments', { query: { orderId: done.orderId } }, admin);
  expect(refunded.body.refunds).toMatchObject([{ amount: done.paid.amount, reason: 'The ice was missing' }]);
});

test('our packed client has the version of the server, no dependencies, and no schemas at run time', async () => {
  const ours = path.join(folder, 'node_modules/@tiffin/client');
  const manifest = JSON.parse(await readFile(path.join(ours, 'package.json'), 'utf8')) as object;
  expect(manifest).not.toHaveProperty('dependencies');
  const description = (await (await server.fetch('/api/openapi.json')).json()) as { info: { version: string } };
  expect(manifest).toHaveProperty('version', description.info.version);
  const files = (await readdir(path.join(ours, 'dist'))).filter((name) => name.endsWith('.js'));
  const code = await Promise.all(files.map((name) => readFile(path.join(ours, 'dist', name), 'utf8')));
  expect(code.flatMap((text) => [...text.matchAll(/from '([^']+)'/g)].map(([, from]) => from?.[0]))).not.toContain('@');
  expect(code.join('').length).toBeLessThan(15_000);
});
