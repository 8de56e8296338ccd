import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startServer } from '@tiffin/server/testing/server-process';
import type { Benchmark, Report } from './benchmark.ts';
import { median, times } from './measure.ts';
import { adminCookie } from './order-request.ts';

const FEW = Number(process.env['FEW'] ?? 10_000);
const MANY = Number(process.env['MANY'] ?? 1_000_000);
const ROUNDS = 41;
const MOST_TIMES = 1.5;

/** The views to measure and their paths. `{code}` is the last five characters of an existing order. */
const LOOKS: readonly (readonly [what: string, path: string])[] = [
  ['order list', 'getLocationOrders?locationId=truro&limit=50'],
  ['order list, all locations', 'getLocationOrders?limit=50'],
  ['completed orders', 'getLocationOrders?locationId=truro&status=completed&limit=50'],
  ['search by the last five', 'getLocationOrders?locationId=truro&search={code}&limit=50'],
  ['counts', 'getLocationOrderCounts?locationId=truro'],
  ['dashboard today', 'getDashboardStats?period=today&locationId=truro'],
  ['dashboard month', 'getDashboardStats?period=month'],
  ['revenue of the year', 'getRevenueAnalytics?range=year'],
  ['customer analytics', 'getCustomerAnalytics?locationId=truro'],
];

export const history: Benchmark = {
  name: 'history',
  about: `what people look at, with ${FEW.toLocaleString('en-CA')} past orders and with ${MANY.toLocaleString('en-CA')}`,
  async run(report) {
    const few = await measure(report, FEW);
    const many = await measure(report, MANY);
    for (const [what] of LOOKS) {
      const [before, after] = [few.get(what) ?? Number.NaN, many.get(what) ?? Number.NaN];
      report.figure(`${what}, ${FEW} orders`, before, 'ms');
      report.figure(`${what}, ${MANY} orders`, after, 'ms');
      report.figure(`${what}, how many times as long`, after / before, '×', { atMost: MOST_TIMES });
    }
  },
};

async function measure(report: Report, orders: number): Promise<Map<string, number>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tiffin-history-'));
  try {
    report.step(`laying ${orders.toLocaleString('en-CA')} past orders`);
    await createHistory(dataDir, orders);
    await using server = await startServer({ dataDir, env: { RATE_LIMITS: '0' } });
    const cookie = await adminCookie(server.url);
    const read = async (look: string): Promise<unknown> => {
      const answer = await fetch(`${server.url}/api/${look}`, { headers: { cookie } });
      if (!answer.ok) throw new Error(`${look}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    };
    const code =
      /-([A-Z0-9]{5})"/.exec(JSON.stringify(await read('getLocationOrders?locationId=truro&limit=1')))?.[1] ?? '';
    const found = new Map<string, number>();
    for (const [what, look] of LOOKS) {
      const request = look.replace('{code}', code);
      await times(5, () => read(request));
      const took = await times(ROUNDS, async () => {
        const began = performance.now();
        await read(request);
        return performance.now() - began;
      });
      found.set(what, median(took));
    }
    return found;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const run = promisify(execFile);
const DEMO = path.join(import.meta.dirname, '..', '..', 'apps', 'server', 'src', 'operations', 'cli', 'demo.ts');

async function createHistory(dataDir: string, orders: number): Promise<void> {
  const { PATH = '', HOME = '' } = process.env;
  await run(process.execPath, [DEMO, '--orders', String(orders)], {
    env: { PATH, HOME, LANG: 'C.UTF-8', NODE_ENV: 'test', LOG_LEVEL: 'warn', DATA_DIR: dataDir, DEMO: '1' },
    maxBuffer: 16 * 1024 * 1024,
  });
}
