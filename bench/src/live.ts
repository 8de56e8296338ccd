import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '@tiffin/server/testing/server-process';
import type { Benchmark } from './benchmark.ts';
import { listenAs, type Board } from './event-reader.ts';
import { percentile } from './measure.ts';
import { signedInOrder, staffCookie } from './order-request.ts';

const BOARDS = 200;
const PER_SECOND = 20;
/** Use sixty for the full measurement. The default is a quarter of it. */
const SECONDS = Number(process.env['SECONDS'] ?? 15);
const AWAY_SECONDS = Number(process.env['AWAY'] ?? 10);

export const live: Benchmark = {
  name: 'live',
  about: `${BOARDS} boards listening, ${PER_SECOND} orders a second for ${SECONDS} s: each hears each, and who was away misses none`,
  async run(report) {
    await using server = await startServer({ env: { RATE_LIMITS: '0' } });
    const { headers, body } = await signedInOrder(server.url);
    const cookie = await staffCookie(server.url);

    report.step(`${BOARDS} boards open their streams`);
    const boards = await Promise.all(Array.from({ length: BOARDS }, () => listenAs(server.url, cookie)));
    const away = await listenAs(server.url, cookie);
    // The time of the response, which is at or after the commit.
    const committed = new Map<string, number>();
    const place = async (number: number) => {
      const answer = await fetch(`${server.url}/api/createCustomerOrderCash`, {
        method: 'POST',
        headers: { ...headers, origin: server.url, 'idempotency-key': `live ${number}` },
        body,
      });
      const at = performance.now();
      const message: unknown = await answer.json();
      if (!answer.ok) throw new Error(`order: ${answer.status} ${JSON.stringify(message)}`);
      if (typeof message === 'object' && message !== null && 'orderId' in message)
        committed.set(String(message.orderId), at);
    };

    report.step(`${PER_SECOND} orders a second for ${SECONDS} s; one board leaves for ${AWAY_SECONDS} s`);
    const placing: Promise<void>[] = [];
    const began = performance.now();
    let comesBack: Promise<Board> | null = null;
    for (let number = 0; number < PER_SECOND * SECONDS; number++) {
      await pause(Math.max(0, began + (number * 1000) / PER_SECOND - performance.now()));
      placing.push(place(number));
      if (number === PER_SECOND) {
        away.close();
        comesBack = pause(AWAY_SECONDS * 1000).then(() => listenAs(server.url, cookie, away));
      }
    }
    await Promise.all(placing);
    const back = await comesBack;
    await pause(1_000);

    const waits: number[] = [];
    let missed = 0;
    let doubled = 0;
    for (const board of boards) {
      doubled += board.doubles;
      for (const [orderId, at] of committed) {
        const received = board.receivedAt.get(orderId);
        if (received === undefined) missed++;
        else waits.push(Math.max(0, received - at));
      }
      board.close();
    }
    const gaps = back
      ? [...committed.keys()].filter((orderId) => !back.receivedAt.has(orderId)).length
      : committed.size;
    back?.close();
    report.figure('orders placed', committed.size, 'orders');
    report.figure('orders a board did not hear', missed, 'times', { atMost: 0 });
    report.figure('orders a board heard twice', doubled, 'times', { atMost: 0 });
    report.figure('from the commit’s answer to the board, median', percentile(waits, 50), 'ms');
    report.figure('from the commit’s answer to the board, p99', percentile(waits, 99), 'ms', { atMost: 250 });
    report.figure('orders missed by the board that was away', gaps, 'orders', { atMost: 0 });
    report.figure('orders it heard twice', back?.doubles ?? 0, 'orders', { atMost: 0 });
  },
};
