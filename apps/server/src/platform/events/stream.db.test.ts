import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { EventType } from '@tiffin/contract/events';
import type { Actor, KeyScope } from '@tiffin/domain/people';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { transaction } from '../db/transaction.ts';
import { testServer, type Caller } from '../../testing/server.ts';
import type { LoggedEvent } from './log.ts';
import { closeAllStreams, eventStream, MOST_STREAMS } from './stream.ts';

const server = await testServer();
const { context } = server;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

interface ReceivedStream {
  id: string | null;
  event: string;
  data: Record<string, unknown>;
}

const PATIENT = { timeout: 30_000 };

let eventFilter: AbortController[] = [];

// The server notices a closed stream a moment later. The next test needs a count of zero.
afterEach(async () => {
  for (const ear of eventFilter) ear.abort();
  eventFilter = [];
  vi.useRealTimers();
  vi.restoreAllMocks();
  // A stream that stays open fails only its own test.
  await linesOpen(0).finally(closeAllStreams);
});

async function linesOpen(count: number): Promise<void> {
  await vi.waitUntil(() => context.metrics.openStreams === count, PATIENT);
}

/** Opens the stream as this caller and collects its events. */
async function listen(as: Caller, query = '') {
  const stop = new AbortController();
  eventFilter.push(stop);
  const answer = await server.fetch(`/api/events${query}`, { signal: stop.signal }, as);
  const reader = answer.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  const received: ReceivedStream[] = [];
  return {
    answer,
    received,
    close: () => stop.abort(),
    async until(enough: (received: ReceivedStream[]) => boolean): Promise<ReceivedStream[]> {
      while (!enough(received)) {
        const chunk = await reader?.read();
        if (!chunk || chunk.done) break;
        text += decoder.decode(chunk.value, { stream: true });
        for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
          const block = text.slice(0, end);
          text = text.slice(end + 2);
          const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null;
          const event = field('event');
          if (event)
            received.push({
              id: field('id'),
              event,
              data: JSON.parse(field('data') ?? '{}') as Record<string, unknown>,
            });
        }
      }
      return received;
    },
  };
}

function happen(type: EventType, locationId: string | null, userId: string | null = null, name = 'x') {
  return transaction(context.db, (tx) =>
    context.events.append(tx, { type, locationId, userId, at: context.clock.now(), data: { name } }),
  );
}

/** The cursor of the last event. */
async function lastCursor(): Promise<string> {
  const { rows } = await sql<{ cursor: string }>`
    select transaction::text || '-' || id::text as cursor from events order by transaction desc, id desc limit 1
  `.execute(context.db);
  return rows[0]?.cursor ?? '';
}

/** Waits until the server has delivered all events. */
async function allDelivered(): Promise<void> {
  const end = await lastCursor();
  await vi.waitUntil(() => context.events.cursor === end, PATIENT);
}

const mayHearTable: Array<[who: string, hears: string[]]> = [
  ['nobody', ['menu.changed']],
  ['customer@demo.test', ['order.updated:own', 'menu.changed']],
  ['customer2@demo.test', ['menu.changed']],
  ['staff.truro@demo.test', ['order.created', 'order.updated:own', 'reservation.created', 'menu.changed']],
  ['staff.glasgow@demo.test', ['menu.changed']],
  ['admin@demo.test', ['order.created', 'order.updated:own', 'reservation.created', 'message.failed', 'menu.changed']],
  ['a key for orders and menus', ['order.created', 'order.updated:own', 'menu.changed']],
  ['a key for messages and menus', ['message.failed', 'menu.changed']],
  ['a key of Truro', ['order.created', 'order.updated:own', 'reservation.created', 'menu.changed']],
  ['a key of New Glasgow', ['menu.changed']],
];

