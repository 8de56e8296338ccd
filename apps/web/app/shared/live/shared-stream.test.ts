import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StreamMessage } from './event-stream.ts';
import { joinSharedStream } from './shared-stream.ts';

interface LockRequest {
  readonly run: () => Promise<void>;
  readonly reject: (error: unknown) => void;
  readonly resolve: () => void;
}

/** The browser's locks: one holder for each name, and the others in a queue. */
class Locks {
  readonly #holders = new Map<string, LockRequest>();
  readonly #queues = new Map<string, LockRequest[]>();

  request(name: string, how: { signal?: AbortSignal; steal?: boolean }, run: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const request = { run, resolve, reject };
      const queue = this.#queues.get(name) ?? [];
      this.#queues.set(name, queue);
      how.signal?.addEventListener('abort', () => {
        const at = queue.indexOf(request);
        if (at !== -1) queue.splice(at, 1);
        reject(new DOMException('aborted', 'AbortError'));
      });
      if (how.steal) {
        this.#holders.get(name)?.reject(new DOMException('stolen', 'AbortError'));
        this.#holders.delete(name);
        queue.unshift(request);
      } else queue.push(request);
      queueMicrotask(() => this.#grant(name));
    });
  }

  #grant(name: string): void {
    const next = this.#holders.has(name) ? undefined : this.#queues.get(name)?.shift();
    if (!next) return;
    this.#holders.set(name, next);
    void next.run().then(() => {
      if (this.#holders.get(name) === next) this.#holders.delete(name);
      next.resolve();
      this.#grant(name);
      return undefined;
    });
  }
}

/** Tabs whose channels neither send nor receive, as in a frozen tab. */
const frozen = new Set<Channel>();
const channels = new Set<Channel>();

class Channel extends EventTarget {
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
    channels.add(this);
  }

  postMessage(data: unknown): void {
    if (frozen.has(this)) return;
    const copy: unknown = structuredClone(data);
    for (const each of channels) {
      if (each === this || each.name !== this.name) continue;
      queueMicrotask(() => {
        if (channels.has(each) && !frozen.has(each)) each.dispatchEvent(new MessageEvent('message', { data: copy }));
      });
    }
  }

  close(): void {
    channels.delete(this);
  }
}

let windowEvents: EventTarget;
const leaveAll: (() => void)[] = [];

