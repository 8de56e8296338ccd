import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Report } from './benchmark.ts';
import { processorMs } from './processor.ts';

const CLIENTS = 16;
const CARD = '4242 4242 4242 4242';
/** The benchmark fails if the order of a paid page takes longer. */
const STANDS_WITHIN_MS = 60_000;
/** The server is idle when it uses less processor time than this in a second. */
const AT_REST_MS = 200;

/**
 * Guests pay by card in the sandbox and return to their order: the page is opened and paid, and the return or the
 * provider's event creates the order. Counts the processor time of the server and its PostgreSQL until the last event
 * is handled, and returns it per order. A warm-up pays twice as many before.
 */
export async function cardOrders(
  report: Report,
  server: { readonly url: string; readonly pid: number; readonly databasePid: number },
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  requested: number,
): Promise<number> {
  let next = 0;
  const guest = async (upTo: number): Promise<void> => {
    while (next < upTo) await placeCardOrder(server.url, { headers, body }, `${process.pid}-${next++}`);
  };
  const payUpTo = async (many: number): Promise<number> => {
    const began = performance.now();
    await Promise.all(Array.from({ length: CLIENTS }, () => guest(many)));
    return performance.now() - began;
  };
  await payUpTo(2 * requested);
  const before = await atRest(server);
  const lasted = await payUpTo(3 * requested);
  report.figure(`card orders with ${CLIENTS} clients`, requested / (lasted / 1000), 'orders/s');
  const spentMs = ((await atRest(server)) - before) / requested;
  if (spentMs > 0) report.figure('processor time of a card order', spentMs, 'ms');
  return spentMs;
}

/** One guest opens the page to pay, pays and waits until the order is placed. `name` is that of the cart. */
export async function placeCardOrder(
  url: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  name: string,
): Promise<void> {
  const orderData = { ...JSON.parse(body), paymentMethod: 'online', cartId: `card-orders-${name}` };
  const request = await fetch(`${url}/api/createCustomerPayment`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: JSON.stringify({ orderData }),
  });
  const session = (await request.json()) as { sessionId?: string; paymentUrl?: string; error?: string };
  if (!session.paymentUrl || !session.sessionId) throw new Error(`no page to pay on: ${session.error}`);
  const paid = await fetch(`${url}${new URL(session.paymentUrl).pathname}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ card: CARD, action: 'pay' }),
  });
  if (paid.status !== 303) throw new Error(`paying answered ${paid.status}`);
  const began = performance.now();
  while (!(await stands(url, headers, session.sessionId))) {
    if (performance.now() - began > STANDS_WITHIN_MS) throw new Error('the order of a paid page does not stand');
    await pause(20);
  }
}

async function stands(url: string, headers: Readonly<Record<string, string>>, sessionId: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/getOrderBySessionId`, {
    method: 'POST',
    headers: { cookie: headers['cookie'] ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId }),
  });
  await answer.arrayBuffer();
  return answer.ok;
}

/** Waits until the server is idle, and returns the processor time used until then. */
async function atRest({ pid, databasePid }: { readonly pid: number; readonly databasePid: number }): Promise<number> {
  const total = async () => (await processorMs(pid)) + (await processorMs(databasePid));
  let spent = await total();
  for (;;) {
    await pause(AT_REST_MS * 5);
    const now = await total();
    if (now - spent < AT_REST_MS) return now;
    spent = now;
  }
}
