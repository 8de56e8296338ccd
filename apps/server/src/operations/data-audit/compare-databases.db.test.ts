import { expect, test } from 'vitest';
import { bookingOf } from '../../testing/bookings.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../testing/server.ts';
import { compareDatabases } from './compare-databases.ts';

// Two primaries after a split: both go on from the same data.
const here = await testServer();
const there = await testServer();

async function order(server: typeof here, email: string): Promise<string> {
  const make = await payloadMaker(server);
  const customer = { name: 'Asha Menon', email, phone: '(902) 555-0177' };
  const placed = await server.call('createCustomerOrderCash', { body: { ...make({ customer }) } }, SITE_KEY);
  expect(placed.status).toBe(200);
  return placed.body.orderId;
}

const compare = () =>
  compareDatabases(here.context.database.pool, there.context.database.pool, here.context.clock.now());

test('orders and reservations that only one of two databases has are named, and those that differ', async () => {
  expect(await compare()).toEqual([]);
  const own = await order(here, 'asha@example.test');
  const other = await order(there, 'robin@example.test');
  const booked = await there.call('createReservation', { body: bookingOf({}) }, SITE_KEY);
  const lines = await compare();
  expect(lines).toEqual([
    expect.stringContaining(`Only in this database: order ${own} of `),
    expect.stringContaining(`Only in the other database: order ${other} of `),
    expect.stringContaining(`Only in the other database: reservation ${booked.body.reservation.reservationId} of `),
  ]);
  for (const { context } of [here, there]) {
    await context.db
      .insertInto('messages')
      .values({
        id: '00000000-0000-4000-8000-000000000001',
        channel: 'mail',
        recipient: 'asha@example.test',
        template: 'custom',
        subject: 'Hello',
        body_text: context === here.context ? 'Hello' : 'Good evening',
        status: 'outbox',
        created_at: context.clock.now(),
      })
      .execute();
  }
  expect((await compare()).at(-1)).toMatch(/^Different in the other database: message 00000000-0000-4000/);
});
