import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { tillOf } from '../../../testing/payments.ts';
import { testServer } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const till = tillOf(server);
/**
 * Statements that are not counted: those of the test, of the payment provider, of the event listener, and of the menu's
 * lease, which depend on the clock.
 */
const OF_OTHERS = /sandbox_|menu_items|tiffin_events|from events|as stamp from locations/;

const textsOf = (calls: readonly unknown[][]) => calls.map(([first]) => String(Object(first).text ?? first));

test('a card order takes a bounded number of statements, from the checkout to the paid order', async () => {
  const guest = await server.signIn('customer@demo.test');
  const order = async () => {
    const { paymentUrl } = await till.start(guest, { cartId: crypto.randomUUID() });
    await till.pay(paymentUrl);
    expect(await till.deliver()).toBe(1);
  };
  // Fills the caches.
  await order();
  vi.restoreAllMocks();
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await order();
  const statements = textsOf(query.mock.calls).filter((text) => !OF_OTHERS.test(text));
  expect(statements.slice(13)).toEqual([]);
});

test('a waiting page and the provider’s event settle the payment once', async () => {
  const guest = await server.signIn('customer@demo.test');
  const { sessionId, paymentUrl } = await till.start(guest, { cartId: crypto.randomUUID() });
  await till.pay(paymentUrl);
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const look = () => server.call('getOrderBySessionId', { body: { sessionId } }, guest);
  const [first, delivered, second] = await Promise.all([look(), till.deliver(), look()]);
  const locks = textsOf(query.mock.calls).filter((text) => /payment_sessions.*for update$/.test(text));
  expect({ first: first.status, delivered, second: second.status, locks: locks.length }).toEqual({
    first: 200,
    delivered: 1,
    second: 200,
    locks: 1,
  });
  // The responses during settlement equal those of a later request.
  const { body: read } = await look();
  expect([first.body, second.body]).toEqual([read, read]);
});
