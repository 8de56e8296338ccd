import { refuse, Refusal } from '@tiffin/domain/core';
import { actorIdOf, isStaff, userIdOf, type Actor, type KeyLimits } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { PickupScreen } from '../auth/screen-key.ts';
import { logFailure } from '../db/outage-log.ts';
import { FairLimiter } from '../concurrency/fair-limiter.ts';
import {
  eventForListener,
  mayConcernListener,
  mayReceiveEvent,
  PUBLIC_EVENTS,
  type LinkedOrder,
  type Listener,
} from './event-visibility.ts';
import { isAfterCursor, type LoggedEvent } from './log.ts';

/** A heartbeat lets browsers detect a dead connection. */
const HEARTBEAT_MS = 15_000;
/** The listener's session is checked twice a minute. */
const BEATS_PER_SESSION_CHECK = 2;
/** A reader this far behind is disconnected; it reconnects with its last id and misses nothing. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;

/** A reader that missed more reloads its lists, which is cheaper than sending all events. */
const MOST_CAUGHT_UP = 5_000;
/**
 * Streams are cheap, but ten thousand of one guest are not. Many guests share the address of a mobile network, and a
 * till has a stream per tab. Signed-in people are counted by account, so that a stranger behind the same address
 * cannot use up their streams.
 */
export const MOST_STREAMS = { staff: 500, person: 50, guest: 1_000 } as const;

/** Reconnecting is not rate-limited, so only this many catch up at once. */
const catchUps = new FairLimiter(2, { maxWaiting: 64, restsBetween: true });

/** A copy of the server may have heard of a change a moment before the one that made the page. */
const SLACK_MS = 2_000;

const encoder = new TextEncoder();
/** Each event is written out once, however many listen. */
const written = new WeakMap<LoggedEvent, Uint8Array>();

function frame(event: LoggedEvent): Uint8Array {
  let bytes = written.get(event);
  if (!bytes) {
    const data = { id: event.cursor, type: event.type, locationId: event.locationId, at: event.at, ...event.data };
    bytes = encoder.encode(`id: ${event.cursor}\nevent: ${event.type}\ndata: ${JSON.stringify(data)}\n\n`);
    written.set(event, bytes);
  }
  return bytes;
}

/** Tells the page to reload its lists. */
function reset(from: string): Uint8Array {
  return encoder.encode(`id: ${from}\nevent: reset\ndata: {}\n\n`);
}

/** Open streams by holder, so that a changed role, a deactivation or a revoked key ends them at once. */
const open = new Set<EventStream>();

function streamsOf(payer: string): number {
  let count = 0;
  for (const stream of open) if (stream.payer === payer) count++;
  return count;
}

export function closeStreamsOf(holderId: string): void {
  for (const stream of open) if (stream.holderId === holderId) stream.close();
}

export interface StreamOptions {
  readonly actor: Actor;
  readonly keyLimits?: KeyLimits | null;
  /** A television, which learns only that an order of its location changed. */
  readonly screen?: PickupScreen | null;
  /** An order whose events are received in addition. */
  readonly linkedOrder?: LinkedOrder | null;
  readonly address: string | null;
  readonly lastEventId: string | null;
  /** For a reader without a cursor: the age of what it shows, in milliseconds. */
  readonly shownForMs?: number;
  /** Its abort signal ends the stream. */
  readonly request: Request;
  /** Whether the session is still valid; checking counts as use of the device. */
  readonly isStillIn?: () => Promise<boolean>;
}

/** Server-sent events: first those missed since `lastEventId`, then live ones. */
export function eventStream(context: Context, listening: StreamOptions): Response {
  const { actor, address, screen = null } = listening;
  const holderId = screen?.screenId ?? actorIdOf(actor);
  const payer = holderId === null ? `address ${address ?? 'unknown'}` : `holder ${holderId}`;
  const most = isStaff(actor) ? MOST_STREAMS.staff : holderId === null ? MOST_STREAMS.guest : MOST_STREAMS.person;
  if (streamsOf(payer) >= most) {
    throw refuse('rate-limited', undefined, { retryAfter: 30 });
  }
  let stream: EventStream | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stream = new EventStream(context, listening, controller, { holderId, payer });
        return stream.start();
      },
      cancel() {
        stream?.close();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 }),
  );
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  });
}

/** One open stream: sends events to its reader until either side closes it. */
class EventStream {
  readonly holderId: string | null;
  /** The client that this stream counts for. */
  readonly payer: string;
  /**
   * Referenced while the stream is open: a request without references is garbage-collected, and its abort signal
   * never fires.
   */
  readonly #request: Request;
  readonly #context: Context;
  readonly #listening: StreamOptions;
  readonly #listener: Listener;
  readonly #controller: ReadableStreamDefaultController<Uint8Array>;
  #isClosed = false;
  /** Live events that wait until the missed ones were sent; null once they were. */
  #waiting: LoggedEvent[] | null;
  /** A copy of the server that lags behind must not repeat events. */
  #lastSentId: string | null;
  #unlisten = () => {};
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(
    context: Context,
    listening: StreamOptions,
    controller: ReadableStreamDefaultController<Uint8Array>,
    { holderId, payer }: Pick<EventStream, 'holderId' | 'payer'>,
  ) {
    this.holderId = holderId;
    this.payer = payer;
    this.#request = listening.request;
    this.#context = context;
    this.#listening = listening;
    const { actor, keyLimits = null, linkedOrder = null, screen = null } = listening;
    this.#listener = { actor, keyLimits, linkedOrder, screen };
    this.#controller = controller;
    this.#waiting = listening.lastEventId ? [] : null;
    this.#lastSentId = listening.lastEventId;
  }

