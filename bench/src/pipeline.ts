import { readFile } from 'node:fs/promises';
import { startServer } from '@tiffin/server/testing/server-process';
import { startBare } from './bare.ts';
import type { Benchmark } from './benchmark.ts';
import { load } from './load.ts';
import { compare } from './measure.ts';

const CLIENTS = 16;
const SECONDS = 4;

export const pipeline: Benchmark = {
  name: 'pipeline',
  about:
    'what every request pays on its way (ids, headers, log, limits): /api/ping against a bare handler; memory after it',
  async run(report) {
    await using server = await startServer({ env: { RATE_LIMITS: '0' } });
    const ping = `${server.url}/api/ping`;
    await using bare = await startBare(await (await fetch(ping)).text(), 'application/json');
    report.step(`${CLIENTS} clients, 3 rounds of ${SECONDS} s on each side in turns`);
    const side = (url: string) => async () => (await load({ url, clients: CLIENTS, seconds: SECONDS })).perSecond;
    await load({ url: ping, clients: CLIENTS, seconds: 1 });
    await load({ url: bare.url, clients: CLIENTS, seconds: 1 });
    const { ours, yardstick, ratio } = await compare(3, side(ping), side(bare.url));
    report.figure('/api/ping', ours, 'requests/s');
    report.figure('bare handler, same bytes', yardstick, 'requests/s');
    report.figure('of the bare handler', ratio * 100, '%');
    const memory = await residentMegabytes(server.pid);
    if (memory !== null) report.figure('memory of the server process afterwards', memory, 'MB', { atMost: 250 });
  },
};

/** Linux tells; elsewhere there is no figure. */
async function residentMegabytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}
