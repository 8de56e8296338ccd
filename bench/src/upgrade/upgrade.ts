import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase, type Database } from '@tiffin/server/platform/db/connection';
import { migrate } from '@tiffin/server/platform/db/migrate';
import { migrations } from '@tiffin/server/platform/db/migrations/index';
import { readVersion } from '@tiffin/server/platform/version';
import { startPostgres } from '@tiffin/server/testing/postgres';
import { signIn } from '@tiffin/server/testing/sign-in';
import type { Benchmark, Report } from '../benchmark.ts';
import { runEvening } from '../evening/evening.ts';
import { Promised, brokenPromises } from '../evening/promises.ts';
import { Tally } from '../evening/tally.ts';
import { printSummary, reportAudit } from '../rush.ts';
import { GuestWithOpenWork, type KeyedOrder, type OpenPayment } from './open-work.ts';
import { unpackPreviousVersion } from './previous-version.ts';
import { RollingCopies, type Version } from './rolling-copies.ts';

const CLOCK_AT = '2026-11-20T22:15:00Z';
const SECONDS = 60;
const PATIENCE_MS = 60_000;
const PAUSE_BETWEEN_STEPS_MS = 2_000;

/** Each step replaces a copy. The third undoes the upgrade of the second copy, on the new schema. */
const STEPS: ReadonlyArray<{ readonly what: string; readonly copy: 0 | 1; readonly version: Version }> = [
  { what: 'first copy upgraded', copy: 0, version: 'this' },
  { what: 'second copy upgraded', copy: 1, version: 'this' },
  { what: 'second copy back to the previous version', copy: 1, version: 'previous' },
  { what: 'second copy upgraded again', copy: 1, version: 'this' },
];

export const upgrade: Benchmark = {
  name: 'upgrade',
  about:
    'upgrades two copies one after the other under load, goes back once, and upgrades again; nothing may be refused, lost or double',
  async run(report, request) {
    using previous = unpackPreviousVersion();
    report.step(`from ${previous.name} to ${readVersion()}`);
    await using postgres = await startPostgres();
    await using copies = await RollingCopies.start(postgres.url(), previous, CLOCK_AT);
    const database = openDatabase(postgres.connection, () => undefined);
    try {
      const [url = ''] = copies.urls;
      const people = ['staff.truro', 'manager.truro', 'staff.glasgow', 'admin', 'customer', 'customer2'];
      const [staff, manager, glasgow, admin, ...regulars] = await Promise.all(
        people.map((name) => signIn(url, `${name}@demo.test`)),
      );
      if (!staff || !manager || !glasgow || !admin) throw new Error('nobody came to work');
      const began = performance.now();
      const evening = runEvening({
        urls: copies.urls,
        locations: [
          { id: 'truro', staff, manager },
          { id: 'new-glasgow', staff: glasgow, manager: admin },
        ],
        regulars,
        seconds: request.seconds ?? SECONDS,
        guestsPerSecond: 4,
        pace: [50, 400],
        boardsPerLocation: 2,
        seed: request.seed,
        patienceMs: PATIENCE_MS,
      });
      evening.catch(() => undefined); // The error is thrown where the promise is awaited.
      const work = await rollThrough(report, copies, database);
      report.figure('seconds from the first to the last step', (performance.now() - began) / 1000, 's');
      const lived = await evening;
      printSummary(report, lived, (performance.now() - began) / 1000);
      report.figure('retried with the other copy', lived.tally.retries + work.tally.retries, 'times');
      report.figure('refused, with the open work', work.tally.errors.length, 'requests', { atMost: 0 });
      const broken = [
        ...(await brokenPromises(lived.promised, database.pool)),
        ...(await brokenPromises(work.promised, database.pool)),
      ];
      report.figure('answered and missing, or double', broken.length, 'things', { atMost: 0 });
      report.figure('bugs in the servers’ logs', copies.bugs().length, 'bugs', { atMost: 0 });
      await database.pool.query("update payment_sessions set next_check_at = 'epoch' where status = 'open'");
      await reportAudit(report, postgres.connection);
      for (const words of [...broken, ...copies.bugs(), ...work.tally.errors].slice(0, 20)) report.step(words);
    } finally {
      await database.close();
    }
  },
};

interface OpenWork {
  readonly promised: Promised;
  readonly tally: Tally;
}

/** Replaces the copies. After each step one payment opened before is paid, and orders of each version are repeated. */
async function rollThrough(report: Report, copies: RollingCopies, database: Database): Promise<OpenWork> {
  const work = { promised: new Promised(), tally: new Tally() };
  const restaurant = { urls: copies.urls, tally: work.tally, patienceMs: PATIENCE_MS };
  const guest = new GuestWithOpenWork(restaurant, work.promised);
  const payments: OpenPayment[] = [];
  for (let n = 0; n < STEPS.length; n++) payments.push(await guest.openPayment());
  const queued: KeyedOrder[] = [await guest.orderInCash()];
  let unsettled = 0;
  let different = 0;
  for (const [index, { what, copy, version }] of STEPS.entries()) {
    await pause(PAUSE_BETWEEN_STEPS_MS);
    if (version === 'previous') await migrateFurther(database);
    report.figure(what, await copies.replace(copy, version), 's without it');
    // A payment opened with this mix of versions is paid with the next.
    payments.push(await guest.openPayment());
    for (const payment of payments.splice(0, index === STEPS.length - 1 ? payments.length : 1)) {
      if (!(await guest.pay(payment))) unsettled++;
    }
    for (const url of copies.urls) {
      const at = { ...restaurant, urls: [url] };
      for (const order of queued) if ((await order.repeat(at)) !== order.orderId) different++;
    }
    queued.push(await guest.orderInCash());
  }
  report.figure('open payments that were not settled', unsettled, 'payments', { atMost: 0 });
  report.figure('repeated requests with another answer', different, 'requests', { atMost: 0 });
  return work;
}

/** A migration that the previous version does not know, while both versions take orders. */
async function migrateFurther(database: Database): Promise<void> {
  const later = (db: Database['untyped']) => db.schema.alterTable('orders').addColumn('bench_later', 'text').execute();
  await migrate(database.untyped, { from: { ...migrations, '9999-bench-later': { up: later } } });
}
