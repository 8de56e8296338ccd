import { startPostgres } from '@tiffin/server/testing/postgres';
import { startServer } from '@tiffin/server/testing/server-process';
import { z } from 'zod';
import type { Benchmark } from './benchmark.ts';
import { compare } from './measure.ts';
import { signedInOrder, staffCookie } from './order-request.ts';

const CLIENTS = 16;
const SECONDS = 4;
const ROUNDS = 6;
/** As many as a table orders in an evening; then another party sits down. */
const ROUNDS_OF_A_TAB = 6;
/** More than the clients need in one run. */
const TABS_OF_A_RUN = 300;
/** A Friday evening in Halifax: the kitchens are open. */
const ENV = { CLOCK_AT: '2026-11-20T22:15:00Z' };

const added = z.object({ billId: z.string() });

export const rounds: Benchmark = {
  name: 'rounds',
  about: `rounds of 3 lines on tabs of ${ROUNDS_OF_A_TAB} rounds, against orders of the same lines at the till, ${CLIENTS} at a time`,
  async run(report, request) {
    await using postgres = await startPostgres();
    await using server = await startServer({
      env: { RATE_LIMITS: '0', DATABASE_URL: postgres.url(), ...ENV },
      apiOnly: true,
    });
    const { body, dishes } = await signedInOrder(server.url);
    const cookie = await staffCookie(server.url);
    const post = async (call: string, content: object | string): Promise<unknown> => {
      const answer = await fetch(`${server.url}/api/${call}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID(), cookie },
        body: typeof content === 'string' ? content : JSON.stringify(content),
      });
      if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    };
    const items = dishes.map((id) => ({ id, quantity: 1 }));
    /** Requests a second of clients that each send one request after the other. */
    const rate = async (client: () => () => Promise<unknown>): Promise<number> => {
      const began = performance.now();
      const until = began + (request.short ? 500 : SECONDS * 1000);
      const counts = Array.from({ length: CLIENTS }, async () => {
        const send = client();
        let count = 0;
        for (; performance.now() < until; count++) await send();
        return count;
      });
      const sent = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
      return (sent * 1000) / (performance.now() - began);
    };
    const atTill = () => rate(() => () => post('createAdminOrderUnpaid', body));
    const openTabs: string[] = [];
    /** As in the restaurant, the tab is there before what its party orders. */
    const open = async () => {
      while (openTabs.length < (request.short ? 40 : TABS_OF_A_RUN)) {
        const label = `Guest ${openTabs.length}`;
        openTabs.push(added.parse(await post('openTab', { locationId: 'truro', label })).billId);
      }
    };
    const onTabs = async () => {
      await open();
      return rate(() => {
        let count = 0;
        let billId = '';
        return async () => {
          if (count++ % ROUNDS_OF_A_TAB === 0) billId = openTabs.pop() ?? '';
          await post('addRound', { billId, locationId: 'truro', items });
        };
      });
    };
    report.step('rounds and orders in turns');
    await Promise.all([atTill(), onTabs()]);
    const { ours, yardstick, ratio } = await compare(request.short ? 1 : ROUNDS, onTabs, atTill);
    report.figure('rounds', ours, 'a second');
    report.figure('orders at the till', yardstick, 'a second');
    report.figure('rounds against orders', ratio * 100, '%', { atLeast: 90 });
  },
};
