import { startServer } from '@tiffin/server/testing/server-process';
import { startBare } from './bare.ts';
import type { Benchmark } from './benchmark.ts';
import { load } from './load.ts';
import { compare } from './measure.ts';

const CLIENTS = 16;
const SECONDS = 4;

export const pipeline: Benchmark = {
  name: 'pipeline',
  about: 'what every request pays on its way (ids, headers, log, limits): /api/ping against a bare handler',
  async run(report, request) {
    const rounds = request.short ? 1 : 4;
    const seconds = request.short ? 1 : SECONDS;
    await using server = await startServer({ env: { RATE_LIMITS: '0' } });
    const ping = `${server.url}/api/ping`;
    await using bare = await startBare(await (await fetch(ping)).text(), 'application/json');
    report.step(`${CLIENTS} clients, ${rounds} rounds of ${seconds} s on each side in turns`);
    const side = (url: string) => async () => (await load({ url, clients: CLIENTS, seconds })).perSecond;
    await load({ url: ping, clients: CLIENTS, seconds: 1 });
    await load({ url: bare.url, clients: CLIENTS, seconds: 1 });
    const { ours, yardstick, ratio } = await compare(rounds, side(ping), side(bare.url));
    report.figure('/api/ping', ours, 'requests/s');
    report.figure('bare handler, same bytes', yardstick, 'requests/s');
    report.figure('of the bare handler', ratio * 100, '%');
  },
};
