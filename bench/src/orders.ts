import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer } from '@tiffin/server/testing/server-process';
import type { Benchmark } from './benchmark.ts';
import { load, type LoadResult } from './load.ts';
import { compare } from './measure.ts';
import { cardOrders } from './card-orders.ts';
import { officeAt } from './menu-of-choices.ts';
import { signedInOrder } from './order-request.ts';

const CLIENTS = 16;
const SECONDS = 5;
const ROUNDS = 6;
const CARD_ORDERS = 800;
const OPTIONS = 3;

export const orders: Benchmark = {
  name: 'orders',
  about:
    'cash orders of 3 lines over HTTP, one location, each a durable commit, against a bare Hono + pg handler that inserts the same rows; with three options a line and every dish counted; and card orders beside them',
  async run(report, wish) {
    const rounds = wish.short ? 1 : ROUNDS;
    const seconds = wish.short ? 1 : (wish.seconds ?? SECONDS);
    await using server = await startServer({ env: { RATE_LIMITS: '0' }, apiOnly: true });
    await using bare = await startBareOrders();
    const order = await signedInOrder(server.url);
    const { headers, body } = order;
    const ask = (url: string, clients: number, lasts: number): Promise<LoadResult> =>
      load({ url, clients, seconds: lasts, method: 'POST', headers, body, uniqueIds: true });
    const ours = `${server.url}/api/createCustomerOrderCash`;
    const yardstick = `${bare.url}/order`;

    report.step('warming up both sides');
    const warm = wish.short ? 1 : 4;
    await ask(ours, CLIENTS, warm);
    await ask(yardstick, CLIENTS, warm);
    report.step(`${CLIENTS} clients, ${rounds} rounds of ${seconds} s on each side in turns`);
    const crowd: LoadResult[] = [];
    const many = await compare(
      rounds,
      async () => {
        const result = await ask(ours, CLIENTS, seconds);
        crowd.push(result);
        return result.perSecond;
      },
      async () => (await ask(yardstick, CLIENTS, seconds)).perSecond,
    );
    report.figure(`orders with ${CLIENTS} clients`, many.ours, 'orders/s');
    report.figure('bare handler, same rows', many.yardstick, 'orders/s');
    report.figure('of the bare handler', many.ratio * 100, '%', { atLeast: 60 });
    report.figure('slowest round’s p99', Math.max(...crowd.map((round) => round.p99)), 'ms');
    report.step('1 client');
    const one = await compare(
      Math.min(4, rounds),
      async () => (await ask(ours, 1, seconds)).perSecond,
      async () => (await ask(yardstick, 1, seconds)).perSecond,
    );
    report.figure('orders with 1 client', one.ours, 'orders/s');
    report.figure('bare handler with 1 client', one.yardstick, 'orders/s');
    report.figure('of the bare handler, 1 client', one.ratio * 100, '%');
    report.step('three options a line, every dish counted');
    const office = await officeAt(server.url);
    const groups = await office.addGroups(OPTIONS);
    for (const id of order.dishes) await office.putOn(id, groups);
    const choosy = await signedInOrder(server.url, OPTIONS);
    const chosen = await compare(
      rounds,
      async () => {
        await office.count(choosy.dishes);
        return (await load({ url: ours, clients: CLIENTS, seconds, method: 'POST', ...choosy, uniqueIds: true }))
          .perSecond;
      },
      async () => (await ask(yardstick, CLIENTS, seconds)).perSecond,
    );
    report.figure('orders of three options a line, counted', chosen.ours, 'orders/s');
    report.figure('of the bare handler, options and stock', chosen.ratio * 100, '%', { atLeast: 50 });
    for (const id of order.dishes) await office.putOn(id, []);
    report.step('card orders, paid in the sandbox');
    await cardOrders(report, server, order, wish.short ? 16 : CARD_ORDERS);
  },
};

async function startBareOrders(): Promise<{ url: string } & AsyncDisposable> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tiffin-bare-'));
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'bare-orders-server.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const endWithUs = () => child.kill();
  process.on('exit', endWithUs);
  const [line]: Buffer[] = await once(child.stdout, 'data');
  return {
    url: String(line).trim(),
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      process.off('exit', endWithUs);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
