import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ResponseOf, CallName, InputOf } from '@tiffin/contract';
import { isPostCall } from '@tiffin/contract/methods';
import { randomBetween, createRandom, pickRandom } from '@tiffin/demo/history/random';
import { DEMO_CUSTOMER_KEY, DEMO_PASSWORD } from '@tiffin/demo/people';
import type { Random } from '@tiffin/domain/core';
import { createApp } from '@tiffin/server/app';
import { readConfig } from '@tiffin/server/config';
import type { Context } from '@tiffin/server/context';
import { createContext } from '@tiffin/server/create-context';
import { openDatabase } from '@tiffin/server/platform/db/connection';
import { migrate } from '@tiffin/server/platform/db/migrate';
import { settleReactions } from '@tiffin/server/platform/events/reactions';
import { learnTimes } from '@tiffin/server/modules/capacity/learn-times';
import { auditData } from '@tiffin/server/operations/data-audit/audit-data';
import { writeDemo } from '@tiffin/server/operations/demo/create-demo';
import { reactions } from '@tiffin/server/reactions';
import { CARDS } from '@tiffin/server/testing/cards';
import { payloadFor } from '@tiffin/server/testing/order-payload';
import type { OwnPostgres } from '@tiffin/server/testing/postgres';
import type { Headers as Caller } from '@tiffin/server/testing/sign-in';
import type { Report, RunOptions } from './benchmark.ts';
import { percentile } from './measure.ts';

/* Simulates four Fridays of one kitchen, minute by minute on a test clock. Guests arrive as on a real Friday, and
   cooking times vary. The more orders are open, the slower the kitchen is, so no fixed number of minutes fits the whole
   evening. Slot limits describe its capacity. The first two evenings use the rule, the others the times learned from
   them. Compares the promised times with the actual ones. */

const PLACE = 'truro';
export const FRIDAY_ORDERS = 300;
const FRIDAYS = ['2026-11-06', '2026-11-13', '2026-11-20', '2026-11-27'] as const;
/** 17:00 in Halifax; most guests arrive two hours later. */
const OPENS = 'T21:00:00Z';
/** After the nightly job has learned from the day's orders. */
const LEARNS = 'T12:41:00Z';
const COME_FOR_MINUTES = 210;
const PEAK_MINUTE = 110;
const LASTS_MINUTES = 420;
const LIMIT = { service: null, days: [], mostOrders: 24, mostUnits: 58 };
const MIN_ON_TIME_PERCENT = 80;

/** How long an order takes: its own random time, increased by the open work. */
const COOKING = { minutes: 10, minutesAUnit: 1.6, scatter: 0.3, twiceAsLongAt: 110 } as const;

function cookingMinutes(random: Random, units: number, open: number): number {
  const own = COOKING.minutes + COOKING.minutesAUnit * units;
  return own * Math.exp(COOKING.scatter * bell(random)) * (1 + open / COOKING.twiceAsLongAt);
}

