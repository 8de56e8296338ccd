import { useEffect, useEffectEvent } from 'react';
import type { LiveEventType } from '@tiffin/contract/events';
import { parseJsonFields } from '@tiffin/domain/core';
import { reportResponse, reportNoResponse } from '../offline/online.ts';
import { watchPersonOfTab } from '../session/person.ts';
import { pageAge } from './page-age.ts';
import { syncServerClock } from './server-clock.ts';
import { updateStreamState, streamState } from './stream-state.ts';

export interface LiveEvent {
  readonly type: LiveEventType;
  readonly locationId: string | null;
  /** The other fields of the event; the reader validates them. */
  readonly data: Readonly<Record<string, unknown>>;
}

type Listener = (event: LiveEvent) => void;

const listeners = new Map<LiveEventType, Set<Listener>>();

/** Ends the stream; null while there are no listeners. */
let endStream: (() => void) | null = null;

/** One stream for all listeners, open while there are any. It reconnects without losing events. */
export function listenToLiveEvents(types: readonly LiveEventType[], listener: Listener): () => void {
  for (const type of types) {
    const existing = listeners.get(type);
    if (existing) existing.add(listener);
    else listeners.set(type, new Set([listener]));
  }
  open();
  return () => {
    for (const type of types) {
      listeners.get(type)?.delete(listener);
      if (listeners.get(type)?.size === 0) listeners.delete(type);
    }
    if (listeners.size === 0) close();
  };
}

/** What lets a page receive events without a session: the link of an order, a phone at a table, or the key of a pick-up screen. */
type StreamAccess =
  | Readonly<Record<'orderId' | 'token', string>>
  | { readonly tableToken: string }
  | { readonly screenKey: string };

/** The access as a query; null if the page needs none. */
let access: string | null = null;

/** Reopens the stream with this access. */
export function setStreamAccess(next: StreamAccess | null): void {
  const query = next && new URLSearchParams({ ...next }).toString();
  if (access === query) return;
  access = query;
  reopen();
}

function open(): void {
  if (endStream) return;
  const stop = startStream();
  const unwatch = watchPersonOfTab(reopen);
  endStream = () => {
    unwatch();
    stop();
  };
}

function close(): void {
  endStream?.();
  endStream = null;
  updateStreamState({ state: 'closed' });
}

function reopen(): void {
  if (!endStream) return;
  close();
  open();
}

/** An `EventSource` names each type that it listens to. */
const TYPES: Readonly<Record<LiveEventType, true>> = {
  'menu.changed': true,
  'location.changed': true,
  'order.created': true,
  'order.updated': true,
  'reservation.created': true,
  'reservation.updated': true,
  'floor.changed': true,
  'day.changed': true,
  'user.changed': true,
  'site.changed': true,
  'message.failed': true,
  'mailing.updated': true,
  'payment.attention': true,
  reset: true,
};

/** The server sends a heartbeat every 15 seconds. After two missed ones the stream counts as dead. */
const SILENCE_MS = 35_000;
const WATCH_MS = 5_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

/**
 * Without TLS there is no HTTP/2, and browsers open at most six connections to a server. So a hidden tab has no stream
 * then, and continues after its last event when it is shown.
 */
const isPaused = () => document.hidden && location.protocol === 'http:';

/** Starts a stream that reconnects, without losing events, until the returned function is called. */
function startStream(): () => void {
  /** The last event; null until the stream has begun. */
  let lastEventId: string | null = null;
  let source: EventSource | null = null;
  let waitMs = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let silenceTimer: ReturnType<typeof setInterval> | undefined;
  const stop = new AbortController();

  function connect(): void {
    disconnect();
    const stream = new EventSource(`/api/events${streamQuery(lastEventId)}`);
    source = stream;
    updateStreamState({ state: 'connecting', lastMessageAt: performance.now() });
    silenceTimer = setInterval(() => {
      if (performance.now() - streamState().lastMessageAt < SILENCE_MS) return;
      reportLoss();
      reconnect();
    }, WATCH_MS);
    stream.addEventListener('beat', noteMessage);
    stream.addEventListener('hello', (message: MessageEvent<string>) => {
      waitMs = 0;
      const { at } = parseJsonFields(message.data);
      if (typeof at === 'string') syncServerClock(at);
      // The back office loads its board again, because a stream without a position may have missed something.
      if (lastEventId === null) updateStreamState({ gapCount: streamState().gapCount + 1 });
      noteMessage(message);
    });
    for (const type of Object.keys(TYPES) as LiveEventType[]) {
      stream.addEventListener(type, (message: MessageEvent<string>) => {
        noteMessage(message);
        dispatch(type, message.data);
      });
    }
    stream.addEventListener('error', () => {
      reportLoss();
      // The browser reconnects, unless it was refused or has no event id. Then this code reconnects with growing delays.
      if (stream.readyState === EventSource.CLOSED || lastEventId === null) reconnect();
    });
  }

  function noteMessage(message: MessageEvent<string>): void {
    lastEventId = message.lastEventId || lastEventId;
    reportResponse();
    updateStreamState({ state: 'live', lastMessageAt: performance.now() });
  }

  function reconnect(): void {
    disconnect();
    waitMs = waitMs === 0 ? FIRST_RETRY_MS : Math.min(waitMs * 2, LONGEST_RETRY_MS);
    retryTimer = setTimeout(connect, waitMs);
  }

  function disconnect(): void {
    clearTimeout(retryTimer);
    clearInterval(silenceTimer);
    source?.close();
    source = null;
  }

  function pause(): void {
    disconnect();
    updateStreamState({ state: 'lost' });
  }

  // A page that the browser stores for Back must not hold a connection.
  addEventListener('pagehide', pause, { signal: stop.signal });
  for (const event of ['pageshow', 'visibilitychange']) {
    const follow = () => {
      if (isPaused()) pause();
      else if (!document.hidden && !source) connect();
    };
    addEventListener(event, follow, { signal: stop.signal });
  }
  if (isPaused()) pause();
  else connect();
  return () => {
    stop.abort();
    disconnect();
  };
}

function reportLoss(): void {
  updateStreamState({ state: 'lost' });
  reportNoResponse();
}

/**
 * Where the stream starts, and the page's access. With the age of the page, the server tells it to reload if something
 * changed since; the back office loads its lists itself.
 */
function streamQuery(lastEventId: string | null): string {
  const isOffice = document.documentElement.dataset['surface'] === 'staff';
  const age = isOffice ? null : `shownFor=${pageAge()}`;
  const start = lastEventId === null ? age : `lastEventId=${encodeURIComponent(lastEventId)}`;
  const query = [start, access].filter(Boolean).join('&');
  return query && `?${query}`;
}

function dispatch(type: LiveEventType, text: string): void {
  const data = parseJsonFields(text);
  const locationId = typeof data['locationId'] === 'string' ? data['locationId'] : null;
  for (const listener of listeners.get(type) ?? []) listener({ type, locationId, data });
}

/** Calls back with each live event of these types while the component is mounted. */
export function useLiveEvents(types: readonly LiveEventType[], onEvent: Listener): void {
  const handleEvent = useEffectEvent(onEvent);
  const list = types.join(' ');
  useEffect(() => {
    const requested = list.split(' ').filter((type): type is LiveEventType => type !== '');
    return listenToLiveEvents(requested, (event) => handleEvent(event));
  }, [list]);
}
