import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { SITE_KEY, testServer } from '../../testing/server.ts';
import { runForClient } from '../concurrency/current-client.ts';
import { authenticator } from './authenticate.ts';

const server = await testServer({ env: { DATABASE_POOL: '2' } });
const authenticate = authenticator(server.context);
const guest = new Headers(await server.signIn('customer@demo.test'));
const WAITING = 400;

/** How many of the stranger's statements end while `work` runs. */
async function statementsDuring(work: () => Promise<unknown>): Promise<number> {
  const { db } = server.context;
  let ended = 0;
  const all = Array.from({ length: WAITING }, () =>
    runForClient('address stranger', async () => {
      await sql`select pg_sleep(0.002)`.execute(db);
      ended++;
    }),
  );
  await work();
  const meanwhile = ended;
  await Promise.all(all);
  return meanwhile;
}

test.each([
  ['A session', () => guest],
  ['An API key', () => new Headers(SITE_KEY)],
])('%s is read at once while 400 requests of the address that began the batch wait', async (_kind, headers) => {
  const usual = await statementsDuring(() => runForClient('address guest', () => authenticate(headers())));
  const inTheirBatch = await statementsDuring(() => {
    // The stranger begins the batch that the guest joins.
    const first = runForClient('address stranger', () => authenticate(headers()));
    return Promise.all([first, runForClient('address guest', () => authenticate(headers()))]);
  });
  expect(usual).toBeLessThan(WAITING / 10);
  // Both are one to three of the 400; the allowance is for a busy machine.
  expect(inTheirBatch).toBeLessThanOrEqual(3 * Math.max(usual, 4));
});
