import { auditData, auditLines } from '@tiffin/server/operations/data-audit/audit-data';
import { findUnsettledMoney } from '@tiffin/server/testing/unsettled-money';
import { openDatabase, type ConnectionConfig } from '@tiffin/server/platform/db/connection';
import { runEvening, type Evening } from './evening/evening.ts';
import { openRestaurants } from './evening/restaurants.ts';
import { startPostgres } from '@tiffin/server/testing/postgres';
import { startServer } from '@tiffin/server/testing/server-process';
import { signIn } from '@tiffin/server/testing/sign-in';
import { setTimeout as pause } from 'node:timers/promises';
import { buildWeb } from '../../scripts/web.mjs';
import type { Benchmark, Report } from './benchmark.ts';
import { FRIDAY_ORDERS, fridayRush } from './friday.ts';
import { percentile } from './measure.ts';

const LOCATIONS = 10;
/** How many seconds of a Friday evening pass in one second. */
const TIMES_AS_FAST = 10;
const MINUTES = 10;
const GUESTS_A_MINUTE_AND_PLACE = 8;
const BOARDS_PER_LOCATION = 3;
const CLOCK_AT = '2026-11-20T22:15:00Z';
const SETTLES_WITHIN_MS = 60_000;

export const rush: Benchmark = {
  name: 'rush',
  about: `a Friday evening at ${LOCATIONS} locations, ${TIMES_AS_FAST} times as fast: guests, kitchens, hosts, boards, then an audit of all books; and ${FRIDAY_ORDERS} orders at one kitchen that says what it can do`,
  async run(report, request) {
    const seconds = request.seconds ?? (request.short ? 6 : (MINUTES * 60) / TIMES_AS_FAST);
    await buildWeb();
    await using postgres = await startPostgres();
    await using server = await startServer({
      env: { DEMO: '1', RATE_LIMITS: '0', CLOCK_AT, DATABASE_URL: postgres.url() },
    });
    report.step(`opens ${LOCATIONS} locations`);
    const locations = await openRestaurants(server.url, LOCATIONS);
    const regulars = await Promise.all(
      ['customer@demo.test', 'customer2@demo.test'].map((email) => signIn(server.url, email)),
    );
    report.step(
      `${Math.round((seconds * TIMES_AS_FAST) / 60)} minutes of the evening in ${seconds} s, seed ${request.seed}`,
    );
    const began = performance.now();
    const evening = await runEvening({
      urls: [server.url],
      locations,
      regulars,
      seconds,
      guestsPerSecond: (LOCATIONS * GUESTS_A_MINUTE_AND_PLACE * TIMES_AS_FAST) / 60,
      pace: [200, 2_000],
      boardsPerLocation: BOARDS_PER_LOCATION,
      seed: request.seed,
      pages: true,
    });
    printSummary(report, evening, (performance.now() - began) / 1000);
    await reportAudit(report, postgres.connection);
    await fridayRush(report, request, postgres);
  },
};

export function printSummary(report: Report, { tally, promised, ...evening }: Evening, seconds: number): void {
  const actions = [...tally.took].toSorted(([a], [b]) => a.localeCompare(b));
  const done = actions.reduce((sum, [, took]) => sum + took.length, 0);
  report.figure('things done', done, 'requests');
  report.figure('a second', done / seconds, 'requests');
  report.figure('orders', promised.orders.size, 'orders');
  report.figure('tables booked', promised.bookings.size, 'bookings');
  for (const [action, took] of actions) {
    report.figure(`${action} (${took.length}), p50`, percentile(took, 50), 'ms');
    report.figure(`${action} (${took.length}), p99`, percentile(took, 99), 'ms');
  }
  report.figure('errors', tally.errors.length, 'errors', { atMost: 0 });
  const alike = Map.groupBy(tally.errors, (words) => words.slice(0, 60));
  for (const same of [...alike.values()].slice(0, 20)) report.step(`${same.length} × ${same[0]}`);
  for (const [name, times] of tally.refused) report.figure(`refused as foreseen, ${name}`, times, 'times');
  if (evening.deliveryDelays.length > 0) {
    report.figure('from the answer to a board, p50', percentile(evening.deliveryDelays, 50), 'ms');
    report.figure('from the answer to a board, p99', percentile(evening.deliveryDelays, 99), 'ms');
  }
  report.figure('orders a board did not hear', evening.unheard, 'times', { atMost: 0 });
  report.figure('orders a board heard twice', evening.duplicates, 'times', { atMost: 0 });
}

export async function reportAudit(report: Report, connection: ConnectionConfig): Promise<void> {
  const database = openDatabase(connection, () => undefined);
  try {
    const deadline = performance.now() + SETTLES_WITHIN_MS;
    let waiting = await findUnsettledMoney(database.db);
    while (waiting.events + waiting.payments + waiting.refunds > 0 && performance.now() < deadline) {
      await pause(200);
      waiting = await findUnsettledMoney(database.db);
    }
    report.figure('still on its way afterwards', waiting.events + waiting.payments + waiting.refunds, 'things', {
      atMost: 0,
    });
    const billState = await auditData({ db: database.db, clock: { now: () => new Date(CLOCK_AT) } });
    for (const line of auditLines(billState)) report.step(line);
    report.figure(`of ${billState.rules} rules of the books, broken`, billState.broken.length, 'rules', { atMost: 0 });
  } finally {
    await database.close();
  }
}