const LIMITS_OF_KEYS: Readonly<Record<string, { scopes?: KeyScope[]; locationIds?: string[] }>> = {
  'a key for orders and menus': { scopes: ['orders:read', 'menu:read'] },
  'a key for messages and menus': { scopes: ['messages:read', 'menu:read'] },
  'a key of Truro': { locationIds: ['truro'] },
  'a key of New Glasgow': { locationIds: ['new-glasgow'] },
};

async function callerOf(who: string): Promise<Caller> {
  const limits = LIMITS_OF_KEYS[who];
  if (!limits) return who === 'nobody' ? {} : server.signIn(who);
  const admin = await server.signIn('admin@demo.test');
  const { status, body } = await server.call('createApiKey', { body: { name: who, ...limits } }, admin);
  expect(status).toBe(200);
  return { 'x-api-key': body.key ?? '' };
}

test.each(mayHearTable)('%s receives exactly the events they may read', async (who, hears) => {
  const as = await callerOf(who);
  const owner = await context.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'customer@demo.test')
    .executeTakeFirstOrThrow();
  const ear = await listen(as);
  await ear.until((received) => received.some((each) => each.event === 'hello'));
  await happen('order.created', 'truro', owner.id);
  await happen('order.updated', 'truro', owner.id, 'own');
  await happen('reservation.created', 'truro');
  await happen('message.failed', null);
  await happen('menu.changed', 'new-glasgow');
  const received = await ear.until((all) => all.some((each) => each.event === 'menu.changed'));
  ear.close();
  const names = received.slice(1).map((each) => (each.data['name'] === 'own' ? `${each.event}:own` : each.event));
  expect(names).toEqual(hears);
});

test('a reader reconnects from its last id without gaps or duplicates', async () => {
  const as = await server.signIn('staff.truro@demo.test');
  const first = await listen(as);
  await first.until((received) => received.length > 0);
  await happen('order.created', 'truro', null, 'seen');
  const before = await first.until((received) => received.some((each) => each.data['name'] === 'seen'));
  first.close();
  for (let i = 0; i < 5; i++) await happen('order.created', 'truro', null, `missed ${i}`);
  const last = before.at(-1)?.id ?? '';
  const second = await listen(as, `?lastEventId=${encodeURIComponent(last)}`);
  await happen('order.created', 'truro', null, 'live again');
  const after = await second.until((received) => received.some((each) => each.data['name'] === 'live again'));
  second.close();
  const names = after.filter((each) => each.event === 'order.created').map((each) => each.data['name']);
  expect(names).toEqual(['missed 0', 'missed 1', 'missed 2', 'missed 3', 'missed 4', 'live again']);
});

test('a server that is behind the reader’s previous server sends no event twice', async () => {
  await allDelivered();
  const before = context.events.cursor;
  const reported: LoggedEvent[] = [];
  const unlisten = context.events.listen((events) => void reported.push(...events));
  await happen('menu.changed', 'truro', null, 'heard elsewhere');
  await happen('menu.changed', 'truro', null, 'news');
  await vi.waitUntil(() => reported.length === 2, PATIENT);
  unlisten();
  vi.spyOn(context.events, 'cursor', 'get').mockReturnValue(before);
  let notify: (events: LoggedEvent[]) => void = () => undefined;
  vi.spyOn(context.events, 'listen').mockImplementation((listener) => {
    notify = listener;
    return () => undefined;
  });
  const ear = await listen({}, `?lastEventId=${reported[0]?.cursor}`);
  await ear.until((received) => received.length > 0);
  for (const event of reported) notify([event]);
  const received = await ear.until((all) => all.some((each) => each.data['name'] === 'news'));
  ear.close();
  expect(received.map((each) => each.data['name'] ?? each.event)).toEqual(['hello', 'news']);
});

