import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { testServer } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { pool } = server.context.database;
const payload = await payloadMaker(server);

/** Bytes of the write-ahead log that the connections to this database wrote so far. */
async function writtenBytes(): Promise<number> {
  // Otherwise a connection reports after a second.
  const connections = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  for (const connection of connections) {
    await connection.query('select pg_stat_force_next_flush()');
    connection.release();
  }
  const { rows } = await pool.query<{ bytes: number }>(`
    select sum(wal_bytes)::float8 as bytes from pg_stat_activity, pg_stat_get_backend_wal(pid)
    where datname = current_database() and backend_type = 'client backend'`);
  return rows[0]?.bytes ?? 0;
}

test('a cash order of a cart writes its rows and its event to the log, and nothing of them twice', async () => {
  const guest = await server.signIn('customer@demo.test');
  const place = async () => {
    const body = { ...payload(), cartId: randomUUID() };
    const placed = await server.call(
      'createCustomerOrderCash',
      { body },
      { ...guest, 'idempotency-key': randomUUID() },
    );
    expect(placed.status).toBe(200);
  };
  // Opens the connection and fills the caches.
  await place();
  const written: number[] = [];
  for (let orders = 0; orders < 15; orders++) {
    const before = await writtenBytes();
    await place();
    written.push((await writtenBytes()) - before);
  }
  // The median: after a checkpoint, the first change of each page is logged with the whole page, and a connection may
  // report one order together with the next.
  const median = written.toSorted((a, b) => a - b)[Math.floor(written.length / 2)];
  expect(median).toBeGreaterThan(6_000);
  expect(median).toBeLessThan(7_800);
});
