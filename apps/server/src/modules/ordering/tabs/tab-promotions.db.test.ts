import { expect, test } from 'vitest';
import type { InputOf } from '@tiffin/contract';
import { evening, newKey } from './testing/evening.ts';

const { server, manager, done, bill, tab, seated, clear, sound } = await evening();
const admin = await server.signIn('admin@demo.test');

async function promotion(fields: Partial<InputOf<'savePromotion'>['body']>) {
  const body = {
    name: 'Happy hour',
    conditions: [
      { kind: 'daypart' as const, from: '17:00', until: '19:00' },
      { kind: 'dishes' as const, ids: ['onion-bhaji'] },
    ],
    effect: { kind: 'percent' as const, of: 'dishes' as const, percent: 30 },
    isActive: true,
    ...fields,
  };
  const saved = await server.call('savePromotion', { body }, admin);
  expect([saved.status, saved.body.error]).toEqual([200, undefined]);
}
const cents = (dollars: number) => Math.round(dollars * 100);

test('a happy hour holds for the rounds of a table that are sent in its hours, held courses included', async () => {
  await promotion({});
  await promotion({ name: 'Five off', conditions: [], effect: { kind: 'amount', of: 'order', amount: 5 } });
  await clear();
  const { billId } = await seated();
  const { order } = await done('addRound', {
    billId,
    items: [
      { id: 'onion-bhaji', quantity: 2 },
      { id: 'mango-lassi', quantity: 1 },
      { id: 'onion-bhaji', quantity: 1, course: 2 },
    ],
  });
  const price = cents(order.items.find(({ id }) => id === 'onion-bhaji')?.price ?? 0);
  const off = Math.round(price * 2 * 0.3) + Math.round(price * 0.3);
  expect(cents((await bill(billId)).discount)).toBe(off);
  await sound();
  server.clock.set('2026-11-20T23:30:00.000Z');
  await done('addRound', { billId, items: [{ id: 'onion-bhaji', quantity: 1 }] });
  expect(cents((await bill(billId)).discount)).toBe(off);
  // Ten per cent by staff counts on what the happy hour left.
  const before = await bill(billId);
  const given = await done(
    'addDiscount',
    { billId, kind: 'percent', value: 10, reason: 'wait' },
    { ...manager, ...newKey() },
  );
  const left = cents(before.subtotal) - off;
  expect(cents(given.bill.discount)).toBe(off + Math.round(left / 10));
  await sound();
  const { orders } = await tab(billId);
  await done('cancelOrder', { orderId: orders[0]?.orderId ?? '', reason: 'Wrong' }, { ...manager, ...newKey() });
  await sound();
});