test('a guest who reconnects gets public events and their own, and none of others', async () => {
  const as = await server.signIn('customer@demo.test');
  const { body } = await server.call('getMe', {}, as);
  const mine = body.me?.uid ?? '';
  await happen('menu.changed', 'truro', null, 'before');
  const first = await listen(as);
  await happen('menu.changed', 'truro', null, 'seen');
  const before = await first.until((received) => received.some((each) => each.data['name'] === 'seen'));
  first.close();
  await happen('order.updated', 'truro', mine, 'mine');
  await happen('order.updated', 'truro', 'somebody-else', 'theirs');
  await happen('menu.changed', 'truro', null, 'everybody’s');
  const second = await listen(as, `?lastEventId=${encodeURIComponent(before.at(-1)?.id ?? '')}`);
  await happen('menu.changed', 'truro', null, 'live again');
  const after = await second.until((received) => received.some((each) => each.data['name'] === 'live again'));
  second.close();
  expect(after.flatMap((each) => each.data['name'] ?? [])).toEqual(['mine', 'everybody’s', 'live again']);
});

test('detects that a reader missed too many events without reading them', async () => {
  const from = context.events.cursor;
  expect(await context.events.hasMoreThan(2, from)).toBe(false);
  for (let i = 0; i < 3; i++) await happen('order.created', 'truro', null, `one of three ${i}`);
  expect(await context.events.hasMoreThan(2, from)).toBe(true);
  expect(await context.events.hasMoreThan(3, from)).toBe(false);
  expect(await context.events.hasMoreThan(3, 'nonsense')).toBe(true);
});

test('a reader whose last id is no longer in the log is told to reload', async () => {
  await context.db.deleteFrom('events').execute();
  await happen('menu.changed', 'truro');
  const ear = await listen({}, '?lastEventId=1-1');
  const received = await ear.until((all) => all.some((each) => each.event === 'reset'));
  ear.close();
  expect(received.map((each) => each.event)).toContain('reset');
});

test.each([
  ['its hours are over', "update sessions set expires_at = '2020-01-01'"],
  ['it is deleted', 'delete from sessions'],
])('a stream ends within a minute of its session: %s', async (_how, end) => {
  const as = await server.signIn('staff.truro@demo.test');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const ear = await listen(as);
  await ear.until((received) => received.length > 0);
  vi.advanceTimersByTime(60_000);
  await ear.until((received) => received.filter(({ event }) => event === 'beat').length === 4);
  expect(context.metrics.openStreams).toBe(1);
  await context.database.pool.query(end);
  vi.advanceTimersByTime(60_000);
  await linesOpen(0);
});

test('a board that is open all night gets a heartbeat every 15 seconds, uses one listener, accumulates nothing and gets the morning’s event', async () => {
  await allDelivered();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const actor: Actor = {
    kind: 'person',
    userId: 'night',
    role: 'admin',
    locationIds: [],
    email: 'night@example.test',
    name: 'Night',
  };
  const before = context.metrics.openStreams;
  const stop = new AbortController();
  eventFilter.push(stop);
  const reader = eventStream(context, {
    actor,
    address: null,
    lastEventId: null,
    request: new Request('http://tiffin.test/api/events', { signal: stop.signal }),
  }).body?.getReader();
  const next = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect(await next()).toContain('event: hello');
  const reserved: number[] = [];
  for (let hour = 0; hour < 12; hour++) {
    for (let beat = 0; beat < 240; beat++) {
      vi.advanceTimersByTime(15_000);
      expect(await next()).toBe('event: beat\ndata: {}\n\n');
    }
    collectGarbage();
    reserved.push(process.memoryUsage().heapUsed);
  }
  expect(context.metrics.openStreams).toBe(before + 1);
  expect(vi.getTimerCount()).toBe(1);
  // The first hour warms up. In the other eleven hours memory grows by less than a megabyte.
  expect((reserved.at(-1) ?? Number.NaN) - (reserved[1] ?? Number.NaN)).toBeLessThan(1024 * 1024);
  await happen('menu.changed', null, null, 'breakfast');
  expect(await next()).toContain('breakfast');
  stop.abort();
  expect(context.metrics.openStreams).toBe(before);
  expect(vi.getTimerCount()).toBe(0);
});

