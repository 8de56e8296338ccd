import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveEvent } from './live-events.ts';

// A fresh page: the module has no listeners.
vi.resetModules();
const { markPageRequested: noteRequest } = await import('./page-age.ts');
const { listenToLiveEvents } = await import('./live-events.ts');
const { serverNow } = await import('./server-clock.ts');
const { streamState } = await import('./stream-state.ts');
const { rememberPerson } = await import('../session/person.ts');

/** A fake `EventSource` with the members that we use, controlled by the test. */
class Line extends EventTarget {
  static readonly CLOSED = 2;
  static readonly all: Line[] = [];
  readyState = 0;
  /** The number of listeners of this stream. */
  listening = 0;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    Line.all.push(this);
  }

  override addEventListener(...args: Parameters<EventTarget['addEventListener']>): void {
    this.listening++;
    super.addEventListener(...args);
  }

  close(): void {
    this.readyState = Line.CLOSED;
  }

  say(event: string, data: object = {}, lastEventId = ''): void {
    this.readyState = 1;
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data), lastEventId }));
  }

  fail(forGood: boolean): void {
    this.readyState = forGood ? Line.CLOSED : 0;
    this.dispatchEvent(new Event('error'));
  }
}

const SERVER_EVENING = Date.parse('2026-11-20T22:00:00Z');
const HOUR = 3_600_000;
const BEAT = 15_000;
/** The events of the window. */
let windowEvents: EventTarget;

beforeEach(() => {
  Line.all.length = 0;
  // a device whose clock is at 2001
  vi.useFakeTimers({ now: new Date('2001-01-01T00:00:00Z') });
  vi.stubGlobal('EventSource', Line);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));
  vi.stubGlobal('navigator', { onLine: true });
  windowEvents = new EventTarget();
  vi.stubGlobal('addEventListener', windowEvents.addEventListener.bind(windowEvents));
  vi.stubGlobal('document', { hidden: false, documentElement: { dataset: {} } });
  vi.stubGlobal('location', { protocol: 'http:' });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const open = () => Line.all.filter((line) => line.readyState !== Line.CLOSED);

