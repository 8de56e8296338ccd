import { expect, test } from 'vitest';
import type { InputOf } from '@tiffin/contract';
import { up as correctAmounts } from '../../../platform/db/migrations/0136-promotion-amounts.ts';
import { dish, evening, newKey } from './testing/evening.ts';

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

test('the cost of a promotion follows the dishes of a changed order, and its cancellation frees the use', async () => {
  server.clock.set('2026-11-20T22:42:00.000Z');
  await promotion({ name: 'Lassi hour', conditions: [{ kind: 'dishes', ids: ['mango-lassi'] }] });
  const lassiHour = async () => {
    const { promotions } = (await server.call('getPromotions', {}, admin)).body;
    const found = promotions.find(({ name }) => name === 'Lassi hour');
    return [found?.uses, cents(found?.cost ?? 0)];
  };
  await clear();
  const { billId } = await seated();
  const { order } = await done('addRound', { billId, items: [{ id: 'mango-lassi', quantity: 4 }, dish(7)] });
  const off = Math.round(cents(order.items[0]?.price ?? 0) * 4 * 0.3);
  expect(await lassiHour()).toEqual([1, off]);
  const change = async (fields: object) => {
    const { version } = (await tab(billId)).orders[0] ?? { version: 0 };
    await done('changeOrder', { orderId: billId, version, why: 'Wrong', ...fields }, { ...manager, ...newKey() });
  };
  await change({ change: [{ line: 1, quantity: 2 }] });
  expect(await lassiHour()).toEqual([1, off / 2]);
  await sound();
  // Uses stored before this was so are corrected.
  const { db, pool } = server.context.database;
  await pool.query('update promotion_uses set amount_cents = $1 where order_id = $2', [off, billId]);
  await db.transaction().execute(correctAmounts);
  await sound();
  await change({ remove: [1] });
  expect(await lassiHour()).toEqual([1, 0]);
  await sound();
  await done('cancelOrder', { orderId: billId, reason: 'Wrong' }, { ...manager, ...newKey() });
  expect(await lassiHour()).toEqual([0, 0]);
  await sound();
  await pool.query(`update promotion_uses set state = 'used' where order_id = $1`, [billId]);
  await pool.query(`update promotions set used = used + 1 where name = 'Lassi hour'`);
  await db.transaction().execute(correctAmounts);
  await sound();
});
