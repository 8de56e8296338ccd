import { startServer } from '@tiffin/server/testing/server-process';
import { startBareOrders } from './bare-orders.ts';
import type { Benchmark, Report } from './benchmark.ts';
import { cardOrders } from './card-orders.ts';
import { load, type Load } from './load.ts';
import { compare, median, times } from './measure.ts';
import { officeAt } from './menu-of-choices.ts';
import { signedInOrder } from './order-request.ts';
import { processorTime } from './processor.ts';

const CLIENTS = 16;
const SECONDS = 5;
const ROUNDS = 6;
const CARD_ORDERS = 800;
const OPTIONS = 3;

export const orders: Benchmark = {
  name: 'orders',
  about:
    'cash orders of 3 lines over HTTP, one location, each a durable commit, against a bare Hono + pg handler that inserts the same rows; the same with three options a line and every dish counted; and card orders beside them',
  async run(report, request) {
    report.step('card orders, paid in the sandbox');
    await payByCard(report, request.short ? 16 : CARD_ORDERS);
    const rounds = request.short ? 1 : ROUNDS;
    const seconds = request.short ? 1 : (request.seconds ?? SECONDS);
    await using server = await startServer({ env: { RATE_LIMITS: '0' }, apiOnly: true });
    await using bare = await startBareOrders();
    const order = await signedInOrder(server.url);
    const cash = `${server.url}/api/createCustomerOrderCash`;
    const query = {
      seconds,
      clients: CLIENTS,
      method: 'POST',
      uniqueIds: true,
      headers: order.headers,
      body: order.body,
    };
    const ours = sideOf(server.pid, { ...query, url: cash });
    const bareSide = sideOf(bare.pid, { ...query, url: `${bare.url}/order` });

    report.step('warming up both sides');
    const warm = request.short ? 1 : 4;
    await ours.round({ seconds: warm });
    await bareSide.round({ seconds: warm });
    report.step(`${CLIENTS} clients, ${rounds} rounds of ${seconds} s on each side in turns`);
    const many = await inTurns(rounds, ours, bareSide);
    report.figure(`orders with ${CLIENTS} clients`, many.ours, 'orders/s');
    report.figure('bare handler, same rows', many.yardstick, 'orders/s');
    report.figure('of the bare handler', many.ratio * 100, '%', { atLeast: 60 });
    report.figure('slowest round’s p99', many.slowest, 'ms');
    reportProcessorTime(report, 'an order', many);
    report.step('1 client');
    const one = await inTurns(Math.min(4, rounds), ours, bareSide, { clients: 1 });
    report.figure('orders with 1 client', one.ours, 'orders/s');
    report.figure('bare handler with 1 client', one.yardstick, 'orders/s');
    report.figure('of the bare handler, 1 client', one.ratio * 100, '%');
    reportLoneOrders(report, await loneAndShared(ours, Math.min(4, rounds)));
    report.step('three options a line, every dish counted');
    const office = await officeAt(server.url);
    const groups = await office.addGroups(OPTIONS);
    for (const id of order.dishes) await office.putOn(id, groups);
    const { dishes, headers, body } = await signedInOrder(server.url, OPTIONS);
    const chosen = { ...query, headers, body };
    const counted = sideOf(server.pid, { ...chosen, url: cash }, () => office.count(dishes));
    const theirCounted = sideOf(bare.pid, { ...chosen, url: `${bare.url}/counted-order` }, () => bare.count(dishes));
    await counted.round({ seconds: warm });
    await theirCounted.round({ seconds: warm });
    const choosy = await inTurns(rounds, counted, theirCounted);
    report.figure('orders of three options a line, counted', choosy.ours, 'orders/s');
    report.figure('bare handler, options and stock', choosy.yardstick, 'orders/s');
    report.figure('of the bare handler, options and stock', choosy.ratio * 100, '%', { atLeast: 50 });
    reportProcessorTime(report, 'a counted order', choosy);
  },
};

