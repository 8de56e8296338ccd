import { useEffect, useEffectEvent } from 'react';
import type { LiveEventType } from '@tiffin/contract/events';
import { parseJsonFields } from '@tiffin/domain/core';
import { reportResponse, reportNoResponse } from '../offline/online.ts';
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
let source: EventSource | null = null;
let subscribedTypes = new Set<LiveEventType>();

/** One stream for the whole page, open while there are listeners. The browser reconnects without losing events. */
export function listenToLiveEvents(types: readonly LiveEventType[], listener: Listener): () => void {
  for (const type of types) {
    const cached = listeners.get(type);
    if (cached) cached.add(listener);
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

/** The last event id, to continue after the browser has given the stream up. */
let place: string | null = null;
let retry: ReturnType<typeof setTimeout> | undefined;
let waitMs = 0;

/** The server sends a heartbeat every 15 seconds. After two missed ones the stream counts as dead. */
const SILENCE_MS = 35_000;
const WATCH_MS = 5_000;
let watch: ReturnType<typeof setInterval> | undefined;

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

function open(): void {
  source ??= connect();
  for (const type of listeners.keys()) {
    if (subscribedTypes.has(type)) continue;
    subscribedTypes.add(type);
    source.addEventListener(type, (message: MessageEvent<string>) => dispatch(type, message));
  }
}

/** Where the stream starts. The back office loads its lists itself, and its board again when a stream begins. */
function whereFrom(): string {
  if (place !== null) return `lastEventId=${encodeURIComponent(place)}`;
  const isOffice = typeof document !== 'undefined' && document.documentElement.dataset['surface'] === 'staff';
  return isOffice ? '' : `shownFor=${pageAge()}`;
}

/** The order of the link that this page has. Its events arrive without a session. */
let reserved: Readonly<Record<'orderId' | 'token', string>> | null = null;

/** Reopens the stream with this order. */
export function setStreamOrder(order: typeof reserved): void {
  if (reserved?.orderId === order?.orderId && reserved?.token === order?.token) return;
  reserved = order;
  if (!source) return;
  close();
  open();
}

function connect(): EventSource {
  const goesOn = place !== null;
  const query = [whereFrom(), reserved && new URLSearchParams(reserved).toString()].filter(Boolean).join('&');
  const stream = new EventSource(`/api/events${query && `?${query}`}`);
  updateStreamState({ state: 'connecting', lastMessageAt: performance.now() });
  clearInterval(watch);
  watch = setInterval(() => {
    if (stream !== source || performance.now() - streamState().lastMessageAt < SILENCE_MS) return;
    updateStreamState({ state: 'lost' });
    reportNoResponse();
    again();
  }, WATCH_MS);
  let isFirst = true;
  stream.addEventListener('beat', () => {
    updateStreamState({ state: 'live', lastMessageAt: performance.now() });
    reportResponse();
  });
  stream.addEventListener('hello', (message: MessageEvent<string>) => {
    waitMs = 0;
    reportResponse();
    const { at } = parseJsonFields(message.data);
    if (typeof at === 'string') syncServerClock(at);
    if (message.lastEventId) place = message.lastEventId;
    const begins = isFirst && !goesOn;
    isFirst = false;
    updateStreamState({
      state: 'live',
      lastMessageAt: performance.now(),
      ...(begins && { gapCount: streamState().gapCount + 1 }),
    });
  });
  stream.addEventListener('error', () => {
    updateStreamState({ state: 'lost' });
    reportNoResponse();
    // The browser reconnects, unless it was refused or has no event id. Then this code reconnects with growing delays.
    if ((stream.readyState === EventSource.CLOSED || place === null) && stream === source) again();
  });
  return stream;
}

function again(): void {
  source?.close();
  source = null;
  clearInterval(watch);
  subscribedTypes = new Set();
  waitMs = waitMs === 0 ? FIRST_RETRY_MS : Math.min(waitMs * 2, LONGEST_RETRY_MS);
  clearTimeout(retry);
  retry = setTimeout(() => listeners.size > 0 && open(), waitMs);
}

function close(): void {
  clearTimeout(retry);
  clearInterval(watch);
  source?.close();
  source = null;
  place = null;
  waitMs = 0;
  subscribedTypes = new Set();
  updateStreamState({ state: 'closed' });
}

function dispatch(type: LiveEventType, message: MessageEvent<string>): void {
  if (message.lastEventId) place = message.lastEventId;
  updateStreamState({ state: 'live', lastMessageAt: performance.now() });
  const data = parseJsonFields(message.data);
  const locationId = typeof data['locationId'] === 'string' ? data['locationId'] : null;
  for (const listener of listeners.get(type) ?? []) listener({ type, locationId, data });
}

/** Listens while the component is mounted. */
export function useLiveEvents(types: readonly LiveEventType[], onEvent: Listener): void {
  const handleEvent = useEffectEvent(onEvent);
  const list = types.join(' ');
  useEffect(() => {
    const requested = list.split(' ').filter((type): type is LiveEventType => type !== '');
    return listenToLiveEvents(requested, (event) => handleEvent(event));
  }, [list]);
}
