import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from '@tiffin/server/testing/server-process';
import type { Report } from './benchmark.ts';

const CLIENTS = 16;
const CARD = '4242 4242 4242 4242';
/** The order of a page that was paid stands soon; a benchmark does not wait for ever. */
const STANDS_WITHIN_MS = 60_000;
/** Linux counts a process's time in these. */
const TICK_MS = 10;

/**
 * Guests who pay by card in the sandbox: the page is opened, paid, and the provider's event makes the
 * order. Measured until the last order stands, with the processor time of the server and its PostgreSQL.
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
  const guest = async (): Promise<void> => {
    while (next < wanted) {
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
  const before = await processorMs(server.pid);
  const began = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, guest));
  const last = sessions.slice(-CLIENTS * 4);
  while (!(await allStand(server.url, headers, last))) {
    if (performance.now() - began > STANDS_WITHIN_MS) throw new Error('the orders of paid pages do not stand');
    await pause(20);
  }
  report.figure(`card orders with ${CLIENTS} clients`, wanted / ((performance.now() - began) / 1000), 'orders/s');
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

/** Of a process and all it started; 0 where the system does not tell. */
async function processorMs(root: number): Promise<number> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')));
  const all = lines.filter(Boolean).map((line) => {
    const rest = line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    // After the name: state, parent, …; user and system time, of it and of children it waited for.
    return { id: parseInt(line), parent: rest[1], ticks: rest.slice(11, 15).reduce((sum, each) => sum + each, 0) };
  });
  const family = new Set([root]);
  for (let grown = 0; grown < family.size;) {
    grown = family.size;
    for (const { id, parent } of all) if (parent !== undefined && family.has(parent)) family.add(id);
  }
  return all.filter(({ id }) => family.has(id)).reduce((sum, { ticks }) => sum + ticks * TICK_MS, 0);
}
