import { createClient } from '@tiffin/client';
import { openDatabase } from '@tiffin/server/platform/db/connection';
import { startPostgres } from '@tiffin/server/testing/postgres';
import { startServer } from '@tiffin/server/testing/server-process';
import { startBareOrders, type BareOrders } from './bare-orders.ts';
import type { Benchmark, Report } from './benchmark.ts';
import { cardOrders } from './card-orders.ts';
import { load, type Load } from './load.ts';
import { compare, median, times } from './measure.ts';
import { officeAt } from './menu-of-choices.ts';
import { newGuest, signedInOrder, type OrderRequest } from './order-request.ts';
import { processorMs, processorTime } from './processor.ts';
import { orderReactions, waitForMessages, waitForReactions } from './wait-for-reactions.ts';
import { setOpenOrders, writeYear } from './year-of-history.ts';

const CLIENTS = 16;
const SECONDS = 5;
const ROUNDS = 6;
const LONE_ROUNDS = 4;
const CARD_ORDERS = 800;
const OPTIONS = 3;
const CODE = 'BENCH10';
const POINTS = 100;
/** More than the rounds can spend. */
const MANY_POINTS = 1_000_000;
const MANY_USES = 900_000;
const GUESTS = 64;
const OPEN_ORDERS = 60;
const MANY_OPEN_ORDERS = 1_000;
/** So slow that the number of open orders changes little in a round. */
const ORDERS_A_SECOND = 20;
/** A Friday evening in Halifax: the kitchens are open. */
const ENV = { CLOCK_AT: '2026-11-20T22:15:00Z', AUTH_SECRET: 'a secret of the commands and servers of this bench' };

export const orders: Benchmark = {
  name: 'orders',
  about: `cash orders of 3 lines over HTTP, one location with a year of history and ${OPEN_ORDERS} open orders, each a durable commit, against a bare Hono + pg handler that inserts the same rows; with ${MANY_OPEN_ORDERS} open orders; with a code and points; with three options a line and every dish counted; and card orders`,
  atMostMinutes: 28,
  async run(report, request) {
    report.step('a year of orders');
    await using postgres = await startPostgres();
    await writeYear(postgres, ENV, request.short ? 500 : undefined);
    await using server = await startServer({
      env: { RATE_LIMITS: '0', DATABASE_URL: postgres.url(), ...ENV },
      apiOnly: true,
    });
    await using bare = await startBareOrders();
    const database = openDatabase(postgres.connection, () => undefined);
    const order = await signedInOrder(server.url);
    const settle = async () => {
      await waitForReactions(database.db, orderReactions);
      await waitForMessages(database.db);
    };
    const run: OrdersRun = {
      ours: { url: server.url, pid: server.pid, databasePid: postgres.pid() },
      bare,
      order,
      query: {
        seconds: request.short ? 1 : (request.seconds ?? SECONDS),
        clients: CLIENTS,
        method: 'POST',
        uniqueKeys: true,
        headers: order.headers,
        body: order.body,
      },
      rounds: request.short ? 1 : ROUNDS,
      warmUpSeconds: request.short ? 1 : 4,
      settle,
      async prepare(open = OPEN_ORDERS) {
        await settle();
        await setOpenOrders(database, 'truro', open, new Date(ENV.CLOCK_AT));
      },
      async vacuum() {
        await database.pool.query('vacuum analyze');
      },
    };
    try {
      const bareMs = await cashOrders(report, run);
      await loneOrders(report, run);
      await openOrders(report, run);
      await offerOrders(report, run);
      await run.prepare();
      // After the 10,000 orders with a code, the accounts have so many dead row versions that reading them costs more.
      await run.vacuum();
      report.step('card orders, paid in the sandbox');
      const cardMs = await cardOrders(report, run.ours, order, request.short ? 16 : CARD_ORDERS);
      if (cardMs > 0)
        report.figure('processor time of a card order, against a bare cash order', cardMs / bareMs, '×', { atMost: 6 });
      // Last, because it changes the menu.
      await countedOrders(report, run);
    } finally {
      await database.close();
    }
  },
};

