import { expect, test } from 'vitest';
import { lookupOf } from './lookup.ts';

test.each([
  [' Asha@Example.test ', { email: 'Asha@Example.test' }],
  ['TRU-20261120-K7QWX', { orderId: 'TRU-20261120-K7QWX' }],
  ['tru-20261120-k7qwx', { orderId: 'tru-20261120-k7qwx' }],
  ['RES-TRU-20261127-KQWX', { reservationId: 'RES-TRU-20261127-KQWX' }],
  ['(902) 555-0142', { phone: '(902) 555-0142' }],
  ['+44 20 7946 0958', { phone: '+44 20 7946 0958' }],
  ['user:u-1', { userId: 'u-1' }],
  ['Asha Menon', null],
  ['12', null],
  ['', null],
])('%j looks up %j', (typed, lookup) => {
  expect(lookupOf(typed)).toEqual(lookup);
});
