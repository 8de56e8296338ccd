import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import type { Random } from '@tiffin/domain/core';
import { write } from '../benchmark.ts';
import { ASSUMPTIONS, simulateDinnerRush, TIME_ZONES, type DinnerRush } from './dinner-rush.ts';
import { compareCopies, comparePools } from './compare-rounds.ts';
import type { Measurements } from './measurements.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const DOCUMENT = path.join('docs', 'scaling.md');

/** What the plan assumes beyond the measured figures and the evening. */
const PLAN = {
  /** The share of its processors that PostgreSQL, or a copy of its one core, may use in the busiest minute. */
  mostBusy: 0.5,
  pool: 10,
  /** Connections of a copy beside its pool: notifications, locks of jobs, leases. */
  otherConnections: 3,
  leastCopies: 2,
  /** An average day's orders, as a share of a Friday's. */
  averageDay: 0.6,
} as const;
const SIZES = [1, 10, 100, 1_000, 5_000];
const PRIMARY_CORES = [2, 4, 16, 64];
const MINUTES_A_DAY = 24 * 60;

/** Writes the tables of docs/scaling.md between their markers. */
export function writePlan(measured: Measurements, random: Random): string {
  const rushes = SIZES.map((size) => simulateDinnerRush(size, random));
  const sections = {
    copies: copiesTable(measured),
    rates: ratesTable(measured),
    primary: primaryTable(measured, rushes),
    chains: chainsTable(measured, rushes),
    rush: rushTable(rushes.at(-1)),
  };
  const file = path.join(ROOT, DOCUMENT);
  let text = readFileSync(file, 'utf8');
  for (const [name, lines] of Object.entries(sections)) text = replaceSection(text, name, lines);
  writeFileSync(file, text);
  // Format it like the rest of the repository.
  spawnSync(process.execPath, [path.join(ROOT, 'node_modules', 'oxfmt', 'bin', 'oxfmt'), file], { cwd: ROOT });
  return DOCUMENT;
}

function replaceSection(text: string, name: string, lines: readonly string[]): string {
  const [start, end] = [`<!-- measured: ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${DOCUMENT} has no section between ${start} and ${end}`);
  return `${text.slice(0, from + start.length)}\n\n${lines.join('\n')}\n\n${text.slice(to)}`;
}

function copiesTable({ copies }: Measurements): string[] {
  const date = new Date().toISOString().slice(0, 10);
  return [
    `${date}, ${cpus().length} cores shared by the servers, PostgreSQL and the clients.`,
    '',
    '| copies | pool of each | orders/s | p99 | servers, ms/order | PostgreSQL, ms/order | PostgreSQL’s share | connections | reactions done after |',
    '|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...copies.map(
      ({ copies: count, pool, perSecond, p99, serverMs, databaseMs, connections, behindSeconds }) =>
        `| ${count} | ${pool} | ${write(perSecond)} | ${write(p99)} ms | ${write(serverMs)} | ${write(databaseMs)} | ${percent(databaseMs / (serverMs + databaseMs))} | ${connections} | ${write(behindSeconds)} s |`,
    ),
    '',
    ...compareCopies(copies, PLAN.pool).map(
      ({ copies: count, orders, processorTimes }) =>
        `With a pool of ${PLAN.pool}, ${count} copies took ${percent(orders)} of the orders of one copy, for ${write(processorTimes)} × the processor time of an order.`,
    ),
    ...comparePools(copies, PLAN.pool).map(
      ({ pool, orders }) =>
        `One copy with a pool of ${pool} took ${percent(orders)} of its orders with a pool of ${PLAN.pool}.`,
    ),
  ];
}

function ratesTable({ rates, evening, idle }: Measurements): string[] {
  return [
    '| load | servers, ms/order | PostgreSQL, ms/order | p99 |',
    '|---|---:|---:|---:|',
    ...rates.map(
      ({ rate, serverMs, databaseMs, p99 }) =>
        `| ${rate} orders/s | ${write(serverMs)} | ${write(databaseMs)} | ${write(p99)} ms |`,
    ),
    `| an evening: ${write(evening.requestsPerOrder)} requests for each of ${evening.orders} orders | ${write(evening.serverMs)} | ${write(evening.databaseMs)} | |`,
    `| no requests, per second | ${write(idle.serverMs)} ms/s | ${write(idle.databaseMs)} ms/s | |`,
  ];
}