  async start(): Promise<void> {
    const { events, metrics } = this.#context;
    const { lastEventId } = this.#listening;
    this.#unlisten = events.listen((live) => this.#receive(live));
    const from = events.cursor;
    this.#heartbeat = this.#startHeartbeat();
    open.add(this);
    metrics.openStreams++;
    this.#request.signal.addEventListener('abort', this.close);
    if (this.#request.signal.aborted) return this.close();
    this.#greet(from);
    if (lastEventId) await this.#catchUp(lastEventId, from);
    else this.#resetIfOutdated(from);
  }

  readonly close = (): void => {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    this.#unlisten();
    open.delete(this);
    this.#context.metrics.openStreams--;
    try {
      this.#controller.close();
    } catch {
      // The reader has already disconnected.
    }
  };

  #receive(events: readonly LoggedEvent[]): void {
    // The reader's rights changed: disconnect, so that it reconnects with the new ones.
    if (events.some((event) => event.type === 'access.changed' && event.userId === this.holderId)) return this.close();
    if (this.#waiting) this.#waiting.push(...events);
    else this.#send(events);
  }

  /** The job that ends the streams of expired keys runs once a minute. */
  #closeIfExpired(): void {
    const expiresAt = this.#listener.keyLimits?.expiresAt;
    if (expiresAt && expiresAt <= this.#context.clock.now()) this.close();
  }

  #send(events: readonly LoggedEvent[]): void {
    this.#closeIfExpired();
    if (this.#isClosed) return;
    for (const event of events) {
      if (this.#lastSentId !== null && !isAfterCursor(event.cursor, this.#lastSentId)) continue;
      this.#lastSentId = null;
      const visible = eventForListener(this.#listener, event);
      if (visible) this.#controller.enqueue(frame(visible));
    }
    if ((this.#controller.desiredSize ?? 0) < -MOST_WAITING_BYTES) this.close();
  }

  #startHeartbeat(): NodeJS.Timeout {
    let beats = 0;
    return setInterval(() => {
      this.#closeIfExpired();
      if (this.#isClosed) return;
      this.#controller.enqueue(encoder.encode('event: beat\ndata: {}\n\n'));
      if (++beats % BEATS_PER_SESSION_CHECK === 0) void this.#checkSession();
    }, HEARTBEAT_MS);
  }

  /** A short database outage must not end the stream. */
  async #checkSession(): Promise<void> {
    const { isStillIn } = this.#listening;
    if (isStillIn && !(await isStillIn().catch(() => true))) this.close();
  }

  /** A new reader gets the current position; a returning one keeps its cursor until it has caught up. */
  #greet(from: string): void {
    const cursor = this.#listening.lastEventId ? '' : `id: ${from}\n`;
    const at = this.#context.clock.now().toISOString();
    this.#controller.enqueue(encoder.encode(`retry: 2000\n${cursor}event: hello\ndata: {"at":"${at}"}\n\n`));
  }

  /** The page reloads if something changed between rendering it and opening the stream. */
  #resetIfOutdated(from: string): void {
    const { shownForMs } = this.#listening;
    if (shownForMs === undefined) return;
    const delivered = this.#context.events.deliveredWithin(shownForMs + SLACK_MS);
    if (!delivered || delivered.some((event) => mayConcernListener(this.#listener, event))) {
      this.#controller.enqueue(reset(from));
    }
  }

  async #catchUp(lastEventId: string, from: string): Promise<void> {
    const { linkedOrder, screen } = this.#listener;
    try {
      // The log does not know who has an order's link, so the order is read again. A television reads its list again.
      const missed =
        linkedOrder || screen
          ? null
          : await catchUps.run(() => missedSince(this.#context, this.#listener, lastEventId, from), this.payer);
      for (const page of missed ?? []) this.#send(page);
      // Disconnected too long: the reader must reload its lists.
      if (!missed) {
        this.#lastSentId = null;
        this.#controller.enqueue(reset(from));
      }
      const late = this.#waiting ?? [];
      this.#waiting = null;
      this.#send(late);
    } catch (error) {
      if (!(error instanceof Refusal)) {
        logFailure(this.#context.log, error, 'a reader could not be brought up to date');
      }
      this.close();
    }
  }
}

export function closeAllStreams(): void {
  for (const stream of open) stream.close();
}

/** The missed events that a reader may hear, page by page; null when there are too many. */
async function missedSince(context: Context, listener: Listener, cursor: string, until: string) {
  const { events } = context;
  const { actor } = listener;
  if (!(await events.reaches(cursor)) || (await events.happenedMoreThan(MOST_CAUGHT_UP, cursor))) return null;
  // Guests hear few events, so only those are read for them.
  const eventFilter = isStaff(actor) ? undefined : { types: [...PUBLIC_EVENTS], userId: userIdOf(actor) };
  const pages: (readonly LoggedEvent[])[] = [];
  for await (const page of events.since(cursor, until, eventFilter)) {
    pages.push(page.filter((event) => mayReceiveEvent(listener, event)));
  }
  return pages;
}
