import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { nginxProgram, shippedConfigWithoutTls, startNginx } from '@tiffin/server/testing/nginx';
import { startServer } from '@tiffin/server/testing/server-process';
import { freePort } from '@tiffin/server/web/free-port';
import { buildWeb } from '../../../scripts/web.mjs';
import type { Benchmark } from '../benchmark.ts';
import { percentile } from '../measure.ts';
import { residentMegabytes } from '../memory.ts';
import { signedInOrder } from '../order-request.ts';

/** A Friday evening in Halifax: the kitchen is open, and no order is scheduled. */
const CLOCK_AT = '2026-11-20T22:15:00Z';
const SECONDS = 600;
const GUESTS_PER_SECOND = 4;

export const siege: Benchmark = {
  name: 'siege',
  about:
    'behind nginx, strangers do from a thousand addresses what costs a server most, while guests look at the menu and order',
  apart: 'ten minutes',
  async run(report, choice) {
    await buildWeb();
    const seconds = choice.short ? 5 : (choice.seconds ?? SECONDS);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = { DEMO: '1', CLOCK_AT, TRUST_PROXY: '1', PUBLIC_URL: url };
    await using server = await startServer({ env });
    const folder = await mkdtemp(path.join(tmpdir(), 'tiffin-siege-'));
    const nginx = nginxProgram();
    if (nginx === null) throw new Error('The siege needs nginx: apt-get install nginx');
    const stopNginx = await startNginx(nginx, port, shippedConfigWithoutTls({ port, upstream: server.url, folder }));
    const { headers, body } = await signedInOrder(url);
    const { cookie: _, ...guest } = headers;
    report.figure('memory before', await residentMegabytes(server.pid), 'MB');

    const attackers = spawn(process.execPath, [path.join(import.meta.dirname, 'attacks.ts'), url, String(seconds)], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const endWithUs = () => attackers.kill();
    process.on('exit', endWithUs);
    const ended = once(attackers, 'exit');
    const visits: Array<Promise<void>> = [];
    const answers: Answer[] = [];
    const weights: number[] = [];
    const until = performance.now() + seconds * 1000;
    while (performance.now() < until) {
      visits.push(visit(url, visits.length, guest, bodyOf(body, visits.length), answers));
      if (visits.length % GUESTS_PER_SECOND === 0) weights.push(await residentMegabytes(server.pid));
      await pause(1000 / GUESTS_PER_SECOND);
    }
    await Promise.all(visits);
    await ended;
    process.off('exit', endWithUs);
    await stopNginx();
    await rm(folder, { recursive: true });

    for (const what of ['page', 'menu', 'order'] as const) {
      const times = answers.filter((each) => each.what === what).map(({ ms }) => ms);
      report.figure(`${what}: guests`, times.length, 'answers');
      report.figure(`${what}: p50`, percentile(times, 50), 'ms');
      report.figure(`${what}: p99`, percentile(times, 99), 'ms', { atMost: 500 });
    }
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { what, status, responseBody: value } of refused.slice(0, 3))
      report.step(`${what} refused: ${status} ${value}`);
    report.figure('guests refused', refused.length, 'answers', { atMost: 0 });
    report.figure('memory at its most', Math.max(...weights), 'MB', { atMost: 350 });
    await pause(choice.short ? 0 : 15_000);
    report.figure('memory afterwards', await residentMegabytes(server.pid), 'MB', { atMost: 300 });
  },
};

interface Answer {
  readonly what: 'page' | 'menu' | 'order';
  readonly status: number;
  readonly ms: number;
  /** The message of the refusal. */
  readonly responseBody: string;
}

/** The same order for another guest, because guests without an account may have only one open order. */
function bodyOf(body: string, number: number): string {
  const order = JSON.parse(body) as { customerInfo: object };
  const contact = {
    name: 'A Guest',
    email: `guest${number}@nowhere.test`,
    phone: `(902) 555-${String(1000 + number).padStart(4, '0')}`,
  };
  return JSON.stringify({ ...order, customerInfo: { ...order.customerInfo, ...contact } });
}

/** A guest at their own address looks at the menu and orders. */
async function visit(
  url: string,
  number: number,
  headers: Readonly<Record<string, string>>,
  body: string,
  answers: Answer[],
): Promise<void> {
  const from = `127.1.${1 + (Math.floor(number / 250) % 250)}.${1 + (number % 250)}`;
  const ask = async (what: Answer['what'], at: string, sent?: { headers: Record<string, string>; body: string }) => {
    const began = performance.now();
    const answered = await new Promise<Pick<Answer, 'status' | 'responseBody'>>((resolve) => {
      const query = request(`${url}${at}`, {
        localAddress: from,
        method: sent ? 'POST' : 'GET',
        headers: sent?.headers ?? { 'accept-encoding': 'gzip' },
      });
      query.on('response', (answer) => {
        const status = answer.statusCode ?? 0;
        if (status === 200) answer.resume().on('end', () => resolve({ status, responseBody: '' }));
        else void text(answer).then((value) => resolve({ status, responseBody: value }));
      });
      query.on('error', (error) => resolve({ status: 0, responseBody: error.message }));
      query.end(sent?.body);
    });
    answers.push({ what, ...answered, ms: performance.now() - began });
  };
  await ask('page', '/menu/truro');
  await ask('menu', '/api/getLocationMenu?locationId=truro');
  const own = { ...headers, 'x-api-key': 'pk_demo', 'idempotency-key': crypto.randomUUID() };
  await ask('order', '/api/createCustomerOrderCash', { headers: own, body });
}
