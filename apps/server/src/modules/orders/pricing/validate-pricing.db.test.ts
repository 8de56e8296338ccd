import type { InputOf } from '@tiffin/contract';
import { expect, test } from 'vitest';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../../testing/server.ts';

const server = await testServer();
const truro = await payloadMaker(server);
const glasgow = await payloadMaker(server, 'new-glasgow');
const { items, pricing, locationInfo } = truro({ dishes: { 'butter-chicken': 2 }, tipCents: 300 });
const sound = { items, tipAmount: 3, frontendPricing: pricing, locationInfo };
const check = (body: object) =>
  server.call('validatePricing', { body: body as InputOf<'validatePricing'>['body'] }, SITE_KEY);

test('correct prices are confirmed with the names and prices of the menu [C-API-07] [C-API-15]', async () => {
  const { status, body } = await check(sound);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    success: true,
    valid: true,
    pricing: JSON.parse(JSON.stringify({ ...pricing, taxLabel: 'HST' })),
    items: [{ id: 'butter-chicken', name: 'Butter Chicken', quantity: 2 }],
  });
});

test('a difference of two cents is accepted, three cents are refused', async () => {
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
])('%s is refused with this message', async (_name, more, words) => {
  const { status, body } = await check({ ...sound, ...more });
  expect([status, body.error]).toEqual([400, words]);
});

test('a tampered price is refused', async () => {
  const cheap = items.map((item) => ({ ...item, price: 0.01 }));
  const { status, body } = await check({ ...sound, items: cheap, frontendPricing: { subtotal: 0.02, total: 3.02 } });
  expect([status, body.code]).toEqual([400, 'pricing-mismatch']);
});

test('without a location, items are priced at the location whose menu has them', async () => {
  const onlyThere = glasgow({ dishes: { 'goat-curry': 1 } });
  const { body } = await check({ items: onlyThere.items, tipAmount: 0, frontendPricing: onlyThere.pricing });
  expect(body.valid).toBe(true);
});

test('an unknown dish returns 409 with its name', async () => {
  const { status, body } = await check({
    ...sound,
    items: [{ ...items[0], id: 'unicorn', menuItemId: 'unicorn', name: 'Unicorn' }],
  });
  expect([status, body.error]).toEqual([409, 'Unicorn is no longer available.']);
});
