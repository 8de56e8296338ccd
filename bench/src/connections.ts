import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@tiffin/client';
import { openDatabase } from '@tiffin/server/platform/db/connection';
import { startPostgres } from '@tiffin/server/testing/postgres';
import { startServer } from '@tiffin/server/testing/server-process';
import { webhookReceiver } from '@tiffin/server/testing/webhook-receiver';
import type { Benchmark } from './benchmark.ts';
import { load } from './load.ts';
import { compare } from './measure.ts';
import { adminCookie, signedInOrder } from './order-request.ts';
import { processorMs } from './processor.ts';
import { orderReactions, waitForMessages, waitForReactions } from './wait-for-reactions.ts';
import { writeYear } from './year-of-history.ts';

const SECONDS = 8;
const ROUNDS = 6;
const CLIENTS = 8;
/** A busy evening of a chain, and far from the limit, so that nothing waits. */
const ORDERS_A_SECOND = 20;
const POLLS_A_SECOND = 2;
const PRINTERS = 2;
const POLLING_SECONDS = 20;
const DELIVERED_WITHIN_MS = 60_000;
/** A Friday evening in Halifax: the kitchens are open. */
const ENV = {
  CLOCK_AT: '2026-11-20T22:15:00Z',
  AUTH_SECRET: 'a secret of the commands and servers of this bench',
  WEBHOOKS_ALLOW_PRIVATE: '1',
};

export const connections: Benchmark = {
  name: 'connections',
  about: `processor time of orders with a webhook against orders without one, ${ORDERS_A_SECOND} a second in a restaurant with a year of history; and of ${PRINTERS} printers that ask ${POLLS_A_SECOND} times a second`,
  async run(report, request) {
    await using postgres = await startPostgres();
    report.step('a year of orders');
    await writeYear(postgres, ENV, request.short ? 500 : undefined);
    await using server = await startServer({
      env: { RATE_LIMITS: '0', DATABASE_URL: postgres.url(), ...ENV },
      apiOnly: true,
    });
    const database = openDatabase(postgres.connection, () => undefined);
    const receiver = await webhookReceiver();
    try {
      const api = createClient({ baseUrl: server.url, cookie: await adminCookie(server.url) });
      const { headers, body } = await signedInOrder(server.url);
      const seconds = request.short ? 1 : (request.seconds ?? SECONDS);
      const spent = async () => (await processorMs(server.pid)) + (await processorMs(postgres.pid()));
      const settle = async () => {
        await waitForReactions(database.db, orderReactions);
        await waitForMessages(database.db);
      };
      const url = `${server.url}/api/createCustomerOrderCash`;
      const query = { url, method: 'POST', uniqueKeys: true, headers, body, clients: CLIENTS };
      /** Processor time of an order with all that follows it. */
      const orderMs = async (isDelivered: boolean) => {
        await settle();
        await database.pool.query('vacuum analyze');
        const [received, before] = [receiver.received.length, await spent()];
        const placed = Math.round((await load({ ...query, seconds, rate: ORDERS_A_SECOND })).perSecond * seconds);
        await settle();
        const deadline = performance.now() + DELIVERED_WITHIN_MS;
        const awaited = isDelivered ? received + placed : 0;
        while (receiver.received.length < awaited) {
          if (performance.now() > deadline) throw new Error('not every order was delivered');
          await pause(50);
        }
        return ((await spent()) - before) / placed;
      };
      const withWebhook = async () => {
        const { webhookId } = await api.call('saveWebhook', {
          body: { url: receiver.url, events: ['order.created', 'order.paid', 'order.updated'] },
        });
        const ms = await orderMs(true);
        await api.call('removeWebhook', { body: { webhookId } });
        return ms;
      };
      report.step('orders with and without a webhook in turns');
      await load({ ...query, seconds, rate: ORDERS_A_SECOND });
      const webhook = await compare(request.short ? 1 : ROUNDS, withWebhook, () => orderMs(false));
      report.figure('processor time of an order with a webhook', webhook.ours, 'ms');
      report.figure('processor time of an order without one', webhook.yardstick, 'ms');
      report.figure('a webhook costs an order', (webhook.ratio - 1) * 100, '%', { atMost: 5 });

      const printers = await Promise.all(
        Array.from({ length: PRINTERS }, async (_, at) => {
          const printer = { locationId: 'truro', name: `Printer ${at}`, kind: 'star' as const };
          return (await api.call('addPrinter', { body: printer })).address ?? '';
        }),
      );
      report.step(`${PRINTERS} printers that ask, and none, in turns`);
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"statusCode":"200 OK"}' };
      /** Percent of a core. The requests are sent from here, at their pace. */
      const busy = async (polling: readonly string[]) => {
        await settle();
        const [began, before] = [performance.now(), await spent()];
        const until = began + (request.short ? 2_000 : POLLING_SECONDS * 1000);
        while (performance.now() < until) {
          await Promise.all(polling.map(async (address) => (await fetch(address, init)).text()));
          await pause(1000 / POLLS_A_SECOND);
        }
        return (((await spent()) - before) * 100) / (performance.now() - began);
      };
      const asked = await compare(
        request.short ? 1 : 2,
        () => busy(printers),
        () => busy([]),
      );
      report.figure('of a core, with printers', asked.ours, '%');
      report.figure('of a core, without', asked.yardstick, '%');
      report.figure('of a core for each printer', (asked.ours - asked.yardstick) / PRINTERS, '%', { atMost: 1 });
    } finally {
      receiver.close();
      await database.close();
    }
  },
};
