import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { auditData, auditLines } from '@tiffin/server/operations/data-audit/audit-data';
import { findUnsettledMoney } from '@tiffin/server/testing/unsettled-money';
import { openDatabase } from '@tiffin/server/platform/db/connection';
import { DEMO_CUSTOMER_KEY } from '@tiffin/demo/people';
import { payloadFor } from '@tiffin/server/testing/order-payload';
import { startServer, type ServerProcess } from '@tiffin/server/testing/server-process';
import { signIn } from '@tiffin/server/testing/sign-in';
import { freePort } from '@tiffin/server/web/free-port';
import type { Benchmark, Report } from '../benchmark.ts';
import { runEvening, type Evening } from '../evening/evening.ts';
import { ask, type Restaurant } from '../evening/person.ts';
import { brokenPromises, Promised } from '../evening/promises.ts';
import { Tally } from '../evening/tally.ts';
import { median, percentile } from '../measure.ts';
import { printSummary } from '../rush.ts';
import { Cluster } from './cluster.ts';
import { faultOf, orderAfter, strike, type Fault } from './faults.ts';
import { OrderProbe } from './order-probe.ts';
import { OutsideServices } from './outside-services.ts';

const ROUNDS = 20;
const CLOCK_AT = '2026-11-20T22:15:00Z';
const MOST_SECONDS = 3_600;
const GUESTS_PER_SECOND = 1;
const PATIENCE_MS = 90_000;
const SETTLES_WITHIN_MS = 120_000;
/** Between rounds the evening goes on for a while. */
const CALM_MS = 3_000;

