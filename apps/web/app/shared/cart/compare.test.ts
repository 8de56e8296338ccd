import { expect, test } from 'vitest';
import { cents } from '@tiffin/domain/core';
import type { CartChange } from '@tiffin/domain/cart';
import { latestChanges } from './compare.ts';

const price = (was: number, now: number): CartChange => ({
  kind: 'price',
  cartKey: 'naan-default',
  name: 'Naan',
  was: cents(was),
  now: cents(now),
});
const withOptions = (was: number, now: number, ...moved: [string, number, number][]): CartChange => ({
  ...(price(was, now) as Extract<CartChange, { kind: 'price' }>),
  options: moved.map(([name, before, after]) => ({ name, was: cents(before), now: cents(after) })),
});
const removed: CartChange = { kind: 'gone', cartKey: 'naan-default', name: 'Naan' };
const other: CartChange = { kind: 'gone', cartKey: 'dal-default', name: 'Dal' };

test.each<[string, CartChange[], CartChange[]]>([
  [
    'dearer twice is told once, against the price the guest knew',
    [price(395, 425), price(425, 450)],
    [price(395, 450)],
  ],
  ['dearer and back again is no news', [price(395, 425), other, price(425, 395)], [other]],
  ['a dish that got dearer and was then removed is reported as removed', [price(395, 425), removed], [removed]],
  [
    'of an option, too',
    [withOptions(395, 425, ['Naan', 100, 130]), withOptions(425, 450, ['Naan', 130, 140], ['Raita', 50, 65])],
    [withOptions(395, 450, ['Naan', 100, 140], ['Raita', 50, 65])],
  ],
])('notices of a dish replace each other: %s', (_, changes, shown) => {
  expect(latestChanges(changes)).toEqual(shown);
});