test('a board left open overnight has one stream, a constant number of listeners and timers, every event once, and the right time', async () => {
  const began = performance.now();
  const serverTime = () => new Date(SERVER_EVENING + performance.now() - began).toISOString();
  const received: string[] = [];
  const stop = listenToLiveEvents(['order.updated', 'reset'], ({ data }: LiveEvent) =>
    received.push(String(data['name'])),
  );
  const sent: string[] = [];
  const greet = (line: Line) => line.say('hello', { at: serverTime() }, String(sent.length));
  const [first] = open();
  if (!first) throw new Error('no line was opened');
  greet(first);
  const atFirst = { listening: first.listening, timers: vi.getTimerCount() };

  for (let beat = 1; beat <= (12 * HOUR) / BEAT; beat++) {
    await vi.advanceTimersByTimeAsync(BEAT);
    const [line] = open();
    if (!line) throw new Error('nobody listens');
    if (beat % 240 === 0) {
      // once an hour the server refuses the stream: the next attempt is a second later
      line.fail(true);
      await vi.advanceTimersByTimeAsync(1_000);
      for (const next of open()) greet(next);
    } else if (beat % 100 === 0) {
      // sometimes it breaks and the browser reconnects
      line.fail(false);
      greet(line);
    } else if (beat % 333 === 0) {
      // or it goes silent, which the missing heartbeats reveal
      await vi.advanceTimersByTimeAsync(45_000);
      for (const next of open()) greet(next);
    } else {
      line.say('beat');
    }
    if (beat % 7 === 0) {
      sent.push(`order ${beat}`);
      for (const next of open()) next.say('order.updated', { name: sent.at(-1) }, String(sent.length));
    }
    expect(open()).toHaveLength(1);
    expect(open()[0]?.listening).toBe(atFirst.listening);
    expect(vi.getTimerCount()).toBeLessThanOrEqual(atFirst.timers + 1);
  }

  expect(received).toEqual(sent);
  expect(streamState()).toMatchObject({ state: 'live', gapCount: 1 });
  expect(Math.abs(serverNow().getTime() - Date.parse(serverTime()))).toBeLessThan(1_000);
  stop();
  expect(open()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a reopened stream continues after the last complete event', async () => {
  const received: unknown[] = [];
  const stop = listenToLiveEvents(['order.updated'], ({ data }) => received.push(data['name']));
  const [line] = open();
  line?.say('hello', {}, '7-1');
  line?.say('order.updated', { name: 'whole' }, '7-2');
  line?.fail(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(open()[0]?.url).toBe('/api/events?lastEventId=7-2');
  expect(received).toEqual(['whole']);
  stop();
});

test('a stream without a last event id sends the age of the page, each time newly computed', async () => {
  await vi.advanceTimersByTimeAsync(4_000);
  const stop = listenToLiveEvents(['menu.changed'], () => {});
  const shownFor = () => Number(/shownFor=(\d+)$/.exec(open()[0]?.url ?? '')?.[1]);
  const atFirst = shownFor();
  // the server becomes unavailable before it sent an event id
  open()[0]?.fail(false);
  expect(open()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shownFor() - atFirst).toBe(1_000);
  stop();
  // During a navigation nothing listens; the age of the data is measured from its start.
  noteRequest();
  await vi.advanceTimersByTimeAsync(300);
  const again = listenToLiveEvents(['menu.changed'], () => {});
  expect(shownFor()).toBe(300);
  again();
});

test('ignores invalid events and keeps the stream open', () => {
  const received: LiveEvent[] = [];
  const stop = listenToLiveEvents(['order.updated'], (event) => received.push(event));
  const [line] = open();
  line?.dispatchEvent(new MessageEvent('order.updated', { data: '{"order":{"id":"TR' }));
  expect(received).toEqual([{ type: 'order.updated', locationId: null, data: {} }]);
  expect(open()).toHaveLength(1);
  stop();
});

test('a person who signs in gets a new stream in the same page', async () => {
  const stop = listenToLiveEvents(['order.updated'], () => {});
  const [before] = open();
  before?.say('hello', {}, '7-1');
  // Nothing is stored on this device, so nothing must be removed.
  await rememberPerson('ana staff truro').catch(() => undefined);
  const [after, ...others] = open();
  expect(others).toEqual([]);
  expect(after).not.toBe(before);
  expect(after?.url).not.toContain('lastEventId');
  stop();
});

function hide(hidden: boolean): void {
  Object.assign(document, { hidden });
  windowEvents.dispatchEvent(new Event('visibilitychange'));
}

test('without TLS a hidden tab takes no connection, and continues after its last event when it is shown', () => {
  const stop = listenToLiveEvents(['order.updated'], () => {});
  open()[0]?.say('hello', {}, '7-1');
  hide(true);
  expect(open()).toEqual([]);
  // The board polls meanwhile.
  expect(streamState().state).toBe('lost');
  hide(false);
  expect(open().map(({ url }) => url)).toEqual(['/api/events?lastEventId=7-1']);
  stop();
  hide(true);
  const opensInBackground = listenToLiveEvents(['order.updated'], () => {});
  expect(open()).toEqual([]);
  hide(false);
  expect(open()).toHaveLength(1);
  opensInBackground();
  hide(true);
  hide(false);
  expect(open()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('with TLS a hidden tab receives events', () => {
  vi.stubGlobal('location', { protocol: 'https:' });
  const stop = listenToLiveEvents(['order.updated'], () => {});
  hide(true);
  expect(open()).toHaveLength(1);
  stop();
});

test('a page that the browser stores for Back takes no connection until it is shown again', () => {
  vi.stubGlobal('location', { protocol: 'https:' });
  const stop = listenToLiveEvents(['order.updated'], () => {});
  open()[0]?.say('hello', {}, '7-1');
  windowEvents.dispatchEvent(new Event('pagehide'));
  hide(true);
  expect(open()).toEqual([]);
  hide(false);
  windowEvents.dispatchEvent(new Event('pageshow'));
  expect(open().map(({ url }) => url)).toEqual(['/api/events?lastEventId=7-1']);
  stop();
});