test('a reader that missed too many events is told to reload', { timeout: 60_000 }, async () => {
  await happen('menu.changed', 'truro', null, 'the last they heard');
  const last = await lastCursor();
  const nearly = await listen({}, `?lastEventId=${last}`);
  await nearly.until((all) => all.length > 0);
  nearly.close();
  expect(nearly.received.map((each) => each.event)).not.toContain('reset');
  await sql`
    insert into events (type, location_id, at, data)
    select 'order.updated', 'truro', ${context.clock.now()}, '{}' from generate_series(1, 6000)
  `.execute(context.db);
  // The server has read them when its cursor has passed them.
  await allDelivered();
  const ear = await listen({}, `?lastEventId=${last}`);
  const received = await ear.until((all) => all.some((each) => each.event === 'reset'));
  ear.close();
  expect(received.map((each) => each.event)).toEqual(['hello', 'reset']);
});

test(
  'the streams of an address are limited, and signed-in people there have their own limit',
  { timeout: 60_000 },
  async () => {
    const staff = await server.signIn('staff.truro@demo.test');
    const guests = [];
    for (let n = 0; n < MOST_STREAMS.guest; n++) guests.push(await listen({}));
    expect(new Set(guests.map(({ answer }) => answer.status))).toEqual(new Set([200]));
    const late = await listen({});
    expect([late.answer.status, late.answer.headers.get('retry-after')]).toEqual([429, '30']);
    const board = await listen(staff);
    expect(board.answer.status).toBe(200);
    const guest = await server.signIn('customer@demo.test');
    const own = [];
    for (let n = 0; n < MOST_STREAMS.person; n++) own.push(await listen(guest));
    expect(new Set(own.map(({ answer }) => answer.status))).toEqual(new Set([200]));
    expect((await listen(guest)).answer.status).toBe(429);
    for (const line of own) line.close();
    guests[0]?.close();
    await linesOpen(MOST_STREAMS.guest);
    const next = await listen({});
    expect(next.answer.status).toBe(200);
  },
);

/** The first events for a reader whose page was rendered this long ago. */
async function atFirst(as: Caller, shownForMs: number): Promise<string[]> {
  const ear = await listen(as, `?shownFor=${shownForMs}`);
  await ear.until((received) => received.length > 0);
  await happen('menu.changed', 'truro', null, 'from now on');
  const received = await ear.until((all) => all.some((each) => each.data['name'] === 'from now on'));
  ear.close();
  return received.slice(0, -1).map((each) => each.event);
}

// Keep this test last, because it moves the clock ahead.
test('a change between loading a page and opening its stream makes the page reload, and nothing else does', async () => {
  const guest = await server.signIn('customer@demo.test');
  const other = await server.signIn('customer2@demo.test');
  const { id } = await context.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'customer@demo.test')
    .executeTakeFirstOrThrow();
  const clock = performance.now.bind(performance);
  let later = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clock() + later);
  const pass = (minutes: number) => {
    later += minutes * 60_000;
  };

  // Events from before the server started are unknown to it.
  expect(await atFirst({}, 3_600_000)).toEqual(['hello', 'reset']);
  // A page contains the changes from before it was rendered.
  pass(5);
  expect(await atFirst({}, 10_000)).toEqual(['hello']);
  pass(5);
  await happen('order.updated', 'truro', id);
  await vi.waitUntil(() => context.events.deliveredWithin(60_000)?.length, PATIENT);
  expect(await atFirst(other, 10_000)).toEqual(['hello']);
  pass(5);
  await happen('order.updated', 'truro', id);
  await vi.waitUntil(() => context.events.deliveredWithin(60_000)?.length, PATIENT);
  expect(await atFirst(guest, 10_000)).toEqual(['hello', 'reset']);
  // A menu change a minute ago is part of a newer page and missing in an older one.
  pass(1);
  expect(await atFirst({}, 30_000)).toEqual(['hello']);
  pass(1);
  expect(await atFirst({}, 90_000)).toEqual(['hello', 'reset']);
});
