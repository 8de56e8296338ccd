import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statusOf } from '../core/errors.ts';
import { cents } from '../core/money.ts';
import { quoteFromMenu, type MenuDish } from './quote.ts';

const dish = (id: string, more: Partial<MenuDish> = {}): [string, MenuDish] => [
  id,
  { id, locationId: 'truro', name: id.toUpperCase(), price: cents(1000), isAvailable: true, ...more },
];
const menu = new Map([
  dish('naan', { name: 'Garlic Naan', price: cents(350) }),
  dish('butter-chicken', { name: 'Butter Chicken', price: cents(1695) }),
  dish('lassi', { name: 'Mango Lassi', isAvailable: false }),
  dish('korma', { name: 'Korma', locationId: 'new-glasgow' }),
]);

test('the server takes names and prices from the menu and keeps the rest of a line', () => {
  const wanted = [{ id: 'naan', name: 'Free Naan', quantity: 2, price: 0.01, note: 'crisp' }];
  expect(quoteFromMenu(wanted, menu, 'truro')).toEqual({
    ok: true,
    value: [{ id: 'naan', name: 'Garlic Naan', unitPrice: 350, quantity: 2, price: 0.01, note: 'crisp' }],
  });
});

test.each([
  [{ id: 'lassi', quantity: 1 }, 'Mango Lassi', 'unavailable'],
  [{ id: 'korma', quantity: 1 }, 'Korma', 'elsewhere'],
  [{ id: 'pizza', name: 'Pizza', quantity: 1 }, 'Pizza', 'unknown'],
  [{ id: 'pizza', quantity: 1 }, 'pizza', 'unknown'],
])('%j answers 409 and names it', (line, name, reason) => {
  expect(quoteFromMenu([{ id: 'naan', quantity: 1 }, line], menu, 'truro')).toEqual({
    ok: false,
    error: {
      code: 'item-unavailable',
      message: `${name} is no longer available.`,
      details: { items: [{ id: line.id, name, reason }] },
    },
  });
  expect(statusOf('item-unavailable')).toBe(409);
});

test('all that is missing is named at once', () => {
  const answer = quoteFromMenu(
    [
      { id: 'lassi', quantity: 1 },
      { id: 'korma', quantity: 1 },
    ],
    menu,
    'truro',
  );
  expect(answer.ok ? [] : answer.error.details?.['items']).toHaveLength(2);
});

test('a price the client names never changes the quote', () => {
  fc.assert(
    fc.property(fc.double(), fc.integer({ min: 1, max: 50 }), (price, quantity) => {
      const answer = quoteFromMenu([{ id: 'butter-chicken', quantity, price }], menu, 'truro');
      expect(answer.ok && answer.value[0]?.unitPrice).toBe(1695);
    }),
  );
});
