import { getLocationMenu } from '@tiffin/contract/menu/menu';
import { startServer } from '@tiffin/server/testing/server-process';
import { buildWeb } from '../../scripts/web.mjs';
import { startBare } from './bare.ts';
import type { Benchmark, Report, RunOptions } from './benchmark.ts';
import { load } from './load.ts';
import { compare, median, times } from './measure.ts';
import { officeAt } from './menu-of-choices.ts';

const CLIENTS = 16;
/** More rounds instead of longer ones, because the speed of a shared machine changes within seconds. */
const ROUNDS = 8;
const SECONDS = 2;
const REPEAT_VISIT_SECONDS = 4;
const PAGE = '/menu/truro';
/** The menu of a large restaurant. */
const [DISHES, GROUPS] = [120, 6];
const JSON_CALL = '/api/getLocationMenu?locationId=truro';

export const menu: Benchmark = {
  name: 'menu',
  about:
    'the menu, as a page for visitors without a session and as JSON, beside the same bytes from memory; and of a menu of many choices',
  async run(report, request) {
    await buildWeb();
    await using server = await startServer({ env: { DEMO: '1', RATE_LIMITS: '0', CLOCK_AT: '2026-11-20T22:15:00Z' } });
    await runAlongside(report, request, {
      url: server.url + PAGE,
      name: 'menu page',
      type: 'text/html; charset=utf-8',
      atLeast: 50,
    });
    const first = await times(200, () => firstByte(server.url + PAGE));
    report.figure('menu page: first byte, median of 200', median(first), 'ms', { atMost: 5 });
    await runAlongside(report, request, {
      url: server.url + JSON_CALL,
      name: 'menu JSON',
      type: 'application/json',
      atLeast: 70,
    });
    const etag = (await fetch(server.url + JSON_CALL)).headers.get('etag') ?? '';
    const cached = await load({
      url: server.url + JSON_CALL,
      clients: CLIENTS,
      seconds: request.short ? 1 : REPEAT_VISIT_SECONDS,
      headers: { 'if-none-match': etag },
      mayAnswer: ['3xx'],
    });
    report.figure('menu JSON: 304 to whoever has it', cached.perSecond, 'requests/s');
    report.step(`a menu of ${DISHES} dishes of ${GROUPS} groups`);
    await fill(server.url);
    const large = `${DISHES} dishes of ${GROUPS} groups`;
    await runAlongside(report, request, {
      url: server.url + PAGE,
      name: `menu page, ${large}`,
      type: 'text/html; charset=utf-8',
      atLeast: 50,
    });
    await runAlongside(report, request, {
      url: server.url + JSON_CALL,
      name: `menu JSON, ${large}`,
      type: 'application/json',
      atLeast: 70,
    });
  },
};

async function fill(url: string): Promise<void> {
  const office = await officeAt(url);
  const groups = await office.addGroups(GROUPS);
  const { items } = getLocationMenu.response.parse(await (await fetch(url + JSON_CALL)).json());
  for (const { id } of items) await office.putOn(id, groups);
  for (let at = items.length; at < DISHES; at++) await office.add(at, groups);
}

async function runAlongside(
  report: Report,
  request: RunOptions,
  { url, name, type, atLeast }: { url: string; name: string; type: string; atLeast: number },
): Promise<void> {
  const rounds = request.short ? 1 : ROUNDS;
  const seconds = request.short ? 1 : SECONDS;
  await using bare = await startBare(await (await fetch(url)).text(), type);
  report.step(`${name}: ${CLIENTS} clients, ${rounds} rounds of ${seconds} s on each side in turns`);
  const side = (at: string) => async () => (await load({ url: at, clients: CLIENTS, seconds })).perSecond;
  await load({ url, clients: CLIENTS, seconds: 1 });
  await load({ url: bare.url, clients: CLIENTS, seconds: 1 });
  const { ours, yardstick, ratio } = await compare(rounds, side(url), side(bare.url));
  report.figure(name, ours, 'requests/s');
  report.figure(`${name}: bare handler, same bytes`, yardstick, 'requests/s');
  report.figure(`${name}: of the bare handler`, ratio * 100, '%', { atLeast });
}

async function firstByte(url: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(url);
  const took = performance.now() - began;
  await response.arrayBuffer();
  return took;
}
