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
  type Party,
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

/** Copies of the server learn of a change at slightly different times, so a page may be older than its age says. */
const SLACK_MS = 2_000;

const encoder = new TextEncoder();
/** The text of each event, which is made once for all listeners. */
const frames = new WeakMap<LoggedEvent, Uint8Array>();

function frame(event: LoggedEvent): Uint8Array {
  let bytes = frames.get(event);
  if (!bytes) {
    const data = { id: event.cursor, type: event.type, locationId: event.locationId, at: event.at, ...event.data };
    bytes = encoder.encode(`id: ${event.cursor}\nevent: ${event.type}\ndata: ${JSON.stringify(data)}\n\n`);
    frames.set(event, bytes);
  }
  return bytes;
}

/** Tells the page to reload its lists. It continues from the cursor after that. */
function resetFrame(cursor: string): Uint8Array {
  return encoder.encode(`id: ${cursor}\nevent: reset\ndata: {}\n\n`);
}

/** All open streams, so that a changed role, a deactivation or a revoked key ends those of its holder at once. */
const open = new Set<EventStream>();

function streamsOf(countedFor: string): number {
  let count = 0;
  for (const stream of open) if (stream.countedFor === countedFor) count++;
  return count;
}

/** Ends the streams of an account, an API key or a pick-up screen. */
export function closeStreamsOf(holderId: string): void {
  for (const stream of open) if (stream.holderId === holderId) stream.close();
}

export interface StreamOptions {
  readonly actor: Actor;
  readonly keyLimits?: KeyLimits | null;
  /** A television, which learns only that an order of its location changed. */
  readonly screen?: PickupScreen | null;
  /** The party of a phone at a table, which learns only that something of the party changed. */
  readonly party?: Party | null;
  /** An order whose events are received in addition. */
  readonly linkedOrder?: LinkedOrder | null;
  readonly address: string | null;
  readonly lastEventId: string | null;
  /** For a reader without a cursor: the age of what it shows, in milliseconds. */
  readonly shownForMs?: number;
  /**
   * Its abort signal ends the stream. The stream refers to it while it is open: a request without references is
   * garbage-collected, and its signal never fires.
   */
  readonly request: Request;
  /** Whether the session is still valid; checking counts as use of the device. */
  readonly isStillIn?: () => Promise<boolean>;
}

/** Server-sent events: first those missed since `lastEventId`, then live ones. */
export function eventStream(context: Context, options: StreamOptions): Response {
  const { actor, address, screen = null } = options;
  const holderId = screen?.screenId ?? actorIdOf(actor);
  const countedFor = holderId === null ? `address ${address ?? 'unknown'}` : `holder ${holderId}`;
  const mostOfGuest = holderId === null ? MOST_STREAMS.guest : MOST_STREAMS.person;
  const most = isStaff(actor) ? MOST_STREAMS.staff : mostOfGuest;
  if (streamsOf(countedFor) >= most) throw refuse('rate-limited', undefined, { retryAfter: 30 });
  let stream: EventStream | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stream = new EventStream(context, options, controller, { holderId, countedFor });
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
  readonly countedFor: string;
  readonly #context: Context;
  readonly #options: StreamOptions;
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
    options: StreamOptions,
    controller: ReadableStreamDefaultController<Uint8Array>,
    { holderId, countedFor }: Pick<EventStream, 'holderId' | 'countedFor'>,
  ) {
    this.holderId = holderId;
    this.countedFor = countedFor;
    this.#context = context;
    this.#options = options;
    const { actor, keyLimits = null, linkedOrder = null, screen = null, party = null } = options;
    this.#listener = { actor, keyLimits, linkedOrder, screen, party };
    this.#controller = controller;
    this.#waiting = options.lastEventId ? [] : null;
    this.#lastSentId = options.lastEventId;
  }

  async start(): Promise<void> {
    const { events, metrics } = this.#context;
    const { lastEventId, request } = this.#options;
    this.#unlisten = events.listen((live) => this.#receive(live));
    const liveFrom = events.cursor;
    this.#heartbeat = this.#startHeartbeat();
    open.add(this);
    metrics.openStreams++;
    request.signal.addEventListener('abort', this.close);
    if (request.signal.aborted) return this.close();
    this.#greet(liveFrom);
    if (lastEventId) await this.#catchUp(lastEventId, liveFrom);
    else this.#resetIfOutdated(liveFrom);
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
    const { isStillIn } = this.#options;
    if (isStillIn && !(await isStillIn().catch(() => true))) this.close();
  }

  /** A new reader gets the current position; a returning one keeps its cursor until it has caught up. */
  #greet(liveFrom: string): void {
    const idLine = this.#options.lastEventId ? '' : `id: ${liveFrom}\n`;
    const at = this.#context.clock.now().toISOString();
    this.#controller.enqueue(encoder.encode(`retry: 2000\n${idLine}event: hello\ndata: {"at":"${at}"}\n\n`));
  }

  /** The page reloads if something changed between rendering it and opening the stream. */
  #resetIfOutdated(liveFrom: string): void {
    const { shownForMs } = this.#options;
    if (shownForMs === undefined) return;
    const delivered = this.#context.events.deliveredWithin(shownForMs + SLACK_MS);
    if (!delivered || delivered.some((event) => mayConcernListener(this.#listener, event))) {
      this.#controller.enqueue(resetFrame(liveFrom));
    }
  }

  async #catchUp(lastEventId: string, liveFrom: string): Promise<void> {
    const { linkedOrder, screen, party } = this.#listener;
    try {
      // The log does not know who has an order's link, so the order is read again. A television reads its list again.
      const readMissed = () => missedSince(this.#context, this.#listener, lastEventId, liveFrom);
      const missed = linkedOrder || screen || party ? null : await catchUps.run(readMissed, this.countedFor);
      for (const page of missed ?? []) this.#send(page);
      // Disconnected too long: the reader must reload its lists.
      if (!missed) {
        this.#lastSentId = null;
        this.#controller.enqueue(resetFrame(liveFrom));
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

/** The missed events that a listener may receive, page by page; null when they are too many or were deleted. */
async function missedSince(context: Context, listener: Listener, cursor: string, until: string) {
  const { events } = context;
  const { actor } = listener;
  if (!(await events.canContinueFrom(cursor)) || (await events.hasMoreThan(MOST_CAUGHT_UP, cursor))) return null;
  // Guests receive few events, so only those are read for them.
  const eventFilter = isStaff(actor) ? undefined : { types: [...PUBLIC_EVENTS], userId: userIdOf(actor) };
  const pages: (readonly LoggedEvent[])[] = [];
  for await (const page of events.since(cursor, until, eventFilter)) {
    pages.push(page.filter((event) => mayReceiveEvent(listener, event)));
  }
  return pages;
}
