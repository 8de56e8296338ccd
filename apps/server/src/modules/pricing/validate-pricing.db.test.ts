import type { Calls, InputOf } from '@tiffin/contract';
import { expect, test } from 'vitest';
import { payloadMaker } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../testing/server.ts';

const server = await testServer();
const truro = await payloadMaker(server);
const glasgow = await payloadMaker(server, 'new-glasgow');
const { items, pricing, locationInfo } = truro({ dishes: { 'butter-chicken': 2 }, tipCents: 300 });
const sound = { items, tipAmount: 3, frontendPricing: pricing, locationInfo };
const check = (body: object) =>
  server.call('validatePricing', { body: body as InputOf<Calls['validatePricing']>['body'] }, SITE_KEY);

test('right figures are said to be right, with the menu’s names and prices [C-API-07] [C-API-15]', async () => {
  const { status, body } = await check(sound);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    success: true,
    valid: true,
    pricing: { ...pricing, taxLabel: 'HST' },
    items: [{ id: 'butter-chicken', name: 'Butter Chicken', quantity: 2 }],
  });
});

test('figures two cents off are right enough, three are not', async () => {
  const off = (cents: number) => ({
    ...sound,
    frontendPricing: { ...pricing, total: Math.round(pricing.total * 100 + cents) / 100 },
  });
  expect((await check(off(2))).status).toBe(200);
  const { status, body } = await check(off(3));
  expect([status, body.code]).toEqual([400, 'pricing-mismatch']);
  expect(body.error).toContain('Pricing validation failed');
  expect(body['pricing']).toEqual(pricing);
});

test.each([
  ['no items [C-PRICE-16]', { items: [] }, 'Items are required for pricing validation'],
  ['no figures [C-PRICE-17]', { frontendPricing: undefined }, 'Frontend pricing is required for pricing validation'],
  ['a negative tip [C-PRICE-18]', { tipAmount: -1 }, 'Tip amount must be a number that is not negative'],
  ['no tip [C-PRICE-18]', { tipAmount: undefined }, 'Tip amount must be a number that is not negative'],
  ['a figure in words', { frontendPricing: { total: 'much' } }, 'Pricing total must be a number that is not negative'],
])('%s is refused in these words', async (_name, more, words) => {
  const { status, body } = await check({ ...sound, ...more });
  expect([status, body.error]).toEqual([400, words]);
});

test('a tampered price is not believed', async () => {
  const cheap = items.map((item) => ({ ...item, price: 0.01 }));
  const { status, body } = await check({ ...sound, items: cheap, frontendPricing: { subtotal: 0.02, total: 3.02 } });
  expect([status, body.code]).toEqual([400, 'pricing-mismatch']);
});

test('without a location the items are priced where they are on the menu', async () => {
  const onlyThere = glasgow({ dishes: { 'goat-curry': 1 } });
  const { body } = await check({ items: onlyThere.items, tipAmount: 0, frontendPricing: onlyThere.pricing });
  expect(body.valid).toBe(true);
});

test('a dish nobody has answers 409 naming it', async () => {
  const { status, body } = await check({
    ...sound,
    items: [{ ...items[0], id: 'unicorn', menuItemId: 'unicorn', name: 'Unicorn' }],
  });
  expect([status, body.error]).toEqual([409, 'Unicorn is no longer available.']);
});
