import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { tillOf } from '../../testing/payments.ts';
import { testServer } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const till = tillOf(server);
/** What the test reads itself, what listens to events whatever happens, and the lease of the menu, which goes by the clock. */
const OF_OTHERS = /menu_items|tiffin_events|from events|as stamp from locations/;

test('a card order takes a bounded number of statements, from the checkout to the paid order', async () => {
  const guest = await server.signIn('customer@demo.test');
  const order = async () => {
    const { paymentUrl } = await till.start(guest, { cartId: crypto.randomUUID() });
    await till.pay(paymentUrl);
    expect(await till.deliver()).toBe(1);
  };
  // What is read once and then remembered.
  await order();
  vi.restoreAllMocks();
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await order();
  const statements = query.mock.calls
    .map(([first]) => String(Object(first).text ?? first))
    .filter((text) => !OF_OTHERS.test(text));
  expect(statements.slice(23)).toEqual([]);
});
