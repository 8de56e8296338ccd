import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import createClient from 'openapi-fetch';
import openapiTypes, { astToString } from 'openapi-typescript';
import { afterAll, expect, test } from 'vitest';
import { SITE_KEY, testServer } from '../../testing/server.ts';

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

const server = await testServer();
const folder = await mkdtemp(path.join(tmpdir(), 'tiffin-client-'));
afterAll(() => rm(folder, { recursive: true }));

test('a strictly typed client generated from the description places an order', async () => {
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
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  await writeFile(program, PROGRAM);
  const tsc = path.resolve(import.meta.dirname, '../../../../../node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch((error: object) => ({
    stdout: String(Reflect.get(error, 'stdout')),
  }));
  expect(stdout).toBe('');

  const { placeOrder } = await import(/* @vite-ignore */ program);
  const api = createClient({
    baseUrl: 'http://tiffin.test/api',
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = request.method === 'POST' ? await request.text() : null;
      return server.fetch(pathname + search, { method: request.method, headers: request.headers, body }, SITE_KEY);
    },
  });
  const { orderId, total, price, refused } = await placeOrder(api);
  expect(orderId).toMatch(/^TRU-20261120-/);
  expect(total).toBeGreaterThan(2 * price);
  expect(refused).toEqual([
    'invalid-argument',
    'items',
    [{ field: 'items', message: 'Your cart is empty. Please add items before placing an order.' }],
  ]);
});