/** Orders of an evening per second that PostgreSQL answers with these cores. */
const perSecondWith = ({ evening }: Measurements, cores: number) =>
  (cores * PLAN.mostBusy * 1_000) / evening.databaseMs;

function primaryTable(measured: Measurements, rushes: readonly DinnerRush[]): string[] {
  const largest = rushes.at(-1);
  const peakPerLocation = (largest?.peakMinute ?? 0) / 60 / (largest?.locations ?? 1);
  return [
    '| processors of PostgreSQL | orders/s | locations of a chain | write-ahead log |',
    '|---:|---:|---:|---:|',
    ...PRIMARY_CORES.map((cores) => {
      const perSecond = perSecondWith(measured, cores);
      const log = (perSecond * measured.walBytes) / 1_000_000;
      return `| ${cores} | ${write(perSecond)} | ${whole(perSecond / peakPerLocation)} | ${write(log)} MB/s |`;
    }),
  ];
}

function chainsTable(measured: Measurements, rushes: readonly DinnerRush[]): string[] {
  const { evening, idle, walBytes, storedBytes, listedBytes } = measured;
  return [
    '| locations | orders of the evening | busiest minute | busiest second | PostgreSQL, processors | copies | connections | write-ahead log | stored in a year | list of locations in every page |',
    '|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...rushes.map(({ locations, orders, peakMinute, peakSecond }) => {
      const perSecond = peakMinute / 60;
      const serverCores = (perSecond * evening.serverMs) / 1_000 / (PLAN.mostBusy - idle.serverMs / 1_000);
      const copies = Math.max(PLAN.leastCopies, Math.ceil(serverCores));
      const busyMs = perSecond * evening.databaseMs + copies * idle.databaseMs;
      const cores = Math.max(1, Math.ceil(busyMs / 1_000 / PLAN.mostBusy));
      const stored = (orders * PLAN.averageDay * 365 * storedBytes) / 1e9;
      const connections = copies * (PLAN.pool + PLAN.otherConnections);
      return `| ${whole(locations)} | ${whole(orders)} | ${whole(peakMinute)} | ${whole(peakSecond)} | ${cores} | ${copies} | ${connections} | ${write((perSecond * walBytes) / 1_000_000)} MB/s | ${write(stored)} GB | ${write((locations * listedBytes) / 1_000)} kB |`;
    }),
    '',
    `Assumed: ${ASSUMPTIONS.ordersPerLocation} orders per location on a Friday, most of them around ${clock(ASSUMPTIONS.peakMinute)} local time (standard deviation ${ASSUMPTIONS.spreadMinutes} minutes); an average day has ${percent(PLAN.averageDay)} of that; each order brings the other requests of the simulated evening; PostgreSQL and each copy (one processor) are at most ${percent(PLAN.mostBusy)} busy in the busiest minute; at least ${PLAN.leastCopies} copies; a pool of ${PLAN.pool}.`,
  ];
}

function rushTable(rush: DinnerRush | undefined): string[] {
  if (!rush) return [];
  const zones = TIME_ZONES.map(({ name, share }) => `${name} (${percent(share)})`);
  const rows = [...rush.halfHours]
    .toSorted(([a], [b]) => a - b)
    .filter(([, counts]) => sum(counts) * 100 > rush.orders);
  return [
    `${whole(rush.locations)} locations, orders per minute, by time zone and share of the locations:`,
    '',
    `| UTC | ${zones.join(' | ')} | all |`,
    `|---|${'---:|'.repeat(TIME_ZONES.length + 1)}`,
    ...rows.map(([start, counts]) => {
      const perMinute = counts.map((count) => whole(count / 30));
      return `| ${clock(start % MINUTES_A_DAY)} | ${perMinute.join(' | ')} | ${whole(sum(counts) / 30)} |`;
    }),
  ];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const percent = (share: number) => `${Math.round(share * 100)} %`;
const whole = (value: number) => Math.round(value).toLocaleString('en-CA');
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
