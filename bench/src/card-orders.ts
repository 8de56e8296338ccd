import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from '@tiffin/server/testing/server-process';
import type { Report } from './benchmark.ts';
import { processorMs } from './processor.ts';

const CLIENTS = 16;
const CARD = '4242 4242 4242 4242';
/** The order of a page that was paid stands soon; a benchmark does not wait for ever. */
const STANDS_WITHIN_MS = 60_000;

/**
 * Guests who pay by card in the sandbox: the page is opened, paid, and the provider's event makes the
 * order. Measured until the last order stands, with the processor time of the server and its PostgreSQL,
 * once as many were paid to warm up.
 */
export async function cardOrders(
  report: Report,
  server: ServerProcess,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  wanted: number,
): Promise<void> {
  const order: object = JSON.parse(body);
  let next = 0;
  const sessions: string[] = [];
  const guest = async (upTo: number): Promise<void> => {
    while (next < upTo) {
      const id = `${process.pid}-${next++}`;
      const orderData = { ...order, paymentMethod: 'online', cartId: `card-orders-${id}` };
      const asked = await fetch(`${server.url}/api/createCustomerPayment`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': `card order ${id}` },
        body: JSON.stringify({ orderData }),
      });
      const session = (await asked.json()) as { sessionId?: string; paymentUrl?: string; error?: string };
      if (!session.paymentUrl || !session.sessionId) throw new Error(`no page to pay on: ${session.error}`);
      const paid = await fetch(`${server.url}${new URL(session.paymentUrl).pathname}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ card: CARD, action: 'pay' }),
      });
      if (paid.status !== 303) throw new Error(`paying answered ${paid.status}`);
      sessions.push(session.sessionId);
    }
  };
  const payUpTo = async (many: number): Promise<number> => {
    const began = performance.now();
    await Promise.all(Array.from({ length: CLIENTS }, () => guest(many)));
    const last = sessions.slice(-CLIENTS * 4);
    while (!(await allStand(server.url, headers, last))) {
      if (performance.now() - began > STANDS_WITHIN_MS) throw new Error('the orders of paid pages do not stand');
      await pause(20);
    }
    return performance.now() - began;
  };
  await payUpTo(wanted);
  const before = await processorMs(server.pid);
  const lasted = await payUpTo(2 * wanted);
  report.figure(`card orders with ${CLIENTS} clients`, wanted / (lasted / 1000), 'orders/s');
  const spent = (await processorMs(server.pid)) - before;
  if (spent > 0) report.figure('processor time of a card order', spent / wanted, 'ms', { atMost: 7 });
}

async function allStand(url: string, headers: Readonly<Record<string, string>>, sessions: readonly string[]) {
  for (const sessionId of sessions) {
    const answer = await fetch(`${url}/api/getOrderBySessionId`, {
      method: 'POST',
      headers: { cookie: headers['cookie'] ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId }),
    });
    if (!answer.ok) return false;
  }
  return true;
}
