import type { LiveEventType } from '@tiffin/contract/events';
import { parseJsonFields } from '@tiffin/domain/core';

/** What a stream reports. Tabs pass it on to each other, so it is plain data. */
export type StreamMessage =
  | { readonly kind: 'connecting' | 'lost' | 'beat' }
  /** The stream is connected. It continues after the event `from`; null for a stream that starts now. */
  | { readonly kind: 'hello'; readonly at: string | null; readonly id: string; readonly from: string | null }
  | { readonly kind: 'event'; readonly type: LiveEventType; readonly data: string; readonly id: string };

export interface EventStreamOptions {
  /** The event after which it starts; null to start now. */
  readonly from: string | null;
  /** The query without the position, new for each connection. */
  readonly query: (hasPosition: boolean) => string;
  readonly report: (message: StreamMessage) => void;
}

/** An `EventSource` names each type that it listens to. */
const TYPES: Readonly<Record<LiveEventType, true>> = {
  'menu.changed': true,
  'location.changed': true,
  'order.created': true,
  'order.updated': true,
  'reservation.created': true,
  'reservation.updated': true,
  'user.changed': true,
  'site.changed': true,
  'message.failed': true,
  'mailing.updated': true,
  'payment.attention': true,
  reset: true,
};

/** The server sends a heartbeat every 15 seconds. After two missed ones the stream counts as dead. */
export const SILENCE_MS = 35_000;
export const WATCH_MS = 5_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

/** Opens a stream that reconnects, without losing events, until it is closed. */
export function openEventStream({ from, query, report }: EventStreamOptions): () => void {
  let place = from;
  let source: EventSource | null = null;
  let lastMessageAt = 0;
  let waitMs = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let watch: ReturnType<typeof setInterval> | undefined;

  function connect(): void {
    let position = place;
    const parts = [place !== null && `lastEventId=${encodeURIComponent(place)}`, query(place !== null)];
    const search = parts.filter(Boolean).join('&');
    const stream = new EventSource(`/api/events${search && `?${search}`}`);
    source = stream;
    note({ kind: 'connecting' });
    clearInterval(watch);
    watch = setInterval(() => {
      if (performance.now() - lastMessageAt < SILENCE_MS) return;
      report({ kind: 'lost' });
      reconnect();
    }, WATCH_MS);
    stream.addEventListener('beat', () => note({ kind: 'beat' }));
    stream.addEventListener('hello', (message: MessageEvent<string>) => {
      waitMs = 0;
      const { at } = parseJsonFields(message.data);
      place = message.lastEventId || place;
      note({ kind: 'hello', at: typeof at === 'string' ? at : null, id: place ?? '', from: position });
      // The browser reconnects after the last event.
      position = place;
    });
    for (const type of Object.keys(TYPES) as LiveEventType[]) {
      stream.addEventListener(type, (message: MessageEvent<string>) => {
        position = place = message.lastEventId || place;
        note({ kind: 'event', type, data: message.data, id: message.lastEventId });
      });
    }
    stream.addEventListener('error', () => {
      report({ kind: 'lost' });
      // The browser reconnects, unless it was refused or has no event id. Then this code reconnects with growing delays.
      if ((stream.readyState === EventSource.CLOSED || place === null) && stream === source) reconnect();
    });
  }

  function note(message: StreamMessage): void {
    lastMessageAt = performance.now();
    report(message);
  }

  function reconnect(): void {
    close();
    waitMs = waitMs === 0 ? FIRST_RETRY_MS : Math.min(waitMs * 2, LONGEST_RETRY_MS);
    retry = setTimeout(connect, waitMs);
  }

  function close(): void {
    clearTimeout(retry);
    clearInterval(watch);
    source?.close();
    source = null;
  }

  connect();
  return close;
}
