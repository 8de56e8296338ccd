import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkPaymentPageLimit, mayHoldSlots, PAYMENT_PAGE_LIMITS } from './open-pages-per-guest.ts';

const none = { pages: 0, portions: 0 };
const { pages, portions } = PAYMENT_PAGE_LIMITS;
const query = { portions: 2, isProven: false, phone: '(902) 555-0100' };

test.each([
  ['the first page', {}, {}, true],
  ['the last page of an account', { person: { pages: pages.person - 1, portions: 0 } }, {}, true],
  ['one page more', { person: { pages: pages.person, portions: 0 } }, {}, false],
  ['the last portions of an account', { person: { pages: 1, portions: portions.person - 2 } }, {}, true],
  ['one portion more', { person: { pages: 1, portions: portions.person - 1 } }, {}, false],
  ['one page more from an address', { address: { pages: pages.address, portions: 0 } }, {}, false],
  ['one portion more from an address', { address: { pages: 1, portions: portions.address - 1 } }, {}, false],
  ['the same of a guest we know', { address: { pages: pages.address, portions: 900 } }, { isProven: true }, true],
  ['a session without an end', { person: { pages: 1, portions: portions.person } }, { isProven: true }, false],
])('%s', (_what, reserved, who, may) => {
  const answer = checkPaymentPageLimit({ ...query, ...who }, { person: none, address: none, ...reserved });
  const text = answer.ok ? null : `${answer.error.code} ${/call us at .*/.exec(answer.error.message)?.[0]}`;
  expect(text).toBe(may ? null : 'too-much-unpaid call us at (902) 555-0100.');
});

test('in any sequence of payment pages, an account never holds more than its limit', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(60)), fc.boolean(), (requests, isProven) => {
      let person = none;
      for (const request of requests) {
        const may = checkPaymentPageLimit({ ...query, portions: request, isProven }, { person, address: person });
        if (may.ok) person = { pages: person.pages + 1, portions: person.portions + request };
      }
      expect(person.pages).toBeLessThanOrEqual(pages.person);
      expect(person.portions).toBeLessThanOrEqual(portions.person);
    }),
  );
});

const oneSlot = { mostOrders: 20, mostUnits: 30, held: { orders: 1, units: 2 } };
test.each([
  ['the first page, however large', 30, [oneSlot], true, true],
  ['a page within a tenth', 1, [oneSlot], false, true],
  ['a dish beyond a tenth', 2, [oneSlot], false, false],
  ['an order beyond a tenth', 1, [{ ...oneSlot, held: { orders: 2, units: 0 } }], false, false],
  ['a slot that counts only orders', 9, [{ ...oneSlot, mostUnits: null }], false, true],
  [
    'a small slot always has room for one',
    1,
    [{ mostOrders: 4, mostUnits: 6, held: { orders: 0, units: 0 } }],
    false,
    true,
  ],
  ['two slots, one of them without room', 1, [oneSlot, { ...oneSlot, mostUnits: 20 }], false, false],
])('%s', (_what, units, slots, isFirstPage, may) => {
  expect(mayHoldSlots(units, slots, isFirstPage)).toBe(may);
});