beforeEach(() => {
  windowEvents = new EventTarget();
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { locks: new Locks() });
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('window', windowEvents);
});
afterEach(() => {
  for (const leave of leaveAll.splice(0)) leave();
  frozen.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The streams that are open on the server. */
const streams: FakeStream[] = [];

interface FakeStream {
  readonly from: string | null;
  readonly say: (message: StreamMessage) => void;
  readonly owner: string;
}

/** A tab that notes the ids of the events it received, `follow` and `begin`. */
function openTab(owner: string, name = 'tiffin_live') {
  const received: string[] = [];
  const before = new Set(channels);
  const leave = joinSharedStream({
    name,
    open: (from, report) => {
      const stream = { from, say: report, owner };
      streams.push(stream);
      report({ kind: 'connecting' });
      return () => {
        if (streams.includes(stream)) streams.splice(streams.indexOf(stream), 1);
      };
    },
    receive: (message) => {
      if (message.kind === 'event') received.push(message.id);
      if (message.kind === 'hello' && message.from === null) received.push('begin');
    },
    follow: ({ quietForMs }) => received.push(`follow after ${Math.round(quietForMs / 1_000)} s`),
  });
  leaveAll.push(leave);
  const channel = [...channels].find((each) => !before.has(each));
  return {
    received,
    leave,
    freeze: () => channel && frozen.add(channel),
    thaw: () => channel && frozen.delete(channel),
  };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
function only(): FakeStream {
  const [stream, ...others] = streams;
  if (!stream || others.length > 0) throw new Error(`${streams.length} streams are open`);
  return stream;
}
const hello = (from: string | null, id = from ?? '0'): StreamMessage => ({ kind: 'hello', at: null, id, from });
const event = (id: string): StreamMessage => ({ kind: 'event', type: 'order.updated', data: '{}', id });
async function say(...messages: readonly StreamMessage[]): Promise<void> {
  for (const message of messages) only().say(message);
  await settle();
}

test('ten tabs share one stream, and each receives every event once', async () => {
  const tabs = Array.from({ length: 10 }, (_, index) => openTab(`tab ${index}`));
  await settle();
  await say(hello(null), event('1'), event('2'));
  for (const { received } of tabs) expect(received).toEqual(['begin', '1', '2']);
  for (const { leave } of tabs) leave();
  await settle();
  expect(streams).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a tab that opens later is told for how long nothing happened', async () => {
  openTab('first');
  await settle();
  await say(hello(null), event('1'));
  await vi.advanceTimersByTimeAsync(20_000);
  const later = openTab('later');
  await settle();
  await say(event('2'));
  expect(later.received).toEqual(['follow after 20 s', '2']);
});

test('when the leading tab closes, another continues after the last event, without a gap', async () => {
  const [first, second, third] = [openTab('first'), openTab('second'), openTab('third')];
  await settle();
  await say(hello(null), event('1'));
  first.leave();
  await settle();
  expect(only()).toMatchObject({ owner: 'second', from: '1' });
  await say(hello('1'), event('2'));
  expect(second.received).toEqual(['begin', '1', '2']);
  expect(third.received).toEqual(['begin', '1', '2']);
});

test('a frozen leading tab is replaced, and after it thaws no event is handled twice', async () => {
  const [first, second, third] = [openTab('first'), openTab('second'), openTab('third')];
  await settle();
  await say(hello(null), event('1'));
  const frozenStream = only();
  first.freeze();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(only().owner).not.toBe('first');
  expect(only().from).toBe('1');
  await say(hello('1'), event('2'));
  first.thaw();
  // What the browser had stored for the frozen tab.
  frozenStream.say(event('2'));
  await settle();
  await say(event('3'));
  expect(second.received).toEqual(['begin', '1', '2', '3']);
  expect(third.received).toEqual(['begin', '1', '2', '3']);
  expect(first.received.filter((each) => each === '2')).toHaveLength(1);
  expect(first.received.at(-1)).toBe('3');
});

test('a stream without connection does not change the leader as long as it reports its attempts', async () => {
  openTab('first');
  openTab('second');
  await settle();
  await say(hello(null));
  for (let passed = 0; passed < 300_000; passed += 30_000) {
    await vi.advanceTimersByTimeAsync(30_000);
    await say({ kind: 'lost' }, { kind: 'connecting' });
  }
  expect(only().owner).toBe('first');
});

test('a tab that missed events follows again, and reports that it did', async () => {
  openTab('first');
  const second = openTab('second');
  await settle();
  await say(hello(null), event('1'));
  second.freeze();
  await say(event('2'));
  second.thaw();
  await say(event('3'));
  expect(second.received).toEqual(['begin', '1', '3', 'follow after 0 s']);
  await say(event('4'));
  expect(second.received.slice(-1)).toEqual(['4']);
});

test('a leader without a position begins a new stream, and the others report that they may have missed events', async () => {
  const first = openTab('first');
  await settle();
  await say(hello(null), event('1'));
  const second = openTab('second');
  // It leads before it was welcomed.
  first.leave();
  await settle();
  const third = openTab('third');
  await settle();
  expect(only()).toMatchObject({ owner: 'second', from: null });
  await say(hello(null, '5'), event('6'));
  expect(second.received).toEqual(['begin', '6']);
  expect(third.received).toEqual(['begin', '6']);
});

test('tabs with another person or another order have another stream', async () => {
  openTab('office', 'tiffin_live ana');
  const guest = openTab('guest', 'tiffin_live ana orderId=1');
  await settle();
  expect(streams.map(({ owner }) => owner)).toEqual(['office', 'guest']);
  streams[0]?.say(hello(null));
  streams[0]?.say(event('1'));
  await settle();
  expect(guest.received).toEqual([]);
});

test.each(['pagehide', 'freeze'])('at %s a tab leaves the stream to others, and returns later', async (type) => {
  const first = openTab('first');
  await settle();
  await say(hello(null), event('1'));
  windowEvents.dispatchEvent(new Event(type));
  await settle();
  expect(streams).toEqual([]);
  windowEvents.dispatchEvent(new Event(type === 'freeze' ? 'resume' : 'pageshow'));
  await settle();
  await say(hello(null));
  expect(first.received).toEqual(['begin', '1', 'begin']);
  first.leave();
  windowEvents.dispatchEvent(new Event('pageshow'));
  await settle();
  expect(streams).toEqual([]);
});

test('without locks, or where the browser refuses them, each tab has its own stream', async () => {
  vi.stubGlobal('navigator', {});
  openTab('first');
  openTab('second');
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new DOMException('no', 'SecurityError')) } });
  const refused = openTab('refused');
  await settle();
  expect(streams.map(({ owner }) => owner)).toEqual(['first', 'second', 'refused']);
  refused.leave();
  expect(streams).toHaveLength(2);
});