export const failover: Benchmark = {
  name: 'failover',
  about:
    'builds the cluster of deploy/ha on this machine, and during an evening kills and freezes its primary, stops its standby and switches over; nothing answered may be missing or double',
  atMostMinutes: 60,
  async run(report, request) {
    const rounds = request.rounds ?? (request.short ? 2 : ROUNDS);
    await using services = await OutsideServices.start(CLOCK_AT);
    const ports = [await freePort(), await freePort()];
    report.step('builds the cluster: etcd, Patroni, HAProxy');
    await using cluster = await Cluster.start(ports);
    const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-failover-'));
    const copies: ServerProcess[] = [];
    try {
      const env = {
        DATABASE_URL: cluster.databaseUrl,
        DATABASE_STANDBYS: '1',
        RATE_LIMITS: '0',
        LOG_LEVEL: 'error',
        CLOCK_AT,
        ...services.environment,
      };
      for (const port of ports) copies.push(await startServer({ apiOnly: true, dataDir: folder, port, env }));
      services.deliverWebhooksTo(cluster.siteUrl);
      await playRounds(report, { cluster, services, rounds, seed: request.seed });
      report.figure('bugs in the servers’ logs', copies.flatMap(bugsOf).length, 'bugs', { atMost: 0 });
      for (const line of copies.flatMap(bugsOf).slice(0, 10)) report.step(line.slice(0, 400));
    } finally {
      for (const copy of copies) await copy[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const bugsOf = (copy: ServerProcess) =>
  copy
    .output()
    .split('\n')
    .filter((line) => line.includes('unexpected error'));

interface Stage {
  readonly cluster: Cluster;
  readonly services: OutsideServices;
  readonly rounds: number;
  readonly seed: number;
}

async function playRounds(report: Report, { cluster, services, rounds, seed }: Stage): Promise<void> {
  const url = cluster.siteUrl;
  const [truroStaff, truroManager, glasgowStaff, admin] = await Promise.all(
    ['staff.truro@demo.test', 'manager.truro@demo.test', 'staff.glasgow@demo.test', 'admin@demo.test'].map((email) =>
      signIn(url, email),
    ),
  );
  if (!truroStaff || !truroManager || !glasgowStaff || !admin) throw new Error('nobody came to work');
  const regulars = await Promise.all(['customer@demo.test', 'customer2@demo.test'].map((email) => signIn(url, email)));

  const ends = new AbortController();
  const began = performance.now();
  const playing = runEvening({
    urls: [url],
    locations: [
      { id: 'truro', staff: truroStaff, manager: truroManager },
      { id: 'new-glasgow', staff: glasgowStaff, manager: admin },
    ],
    regulars,
    seconds: MOST_SECONDS,
    guestsPerSecond: GUESTS_PER_SECOND,
    pace: [50, 400],
    boardsPerLocation: 1,
    seed,
    patienceMs: PATIENCE_MS,
    pay: (sessionId) => services.pay(sessionId),
    ends: ends.signal,
  });
  const probed = new Promised();
  const probe = new OrderProbe(url, await payloadMakerAt(url), probed);
  const probing = probe.run(ends.signal);

  const gaps = new Map<Fault, number[]>();
  let writesAtFormerPrimary = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      await cluster.untilHealthy();
      await pause(CALM_MS);
      const fault = faultOf(round);
      const now = performance.now();
      writesAtFormerPrimary += await strike(
        cluster,
        fault,
        orderAfter((moment) => probe.hasOrderSince(moment)),
      );
      const gap = probe.longestGapSince(now);
      gaps.set(fault, [...(gaps.get(fault) ?? []), gap]);
      report.step(`round ${round + 1} of ${rounds}: ${fault}, no orders for ${gap.toFixed(1)} s`);
    }
    await cluster.untilHealthy();
  } finally {
    ends.abort();
  }
  await probing;
  const evening = await playing;
  await services.untilDelivered();
  printSummary(report, evening, (performance.now() - began) / 1000);
  reportGaps(report, gaps);
  report.figure('answers without an order or when to try again', probe.errors.length, 'answers', { atMost: 0 });
  for (const words of probe.errors.slice(0, 10)) report.step(words);
  report.figure('writes that a former primary confirmed', writesAtFormerPrimary, 'writes', { atMost: 0 });
  await compareWithDatabase(report, cluster, services, evening, probed);
}

async function payloadMakerAt(url: string) {
  const restaurant: Restaurant = { urls: [url], tally: new Tally(), patienceMs: PATIENCE_MS };
  const input = [{ query: { locationId: 'truro' } }, { as: { 'x-api-key': DEMO_CUSTOMER_KEY } }] as const;
  const found = await ask(restaurant, 'getLocation', ...input);
  const menu = await ask(restaurant, 'getLocationMenu', ...input);
  if (!found.ok || !menu.ok) throw new Error('there is no menu');
  return (key: string) => ({
    ...payloadFor(found.body.location, menu.body, {
      customer: { name: 'Probe', email: `${key}@example.test`, phone: '(902) 555-0152' },
      specialInstructions: key,
    }),
    agreesToWait: true,
  });
}

function reportGaps(report: Report, gaps: ReadonlyMap<Fault, readonly number[]>): void {
  const killed = [...(gaps.get('database killed') ?? []), ...(gaps.get('machine killed') ?? [])];
  if (killed.length > 0) {
    report.figure(`no orders after the primary was killed (${killed.length}), p50`, median(killed), 's', {
      atMost: 10,
    });
    report.figure(`no orders after the primary was killed (${killed.length}), p99`, percentile(killed, 99), 's', {
      atMost: 20,
    });
  }
  for (const [fault, seconds] of gaps) {
    const bar = fault === 'switchover' ? { atMost: 3 } : undefined;
    report.figure(`no orders, ${fault} (${seconds.length}), p50`, median(seconds), 's');
    report.figure(`no orders, ${fault} (${seconds.length}), longest`, Math.max(...seconds), 's', bar);
  }
}

async function compareWithDatabase(
  report: Report,
  cluster: Cluster,
  services: OutsideServices,
  evening: Evening,
  probed: Promised,
): Promise<void> {
  const database = openDatabase({ connectionString: cluster.databaseUrl }, () => undefined);
  try {
    await database.pool.query("update payment_sessions set next_check_at = 'epoch' where status = 'open'");
    await database.pool.query("update refunds set next_try_at = 'epoch' where next_try_at is not null");
    const deadline = performance.now() + SETTLES_WITHIN_MS;
    let waiting = await findUnsettledMoney(database.db);
    while (waiting.events + waiting.payments + waiting.refunds > 0 && performance.now() < deadline) {
      await pause(500);
      waiting = await findUnsettledMoney(database.db);
    }
    const broken = [
      ...(await brokenPromises(evening.promised, database.pool)),
      ...(await brokenPromises(probed, database.pool)),
    ];
    const orphans = await services.findOrphans(database.pool, evening);
    const audit = await auditData({ db: database.db, clock: { now: () => new Date(CLOCK_AT) } });
    const { mails, texts, refunds } = services.counts();
    report.figure('orders of the probe', probed.orders.size, 'orders');
    report.figure('mails sent', mails, 'mails');
    report.figure('texts sent', texts, 'texts');
    report.figure('refunds at the provider', refunds, 'refunds');
    report.figure('answered and missing, or double', broken.length, 'things', { atMost: 0 });
    report.figure('mails, texts, tickets, payments and refunds of lost changes', orphans.length, 'things', {
      atMost: 0,
    });
    report.figure('never finished', waiting.events + waiting.payments + waiting.refunds, 'things', { atMost: 0 });
    report.figure('rules of the audit that do not hold', audit.broken.length, 'rules', { atMost: 0 });
    const lines = audit.broken.length > 0 ? auditLines(audit) : [];
    for (const words of [...broken, ...orphans, ...lines].slice(0, 30)) report.step(words);
  } finally {
    await database.close();
  }
}