interface OrdersRun {
  readonly ours: Taker & { readonly url: string; readonly databasePid: number };
  readonly bare: BareOrders;
  readonly order: OrderRequest;
  readonly query: Omit<Load, 'url'>;
  readonly rounds: number;
  readonly warmUpSeconds: number;
  /** Waits for the reactions to the orders of earlier rounds and for their messages, which would slow either side of this round. */
  readonly settle: () => Promise<void>;
  /** Does so, and opens this many orders. */
  readonly prepare: (open?: number) => Promise<void>;
  /** Cleans up after all earlier rounds, so that PostgreSQL does not do it during a round of few orders. */
  readonly vacuum: () => Promise<void>;
}

const cashAt = (url: string) => `${url}/api/createCustomerOrderCash`;

/** Returns the processor time of an order of the bare handler. */
async function cashOrders(report: Report, run: OrdersRun): Promise<number> {
  const { ours: taker, bare, query, rounds, warmUpSeconds, prepare, settle } = run;
  const ours = sideOf(taker, { ...query, url: cashAt(taker.url) }, { before: prepare });
  const bareSide = sideOf(bare, { ...query, url: `${bare.url}/order` }, { before: settle });
  report.step('warming up both sides');
  await ours.round({ seconds: warmUpSeconds });
  await bareSide.round({ seconds: warmUpSeconds });
  report.step(`${CLIENTS} clients, ${rounds} rounds of ${query.seconds} s on each side in turns`);
  const many = await inTurns(rounds, ours, bareSide);
  report.figure(`orders with ${CLIENTS} clients`, many.ours, 'orders/s');
  report.figure('bare handler, same rows', many.yardstick, 'orders/s');
  report.figure('of the bare handler', many.ratio * 100, '%', { atLeast: 90 });
  report.figure('slowest round’s p99', many.slowest, 'ms');
  reportProcessorTime(report, 'an order', many);
  report.step('1 client');
  const one = await inTurns(Math.min(LONE_ROUNDS, rounds), ours, bareSide, { clients: 1 });
  report.figure('orders with 1 client', one.ours, 'orders/s');
  report.figure('bare handler with 1 client', one.yardstick, 'orders/s');
  report.figure('of the bare handler, 1 client', one.ratio * 100, '%', { atLeast: 60 });
  return many.theySpent;
}

/** Each round pays for the reactions to its own orders, so it starts and ends when they have read the newest event. */
async function loneOrders(report: Report, { ours, query, rounds, prepare, settle }: OrdersRun) {
  report.step(`1 and ${CLIENTS} clients in turns, each with its reactions`);
  const side = sideOf(ours, { ...query, url: cashAt(ours.url) }, { before: prepare, after: settle });
  reportLoneOrders(report, await loneAndShared(side, Math.min(LONE_ROUNDS, rounds)));
}

async function openOrders(report: Report, { ours, query, rounds, prepare, vacuum, settle }: OrdersRun) {
  report.step(`${OPEN_ORDERS} and ${MANY_OPEN_ORDERS} open orders in turns, each with its reactions`);
  const side = (open: number) =>
    sideOf(
      ours,
      { ...query, url: cashAt(ours.url), rate: ORDERS_A_SECOND },
      { before: () => prepare(open).then(vacuum), after: settle },
    );
  const databaseMs = async (open: number) => (await side(open).round()).databaseMs;
  const {
    ours: many,
    yardstick: few,
    ratio,
  } = await compare(
    Math.min(LONE_ROUNDS, rounds),
    () => databaseMs(MANY_OPEN_ORDERS),
    () => databaseMs(OPEN_ORDERS),
  );
  if (few === 0) return;
  report.figure(`database time of an order, ${OPEN_ORDERS} open`, few, 'ms');
  report.figure(`database time of an order, ${MANY_OPEN_ORDERS} open`, many, 'ms');
  report.figure('database time, 1,000 open against 60', ratio, '×', { atMost: 1.2 });
}

