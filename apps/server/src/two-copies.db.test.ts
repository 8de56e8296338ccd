import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { auditData } from './operations/data-audit/audit-data.ts';
import { findUnsettledMoney } from './testing/unsettled-money.ts';
import { openDatabase } from './platform/db/connection.ts';
import { REQUEST_LIMITS } from '@tiffin/contract';
import { jobs } from './jobs.ts';
import { payloadFor } from './testing/order-payload.ts';
import { startPostgres } from './testing/postgres.ts';
import { startServer } from './testing/server-process.ts';
import { signIn } from './testing/sign-in.ts';
import { Board } from '../../../bench/src/evening/board.ts';
import { ask, type Restaurant } from '../../../bench/src/evening/person.ts';
import { Tally } from '../../../bench/src/evening/tally.ts';

const CLOCK_AT = '2026-11-20T22:15:00Z';
const PATIENT = { timeout: 30_000, interval: 20 };
vi.setConfig({ testTimeout: 120_000 });

const closers: Array<() => PromiseLike<unknown>> = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

const postgres = await startPostgres();
closers.push(() => postgres[Symbol.asyncDispose]());
const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-two-'));
closers.push(async () => rmSync(folder, { recursive: true, force: true }));
const env = { LOG_LEVEL: 'error', DATABASE_URL: postgres.url(), CLOCK_AT };
const startCopy = async () => {
  const copy = await startServer({ apiOnly: true, dataDir: folder, env });
  closers.push(() => copy.stop());
  return copy;
};
// Both start at once; a lock makes their migrations and initial data sequential.
const [one, other] = await Promise.all([1, 2].map(() => startCopy()));
if (!one || !other) throw new Error('two copies were wanted');
const database = openDatabase(postgres.connection, () => undefined);
closers.push(() => database.close());

const restaurantAt = (...urls: string[]): Restaurant => ({ urls, tally: new Tally(), patienceMs: null });
const here = restaurantAt(one.url);
const there = restaurantAt(other.url);
// Sessions are shared: a sign-in at one copy is valid at the other.
const cook = await signIn(one.url, 'staff.truro@demo.test');
const manager = await signIn(one.url, 'manager.truro@demo.test');
const site = { 'x-api-key': 'pk_demo' };
const truro = { locationId: 'truro' };

let ordered = 0;

async function order(at: Restaurant): Promise<string> {
  const found = await ask(at, 'getLocation', { query: truro }, { as: site });
  const menu = await ask(at, 'getLocationMenu', { query: truro }, { as: site });
  if (!found.ok || !menu.ok) throw new Error('no menu');
  // Each phone number and each address may have only one unpaid order.
  const number = 1000 + ++ordered;
  const customer = { name: 'Asha Menon', email: `asha${number}@example.test`, phone: `(902) 555-${number}` };
  const body = { ...payloadFor(found.body.location, menu.body, { customer }) };
  const placed = await ask(at, 'createCustomerOrderCash', { body }, { as: site });
  if (!placed.ok) throw new Error(at.tally.errors.join('\n'));
  return placed.body.orderId;
}

test('a printer that asks both copies in turn gets each ticket once', async () => {
  const body = { ...truro, name: 'Wok', kind: 'star' as const };
  const added = await ask(here, 'addPrinter', { body }, { as: manager });
  if (!added.ok) throw new Error(here.tally.errors.join('\n'));
  const { pathname } = new URL(added.body.address ?? '');
  const poll = async (url: string) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"statusCode":"200 OK"}' };
    return (await (await fetch(`${url}${pathname}`, init)).json()) as { jobReady: boolean; jobToken?: string };
  };
  const orderId = await order(there);
  const { jobToken = '' } = await vi.waitFor(async () => {
    const answer = await poll(one.url);
    expect(answer.jobReady).toBe(true);
    return answer;
  }, PATIENT);
  const job = `${pathname}?token=${jobToken}`;
  expect(await (await fetch(`${other.url}${job}`)).text()).toContain(orderId);
  expect([await poll(one.url), await poll(other.url)]).toEqual([{ jobReady: false }, { jobReady: false }]);
  await fetch(`${one.url}${job}&code=200`, { method: 'DELETE' });
  expect((await fetch(`${other.url}${job}`)).status).toBe(404);
});