/** Run before the cash orders, whose messages and figures would be processed at the same time. */
async function payByCard(report: Report, requested: number): Promise<void> {
  await using server = await startServer({ env: { RATE_LIMITS: '0' }, apiOnly: true });
  await cardOrders(report, server, await signedInOrder(server.url), requested);
}

/** One side of a comparison: a process that takes orders, and its measured rounds. */
interface Side {
  readonly round: (other?: Partial<Load>) => Promise<Round>;
}
interface Round {
  readonly perSecond: number;
  readonly p99: number;
  /** Processor time per order, including PostgreSQL's. */
  readonly processorMs: number;
  /** PostgreSQL's share of it. */
  readonly databaseMs: number;
}

function sideOf(pid: number, query: Load, before: () => Promise<void> = async () => undefined): Side {
  return {
    async round(other = {}) {
      await before();
      const requested = { ...query, ...other };
      const start = await processorTime(pid);
      const { perSecond, p99 } = await load(requested);
      const end = await processorTime(pid);
      const placed = perSecond * requested.seconds;
      const databaseMs = (end.children - start.children) / placed;
      return { perSecond, p99, processorMs: (end.server - start.server) / placed + databaseMs, databaseMs };
    },
  };
}

async function inTurns(rounds: number, ours: Side, owned: Side, other: Partial<Load> = {}) {
  const [our, their]: [Round[], Round[]] = [[], []];
  const observed = async (side: Side, all: Round[]) => {
    const round = await side.round(other);
    all.push(round);
    return round.perSecond;
  };
  const compared = await compare(
    rounds,
    () => observed(ours, our),
    () => observed(owned, their),
  );
  const spent = (all: readonly Round[]) => median(all.map((round) => round.processorMs));
  return { ...compared, slowest: Math.max(...our.map(({ p99 }) => p99)), spent: spent(our), theySpent: spent(their) };
}

interface LoneAndShared {
  readonly lone: Round;
  readonly shared: Round;
}

/** Orders of 1 client and of many, in turns, so that a slow phase of the machine affects both. */
function loneAndShared(side: Side, rounds: number): Promise<LoneAndShared[]> {
  return times(rounds, async () => ({
    lone: await side.round({ clients: 1 }),
    shared: await side.round({ clients: CLIENTS }),
  }));
}

function reportLoneOrders(report: Report, rounds: readonly LoneAndShared[]): void {
  if (rounds.some(({ shared }) => shared.processorMs === 0)) return;
  const medianOf = (value: (round: LoneAndShared) => number) => median(rounds.map(value));
  const server = ({ processorMs, databaseMs }: Round) => processorMs - databaseMs;
  report.figure(
    'processor time of an order with 1 client, server',
    medianOf(({ lone }) => server(lone)),
    'ms',
  );
  report.figure(
    'processor time of an order with 1 client, PostgreSQL',
    medianOf(({ lone }) => lone.databaseMs),
    'ms',
  );
  const many = `processor time of an order with ${CLIENTS} clients`;
  report.figure(
    `${many}, server`,
    medianOf(({ shared }) => server(shared)),
    'ms',
  );
  report.figure(
    `${many}, PostgreSQL`,
    medianOf(({ shared }) => shared.databaseMs),
    'ms',
  );
  const ratio = medianOf(({ lone, shared }) => lone.processorMs / shared.processorMs);
  report.figure(`processor time with 1 client against ${CLIENTS}`, ratio, '×', { atMost: 2 });
}

/** Varies less than a rate on a shared machine. */
function reportProcessorTime(
  report: Report,
  what: string,
  { spent, theySpent }: { spent: number; theySpent: number },
): void {
  if (spent === 0 || theySpent === 0) return;
  report.figure(`processor time of ${what}`, spent, 'ms');
  report.figure(`processor time of ${what}, bare handler`, theySpent, 'ms');
}
