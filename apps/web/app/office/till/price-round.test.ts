import { addToCart, type Cart } from '@tiffin/domain/cart';
import { cents, rate } from '@tiffin/domain/core';
import { expect, test } from 'vitest';
import type { ChargeRule } from '@tiffin/domain/order';
import { dalDish, truro } from '../../testing/samples.ts';
import { firstRound, tabOfFive, billOfFive } from '../../testing/tabs.ts';
import { priceRoundAtTill } from './price-round.ts';
import { dishOf } from './till.ts';

const service: ChargeRule = {
  kind: 'service',
  orderTypes: ['dine-in'],
  percent: rate(15_000),
  fromPartySize: 8,
  taxClass: 'charge',
  isVoluntary: false,
  staffMayRemove: true,
};
const moment = {
  now: new Date(0),
  orderedFor: new Date(0),
  zone: 'UTC',
  locationId: 'truro',
  service: 'dine-in',
} as const;

/** Dals for 10.00, one at once and the others with the mains. */
function cartWith(now: number, later: number): Cart {
  const dish = dishOf(dalDish);
  const first = addToCart([], dish, null, now);
  const both = first.ok ? addToCart(first.value, dish, null, later, { course: 2 }) : first;
  if (!both.ok) throw new Error(both.error.message);
  return both.value;
}

const priced = (partySize: number, without: 'service'[] = []) =>
  priceRoundAtTill(
    cartWith(1, 2),
    truro,
    { promotions: [], moment, charged: { rules: [service], orderType: 'dine-in', partySize, without } },
    { tab: tabOfFive, bill: billOfFive, orders: [firstRound] },
  );

test.each([
  ['seven guests', priced(7), 0, 420, 3420],
  ['eight guests', priced(8), 450, 483, 3933],
  ['eight guests without it', priced(8, ['service']), 0, 420, 3420],
])('the courses of a round for %s carry the service charge of their dishes', (_who, round, charges, tax, total) => {
  expect(round.price).toMatchObject({ subtotal: 3000, charges, tax, total });
  expect(round.charges.map(({ amount }) => amount)).toEqual(charges === 0 ? [] : [cents(charges)]);
});
