import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer, type ServerProcess } from '@tiffin/server/testing/server-process';
import { buildWeb } from '../../scripts/web.mjs';
import type { Benchmark, Report, RunOptions } from './benchmark.ts';
import { listenAs } from './event-reader.ts';
import { load } from './load.ts';
import { signedInOrder, staffCookie } from './order-request.ts';

const CLIENTS = 16;
/** A night of boards that connect, lose the network and reconnect. */
const BOARDS = 200;
const NIGHT_ROUNDS = 60;
const BAR = { atMost: 250 };
const env = { DEMO: '1', RATE_LIMITS: '0' };

export const memory: Benchmark = {
  name: 'memory',
  about: `the server process after pages, menus and orders by ${CLIENTS} clients, and after ${BOARDS} boards that hung up ${NIGHT_ROUNDS} times`,
  async run(report, request) {
    await buildWeb();
    const dataDir = await mkdtemp(path.join(tmpdir(), 'tiffin-memory-'));
    try {
      // The first start creates the database and the demo, so it is not measured.
      await (await startServer({ dataDir, env })).stop();
      await using server = await startServer({ dataDir, env });
      await weighNights(report, request, server);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

async function weighNights(report: Report, request: RunOptions, server: ServerProcess): Promise<void> {
  const seconds = request.seconds ?? (request.short ? 2 : 15);
  const rounds = request.short ? 3 : NIGHT_ROUNDS;
  const weigh = async (when: string, bar?: typeof BAR): Promise<number> => {
    const megabytes = await residentMegabytes(server.pid);
    report.figure(when, megabytes, 'MB', bar);
    return megabytes;
  };
  await weigh('just started');
  const { headers, body } = await signedInOrder(server.url);
  report.step(`${seconds} s each of pages, menus and orders`);
  const clients = CLIENTS;
  await load({ url: `${server.url}/menu/truro`, clients, seconds });
  await load({ url: `${server.url}/api/getLocationMenu?locationId=truro`, clients, seconds });
  const url = `${server.url}/api/createCustomerOrderCash`;
  await load({ url, clients, seconds, method: 'POST', headers, body, uniqueKeys: true });
  const afterLoad = await weigh('after the load', BAR);
  await night(report, server.url, rounds);
  const afterNight = await weigh('after a night of streams', BAR);
  report.figure('the night added', afterNight - afterLoad, 'MB');
  const before = await residentMegabytes(server.pid);
  await night(report, server.url, rounds);
  report.figure('a second night added', (await residentMegabytes(server.pid)) - before, 'MB');
}

async function night(report: Report, url: string, rounds: number): Promise<void> {
  report.step(`${BOARDS} boards open and hang up, ${rounds} times`);
  const cookie = await staffCookie(url);
  for (let round = 0; round < rounds; round++) {
    const boards = await Promise.all(Array.from({ length: BOARDS }, () => listenAs(url, cookie)));
    for (const board of boards) board.close();
    await pause(50);
  }
}

export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kilobytes === undefined) throw new Error('this system does not tell how much memory a process holds');
  return Number(kilobytes) / 1024;
}