/** As on a busy evening: many guests spend points, and all of them use one code, of which there are enough. */
async function offerOrders(
  report: Report,
  { ours: taker, bare, order, query, rounds, warmUpSeconds, prepare, settle }: OrdersRun,
) {
  report.step(`a code and points in each order, of ${GUESTS} guests`);
  const office = await officeAt(taker.url);
  const { promotion } = await office.promote(CODE, MANY_USES);
  const cookies: string[] = [];
  for (let at = 1; at <= GUESTS; at++) {
    const cookie = await newGuest(taker.url, `guest-${at}@bench.test`);
    const { me } = await createClient({ baseUrl: taker.url, cookie }).call('getMe');
    await office.givePoints(me?.uid ?? '', MANY_POINTS);
    cookies.push(cookie);
  }
  const guest = createClient({ baseUrl: taker.url, cookie: cookies[0] ?? '' });
  const offers = { promoCode: CODE, points: POINTS };
  const items = order.dishes.map((id) => ({ id, quantity: 1 }));
  const { pricing } = await guest.call('quoteOrder', { body: { locationId: 'truro', items, ...offers } });
  const request: object = JSON.parse(order.body);
  const body = JSON.stringify({ ...request, ...offers, pricing });
  const ours = sideOf(taker, { ...query, body, cookies, url: cashAt(taker.url) }, { before: prepare });
  const bareSide = sideOf(bare, { ...query, url: `${bare.url}/order` }, { before: settle });
  await ours.round({ seconds: warmUpSeconds });
  const offered = await inTurns(rounds, ours, bareSide);
  report.figure('orders with a code and points', offered.ours, 'orders/s');
  report.figure('of the bare handler, code and points', offered.ratio * 100, '%', { atLeast: 80 });
  reportProcessorTime(report, 'an order with a code and points', offered);
  await office.endPromotion(promotion.id);
}

async function countedOrders(
  report: Report,
  { ours: taker, bare, order, query, rounds, warmUpSeconds, prepare, settle }: OrdersRun,
) {
  report.step('three options a line, every dish counted');
  const office = await officeAt(taker.url);
  const groups = await office.addGroups(OPTIONS);
  for (const id of order.dishes) await office.putOn(id, groups);
  const { dishes, headers, body } = await signedInOrder(taker.url, OPTIONS);
  const chosen = { ...query, headers, body };
  const beforeOurs = async () => {
    await prepare();
    await office.count(dishes);
  };
  const beforeBare = async () => {
    await settle();
    await bare.count(dishes);
  };
  const ours = sideOf(taker, { ...chosen, url: cashAt(taker.url) }, { before: beforeOurs });
  const bareSide = sideOf(bare, { ...chosen, url: `${bare.url}/counted-order` }, { before: beforeBare });
  await ours.round({ seconds: warmUpSeconds });
  await bareSide.round({ seconds: warmUpSeconds });
  const choosy = await inTurns(rounds, ours, bareSide);
  report.figure('orders of three options a line, counted', choosy.ours, 'orders/s');
  report.figure('bare handler, options and stock', choosy.yardstick, 'orders/s');
  report.figure('of the bare handler, options and stock', choosy.ratio * 100, '%', { atLeast: 50 });
  reportProcessorTime(report, 'a counted order', choosy);
}

/** A process that takes orders, and its PostgreSQL if the process did not start it. */
interface Taker {
  readonly pid: number;
  readonly databasePid?: number;
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

/** `after` is part of the measured round, `before` is not. */
interface Around {
  readonly before?: () => Promise<void>;
  readonly after?: () => Promise<void>;
}

function sideOf(taker: Taker, query: Load, { before, after }: Around = {}): Side {
  return {
    async round(other = {}) {
      await before?.();
      const requested = { ...query, ...other };
      const start = await processorTimeOf(taker);
      const { perSecond, p99 } = await load(requested);
      await after?.();
      const end = await processorTimeOf(taker);
      const placed = perSecond * requested.seconds;
      const databaseMs = (end.database - start.database) / placed;
      return { perSecond, p99, processorMs: (end.server - start.server) / placed + databaseMs, databaseMs };
    },
  };
}

async function processorTimeOf({ pid, databasePid }: Taker) {
  const { server, children } = await processorTime(pid);
  return { server, database: databasePid === undefined ? children : await processorMs(databasePid) };
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
  const server = (round: Round) => round.processorMs - round.databaseMs;
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