/** A normally distributed number around 0. */
function bell(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

interface Kitchen {
  readonly context: Context;
  readonly clock: { now(): Date };
  readonly set: (at: number) => void;
  readonly call: <N extends CallName>(
    name: N,
    input: Partial<InputOf<N>>,
    as?: Caller,
  ) => Promise<{
    readonly status: number;
    readonly body: ResponseOf<N> & { code?: string; error?: string; nearest?: string[] };
  }>;
  readonly send: (path: string, init?: RequestInit) => Promise<Response>;
}

export async function fridayRush(report: Report, request: RunOptions, postgres: OwnPostgres): Promise<void> {
  const orders = request.short ? 60 : FRIDAY_ORDERS;
  await using kitchen = await openKitchen(postgres, 'friday');
  const random = createRandom(request.seed);
  const evenings: PromiseScore[] = [];
  for (const date of FRIDAYS) {
    kitchen.set(Date.parse(date + LEARNS));
    await learnTimes(kitchen.context);
    report.step(`${orders} orders of Friday, ${date}, at one kitchen`);
    evenings.push(await evening(kitchen, { opensAt: Date.parse(date + OPENS), orders, random }));
  }
  const [, byRule] = evenings;
  const learned = evenings.at(-1);
  if (!byRule || !learned) throw new Error('there are no two Fridays to compare');
  const { orders: placed, over, moved, byLearned } = await countOrders(kitchen.context);
  await settleReactions(kitchen.context, reactions);
  const { broken } = await auditData({ db: kitchen.context.db, clock: kitchen.clock });
  const errors = evenings.flatMap((each) => each.errors);
  report.figure('Friday: orders', learned.ready, 'orders');
  report.figure('Friday: moved on because a quarter was full', moved, 'orders');
  for (const [code, times] of learned.refused) report.figure(`Friday: refused as foreseen, ${code}`, times, 'times');
  report.figure('Friday: quarters over their limit', over, 'quarters', { atMost: 0 });
  report.figure('Friday: promised by what was learned', (byLearned / placed) * 100, '%', { atLeast: 90 });
  report.figure('Friday: promises kept', share(learned), '%', { atLeast: MIN_ON_TIME_PERCENT });
  // If a fixed number of minutes worked as well, the benchmark would prove nothing.
  report.figure('Friday: promises kept by the rule, two weeks before', share(byRule), '%', {
    atMost: MIN_ON_TIME_PERCENT - 1,
  });
  report.figure('Friday: minutes promised, p50', percentile(learned.promised, 50), 'min');
  report.figure('Friday: minutes it took, p50', percentile(learned.took, 50), 'min');
  report.figure('Friday: errors', errors.length, 'errors', { atMost: 0 });
  for (const words of errors.slice(0, 5)) report.step(words);
  report.figure('Friday: rules of the books, broken', broken.length, 'rules', { atMost: 0 });
  for (const { holds, times } of broken.slice(0, 5)) report.step(`${holds}: not ${times} times`);
}

function share({ onTime, ready }: PromiseScore): number {
  return (onTime / ready) * 100;
}

interface PromiseScore {
  readonly ready: number;
  readonly onTime: number;
  /** Promised minutes, from when the kitchen counts. */
  readonly promised: readonly number[];
  readonly took: readonly number[];
  readonly refused: ReadonlyMap<string, number>;
  readonly errors: readonly string[];
}

/** An order in the kitchen. */
interface Ticket {
  readonly orderId: string;
  readonly promisedFor: number;
  readonly fires: number;
  readonly units: number;
  /** The time it will be ready. Null until started. */
  doneAt: number | null;
}

async function evening(
  kitchen: Kitchen,
  { opensAt, orders, random }: { readonly opensAt: number; readonly orders: number; readonly random: Random },
): Promise<PromiseScore> {
  const { call } = kitchen;
  kitchen.set(opensAt);
  const [admin, cook] = [await signIn(kitchen, 'admin@demo.test'), await signIn(kitchen, 'staff.truro@demo.test')];
  await call('updateLocation', { body: { locationId: PLACE, updates: { slotRules: [LIMIT] } } }, admin);
  const { location } = (await call('getLocation', { query: { locationId: PLACE } })).body;
  const menu = (await call('getLocationMenu', { query: { locationId: PLACE } })).body;
  const dishes = menu.items.filter(({ isAvailable }) => isAvailable);

  const errors: string[] = [];
  const refused = new Map<string, number>();
  const tickets = new Map<string, Ticket>();
  const [promised, took]: [number[], number[]] = [[], []];
  let stored = 0;
  const count = ({ orderId, items, estimatedReady, firesAt }: Placed) =>
    tickets.set(orderId, {
      orderId,
      promisedFor: Date.parse(estimatedReady ?? ''),
      fires: Date.parse(firesAt ?? ''),
      units: items.reduce((sum, item) => sum + item.quantity, 0),
      doneAt: null,
    });
  const refuse = (code: string | undefined, words: string) => {
    if (code && FORESEEN.has(code)) refused.set(code, (refused.get(code) ?? 0) + 1);
    else errors.push(words);
  };
  const guest = async (): Promise<void> => {
    const requested: Record<string, number> = {};
    for (let n = randomBetween(random, 1, 2); n > 0; n--)
      requested[pickRandom(random, dishes).id] = randomBetween(random, 1, 2);
    const key = randomUUID();
    // Draw all random numbers before waiting, so that the same seed gives the same guests.
    const [fate, luck] = [random(), random()];
    const customer = { name: 'Friday Guest', email: `${key}@example.test`, phone: '(902) 555-0150' };
    const payload = payloadFor(location, menu, { dishes: requested, customer });
    const as = { 'x-api-key': DEMO_CUSTOMER_KEY, 'idempotency-key': key };
    const ahead = new Date(
      (Math.floor(kitchen.clock.now().getTime() / QUARTER) + randomBetween(random, 3, 8)) * QUARTER,
    );
    if (fate < PAYS_BY_CARD) return payByCard(payload, as, luck);
    const wantedFor = fate < PAYS_BY_CARD + CHOOSES_A_TIME ? ahead.toISOString() : null;
    const first = await call('createCustomerOrderCash', { body: { ...payload, wantedFor } }, as);
    const [nearest] = first.body.nearest ?? [];
    const placed =
      first.status === 409 && nearest
        ? await call(
            'createCustomerOrderCash',
            { body: { ...payload, wantedFor: nearest } },
            { ...as, 'idempotency-key': randomUUID() },
          )
        : first;
    if (first !== placed) refuse(first.body.code, first.body.error ?? '');
    if (placed.status !== 200) return refuse(placed.body.code, `${placed.status} ${placed.body.error}`);
    count(placed.body.order);
    if (luck < REGRETS) {
      const { orderId } = placed.body.order;
      await call('cancelOrder', { body: { orderId, cancelReason: 'Changed their mind' } }, admin);
      tickets.delete(orderId);
    }
  };
  const payByCard = async (payload: ReturnType<typeof payloadFor>, as: Caller, fate: number): Promise<void> => {
    const orderData = { ...payload, paymentMethod: 'online' as const };
    const page = await call('createCustomerPayment', { body: { orderData } }, as);
    if (page.status !== 200) return refuse(page.body.code, `${page.status} ${page.body.error}`);
    const { sessionId, paymentUrl } = page.body;
    const fields: Record<string, string> =
      fate < LEAVES_THE_PAGE ? { action: 'cancel' } : { action: 'pay', card: CARDS.pays };
    await kitchen.send(new URL(paymentUrl).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
    await deliver(kitchen);
    if (fate < LEAVES_THE_PAGE) return;
    const { order } = (await call('getOrderBySessionId', { body: { sessionId } }, as)).body;
    if (order) count(order);
    else errors.push(`paid, and no order: ${sessionId}`);
  };
  const step = async (orderId: string, status: 'preparing' | 'ready' | 'completed') => {
    const { body, status: code } = await call('updateOrderStatus', { body: { orderId, status } }, cook);
    if (code !== 200) errors.push(`${orderId} to ${status}: ${body.error}`);
  };

  const begin = async (ticket: Ticket, now: number) => {
    const open = [...tickets.values()].filter(({ doneAt }) => doneAt !== null);
    const load = open.reduce((sum, { units }) => sum + units, ticket.units);
    ticket.doneAt = now + cookingMinutes(random, ticket.units, load) * MINUTE;
    await step(ticket.orderId, 'preparing');
  };
  const end = async ({ orderId, fires, promisedFor }: Ticket, now: number) => {
    await step(orderId, 'ready');
    await step(orderId, 'completed');
    tickets.delete(orderId);
    promised.push((promisedFor - fires) / MINUTE);
    took.push((now - fires) / MINUTE);
    if (now <= promisedFor) stored++;
  };
  /** Give each its own second: many orders ready in the same second look like a screen being cleared. */
  const work = async (from: number, until: number) => {
    for (;;) {
      const [next] = [...tickets.values()]
        .map((ticket) => ({ ticket, at: ticket.doneAt ?? Math.max(ticket.fires, from) }))
        .toSorted((a, b) => a.at - b.at);
      if (!next || next.at >= until) return;
      kitchen.set(next.at);
      await (next.ticket.doneAt === null ? begin : end)(next.ticket, next.at);
    }
  };

  let come = 0;
  for (let minute = 0; minute < LASTS_MINUTES; minute++) {
    const from = opensAt + minute * MINUTE;
    kitchen.set(from);
    const due = Math.min(orders, Math.round(orders * cameBy(minute)));
    // Guests of the same minute order simultaneously.
    await Promise.all(Array.from({ length: due - come }, guest));
    come = due;
    await work(from, from + MINUTE);
  }
  for (const { orderId } of tickets.values()) errors.push(`never ready: ${orderId}`);
  return { ready: took.length, onTime: stored, promised, took, refused, errors };
}

type Placed = Pick<ResponseOf<'createCustomerOrderCash'>['order'], 'orderId' | 'items' | 'estimatedReady' | 'firesAt'>;
const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const PAYS_BY_CARD = 0.25;
const CHOOSES_A_TIME = 0.15;
const LEAVES_THE_PAGE = 0.15;
const REGRETS = 0.04;
const FORESEEN: ReadonlySet<string> = new Set(['time-unavailable', 'location-closed']);

/** The share of guests that has arrived by this minute: rising to the peak, then falling. */
function cameBy(minute: number): number {
  const at = Math.min(minute, COME_FOR_MINUTES);
  if (at <= PEAK_MINUTE) return (at * at) / (PEAK_MINUTE * COME_FOR_MINUTES);
  const left = COME_FOR_MINUTES - at;
  return 1 - (left * left) / ((COME_FOR_MINUTES - PEAK_MINUTE) * COME_FOR_MINUTES);
}

/**
 * Counts the orders of the last Friday. The use of the slots is computed from the orders instead of the slot counters.
 */
async function countOrders({ database }: Context): Promise<Record<'orders' | 'over' | 'moved' | 'byLearned', number>> {
  const { rows } = await database.pool.query<Record<'orders' | 'over' | 'moved' | 'byLearned', number>>(
    `with placed as (
       select o.grounds, o.business_date = $2::date as is_last,
              (select sum(quantity) from order_items i where i.order_id = o.id) as units
       from orders o where o.location_id = $1 and o.order_time >= $3::timestamptz and o.status <> 'cancelled'
     )
     select (select count(*) from (
              select from placed where grounds ->> 'slot' is not null group by grounds ->> 'slot'
              having count(*) > $4 or sum(units) > $5
            ) full_ones)::int as over,
            count(*)::int as orders,
            count(*) filter (where (grounds ->> 'moved')::int > 0)::int as moved,
            count(*) filter (where grounds ->> 'source' = 'learned')::int as "byLearned"
     from placed where is_last`,
    [PLACE, FRIDAYS.at(-1), FRIDAYS[0] + OPENS, LIMIT.mostOrders, LIMIT.mostUnits],
  );
  const [counted] = rows;
  if (!counted) throw new Error('a count answers one row');
  return counted;
}

async function deliver({ context, send }: Kitchen): Promise<void> {
  await context.payments?.ownEvents?.deliver(
    async (body, headers) => (await send('/api/webhooks/sandbox', { method: 'POST', headers, body })).status,
  );
}

async function signIn({ send }: Kitchen, email: string): Promise<Caller> {
  const answer = await send('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  return {
    cookie: answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; '),
  };
}

/** Starts a server in this process with its own database and a test clock. */
async function openKitchen(postgres: OwnPostgres, name: string): Promise<Kitchen & AsyncDisposable> {
  await postgres.query(`create database ${name}`, [], 'postgres');
  const connection = { ...postgres.connection, database: name };
  const bare = openDatabase({ ...connection, max: 1 }, () => undefined);
  await migrate(bare.untyped);
  await bare.close();
  const folder = await mkdtemp(path.join(tmpdir(), 'tiffin-friday-'));
  let at = new Date(FRIDAYS[0] + LEARNS);
  const clock = { now: () => new Date(at) };
  const env = { NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: '1', RATE_LIMITS: '0' };
  const context = await createContext(readConfig(env), connection, { clock });
  await writeDemo(context);
  await context.events.start();
  const door = createApp(context);
  const host = 'http://tiffin.test';
  const send: Kitchen['send'] = async (to, init = {}) => {
    const headers = new Headers({ host: 'tiffin.test', origin: host });
    new Headers(init.headers).forEach((value, header) => headers.set(header, value));
    return door(new Request(host + to, { ...init, headers }));
  };
  return {
    context,
    clock,
    send,
    set: (moment) => {
      at = new Date(moment);
    },
    async call(call, input, as = {}) {
      const { query, body } = input as { query?: Record<string, string>; body?: unknown };
      const search = query ? `?${new URLSearchParams(query).toString()}` : '';
      const init = isPostCall(call)
        ? { method: 'POST', headers: { 'content-type': 'application/json', ...as }, body: JSON.stringify(body ?? {}) }
        : { headers: { ...as } };
      const answer = await send(`/api/${call}${search}`, init);
      return { status: answer.status, body: (await answer.json()) as never };
    },
    async [Symbol.asyncDispose]() {
      await context.events.stop();
      await context.database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