test('events of either copy reach the other once', async () => {
  const boards = [here, there].map((restaurant) => new Board(restaurant, { id: 'truro', staff: cook }));
  await Promise.all(boards.map((board) => board.open()));
  const orders = await Promise.all([order(here), order(there), order(here), order(there)]);
  for (const board of boards) {
    await vi.waitFor(() => expect([...board.orders.keys()].toSorted()).toEqual(orders.toSorted()), PATIENT);
    expect(board.doubles).toBe(0);
    await board.close();
  }
});

test('reactions to an order run once, in whichever copy', async () => {
  const orders = await Promise.all(Array.from({ length: 12 }, (_, n) => order(n % 2 ? here : there)));
  const quiet = { events: 0, payments: 0, refunds: 0 };
  await vi.waitFor(async () => expect(await findUnsettledMoney(database.db)).toEqual(quiet), PATIENT);
  const { rows } = await database.pool.query<{ times: number }>(
    "select count(*)::int as times from messages where template = 'order_confirmation' and order_id = any($1) group by order_id",
    [orders],
  );
  expect(rows.map((row) => row.times)).toEqual(orders.map(() => 1));
  const audit = await auditData({ db: database.db, clock: { now: () => new Date(CLOCK_AT) } });
  expect(audit.broken).toEqual([]);
});

test('a menu changed at one copy is current on the next request to the other', async () => {
  const shown = async (at: Restaurant, itemId: string): Promise<boolean | undefined> => {
    const menu = await ask(at, 'getLocationMenu', { query: truro }, { as: site });
    return menu.ok ? menu.body.items.find((item) => item.id === itemId)?.isAvailable : undefined;
  };
  const menu = await ask(here, 'getLocationMenu', { query: truro }, { as: site });
  const itemId = menu.ok ? (menu.body.items[0]?.id ?? '') : '';
  for (let turn = 0; turn < 6; turn++) {
    const isAvailable = turn % 2 === 1;
    const [changes, reads] = turn % 3 === 0 ? [here, there] : [there, here];
    const body = { ...truro, itemIds: [itemId], isAvailable };
    expect((await ask(changes, 'setMenuAvailability', { body }, { as: manager })).ok).toBe(true);
    // A hidden dish may be missing from the guests’ menu.
    expect((await shown(reads, itemId)) ?? false).toBe(isAvailable);
  }
});

test('rate limits count the attempts at both copies', async () => {
  const attempt = async (url: string): Promise<number> => {
    const answer = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ email: 'customer2@demo.test', password: 'Wrong-pass-1' }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const statuses: number[] = [];
  for (let n = 0; n < REQUEST_LIMITS.signIn.most; n++) statuses.push(await attempt(n % 2 ? one.url : other.url));
  expect(statuses).toEqual(statuses.map(() => 401));
  expect(await attempt(one.url)).toBe(429);
  expect(await attempt(other.url)).toBe(429);
});

test('a scheduled job is planned once and run once by either copy', async () => {
  for (let n = 0; n < 4; n++) {
    const booked = await ask(
      n % 2 ? here : there,
      'createReservation',
      {
        body: {
          ...truro,
          date: '2026-11-21',
          time: '13:00',
          partySize: 2,
          customerInfo: { name: 'Robin Guest', email: `two${n}@example.test`, phone: '902-555-0170' },
        },
      },
      { as: site },
    );
    expect(booked.ok).toBe(true);
  }
  // Booked some days ago, because new reservations get no reminder.
  await database.pool.query("update reservations set reserved_at = reserved_at - interval '3 days'");
  const planned = async () => {
    const { rows } = await database.pool.query<{ name: string; due: boolean }>(
      'select name, due_at <= now() as due from clocked_jobs',
    );
    return rows;
  };
  const names = async () => (await planned()).map((row) => row.name).toSorted();
  await vi.waitFor(async () => expect(await names()).toEqual(jobs.map((job) => job.name).toSorted()), PATIENT);
  const isDue = async () => (await planned()).some((row) => row.name === 'remind-guests' && row.due);
  const reminders = async () => {
    const { rows } = await database.pool.query<{ times: number }>(
      "select count(*)::int as times from messages where template = 'reservation_reminder' group by reservation_id",
    );
    return rows.map((row) => row.times);
  };
  // Jobs that came due without a running server run at the next start. A second run sends no second reminder.
  for (let turn = 0; turn < 2; turn++) {
    await database.pool.query(
      "update clocked_jobs set due_at = now() - interval '1 hour' where name = 'remind-guests'",
    );
    await Promise.all([startCopy(), startCopy()]);
    await vi.waitFor(async () => expect(await isDue()).toBe(false), PATIENT);
    expect(await reminders()).toEqual([1, 1, 1, 1]);
  }
});
