import type { EventType } from '@tiffin/contract/events';
import { HIDDEN_USER_ID, type WireOrder } from '@tiffin/contract/order-answer';
import { record, refuse, Refusal } from '@tiffin/domain/core';
import { inGuestWords } from '@tiffin/domain/order';
import { idOf, isAdmin, isOwn, isStaff, userIdOf, worksAt, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import { ReadQueue } from '../http/read-queue.ts';
import { isAfterCursor, type LoggedEvent, type DeliveredEvent } from './log.ts';

/** A heartbeat lets browsers detect a dead connection. */
const HEARTBEAT_MS = 15_000;
/** The listener's session is checked twice a minute. */
const BEATS_OF_A_LOOK = 2;
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

const PUBLIC: ReadonlySet<EventType> = new Set(['menu.changed', 'location.changed', 'site.changed']);
const ADMIN: ReadonlySet<EventType> = new Set(['user.changed', 'message.failed', 'mailing.updated']);
const STAFF: ReadonlySet<EventType> = new Set([
  'order.created',
  'order.updated',
  'reservation.created',
  'reservation.updated',
  'payment.attention',
]);
const GUEST: ReadonlySet<EventType> = new Set(['order.updated', 'reservation.updated']);

/** An order whose link the listener has. */
export interface LinkedOrder {
  readonly orderId: string;
  readonly locationId: string;
}

function isAbout({ orderId }: LinkedOrder, { type, data }: LoggedEvent): boolean {
  return type === 'order.updated' && record(data['order'])?.['id'] === orderId;
}

/** Listeners with the link do not see the account of the order. */
function toHolder(event: LoggedEvent): LoggedEvent {
  const order = record(event.data['order']);
  const customer = record(order?.['customerInfo']);
  if (!customer?.['firebaseId']) return event;
  return {
    ...event,
    data: { ...event.data, order: { ...order, customerInfo: { ...customer, firebaseId: HIDDEN_USER_ID } } },
  };
}

/** A guest receives the order in their language. */
function toGuest(event: LoggedEvent): LoggedEvent {
  const order = record(event.data['order']);
  if (!Array.isArray(order?.['items'])) return event;
  const text = inGuestWords(order as Pick<WireOrder, 'items'>);
  return text === order ? event : { ...event, data: { ...event.data, order: text } };
}

/** A listener hears what they may read. */
export function mayHear(actor: Actor, event: Pick<LoggedEvent, 'type' | 'locationId' | 'userId'>): boolean {
  if (PUBLIC.has(event.type)) return true;
  if (STAFF.has(event.type) && event.locationId !== null && isStaff(actor) && worksAt(actor, event.locationId))
    return true;
  if (ADMIN.has(event.type)) return isAdmin(actor);
  return GUEST.has(event.type) && isOwn(actor, event.userId);
}

/** Reconnecting is not rate-limited, so catching up runs for a few at a time with a fair queue. */
const turns = new ReadQueue(2, 64);

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

interface OpenStream {
  readonly holderId: string | null;
  /** The client that this stream counts for. */
  readonly payer: string;
  readonly close: () => void;
  /**
   * Referenced while the stream is open: a request without references is garbage-collected, and its abort signal
   * never fires.
   */
  readonly request: Request;
}

/** Open streams by holder, so that a changed role, a deactivation or a revoked key ends them at once. */
const open = new Set<OpenStream>();

function streamsOf(payer: string): number {
  let count = 0;
  for (const stream of open) if (stream.payer === payer) count++;
  return count;
}

/** Closes the streams of a person or of an API key. */
export function closeStreamsOf(holderId: string): void {
  for (const stream of open) if (stream.holderId === holderId) stream.close();
}

export interface Listening {
  readonly actor: Actor;
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
export function eventStream(
  context: Context,
  { actor, linkedOrder: reserved = null, address, lastEventId, shownForMs, request, isStillIn }: Listening,
): Response {
  const holder = idOf(actor);
  const payer = holder === null ? `address ${address ?? 'unknown'}` : `holder ${holder}`;
  const most = isStaff(actor) ? MOST_STREAMS.staff : holder === null ? MOST_STREAMS.guest : MOST_STREAMS.person;
  if (streamsOf(payer) >= most) {
    throw refuse('rate-limited', undefined, { retryAfter: 30 });
  }
  const eventForClient = (event: LoggedEvent): LoggedEvent | null => {
    if (mayHear(actor, event)) return isStaff(actor) ? event : toGuest(event);
    return reserved !== null && isAbout(reserved, event) ? toGuest(toHolder(event)) : null;
  };
  /** Earlier events are known without data, so an order that may be concerned is reloaded. */
  const mayConcernClient = (text: DeliveredEvent): boolean =>
    mayHear(actor, text) ||
    (reserved !== null && text.type === 'order.updated' && text.locationId === reserved.locationId);
  let close = (): void => undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      async start(controller) {
        let ended = false;
        // Live events wait until the missed ones were sent.
        let waiting: LoggedEvent[] | null = lastEventId ? [] : null;
        // A copy of the server that lags behind must not repeat events.
        let lastSentId = lastEventId;
        const give = (events: readonly LoggedEvent[]): void => {
          for (const event of events) {
            if (lastSentId !== null && !isAfterCursor(event.cursor, lastSentId)) continue;
            lastSentId = null;
            const received = ended ? null : eventForClient(event);
            if (received) controller.enqueue(frame(received));
          }
          if ((controller.desiredSize ?? 0) < -MOST_WAITING_BYTES) close();
        };
        const unlisten = context.events.listen((events) => {
          // The reader's rights changed: disconnect, so that it reconnects with the new ones.
          if (events.some((event) => event.type === 'access.changed' && event.userId === holder)) return close();
          if (waiting) waiting.push(...events);
          else give(events);
        });
        const from = context.events.cursor;
        let beats = 0;
        const heart = setInterval(() => {
          controller.enqueue(encoder.encode('event: beat\ndata: {}\n\n'));
          if (++beats % BEATS_OF_A_LOOK === 0) void look();
        }, HEARTBEAT_MS);
        // A short database outage must not end the stream.
        const look = async (): Promise<void> => {
          if (isStillIn && !(await isStillIn().catch(() => true))) close();
        };
        const entry = { holderId: holder, payer, close: () => close(), request };
        close = () => {
          if (ended) return;
          ended = true;
          clearInterval(heart);
          unlisten();
          open.delete(entry);
          context.metrics.openStreams--;
          try {
            controller.close();
          } catch {
            // The reader has already disconnected.
          }
        };
        open.add(entry);
        context.metrics.openStreams++;
        request.signal.addEventListener('abort', close);
        if (request.signal.aborted) return close();
        // A new reader gets the current position; a returning one keeps its cursor until it has caught up.
        const cursor = lastEventId ? '' : `id: ${from}\n`;
        const hello = `retry: 2000\n${cursor}event: hello\ndata: {"at":"${context.clock.now().toISOString()}"}\n\n`;
        controller.enqueue(encoder.encode(hello));
        // Reload if something changed between rendering the page and opening the stream.
        if (!lastEventId && shownForMs !== undefined) {
          const text = context.events.deliveredWithin(shownForMs + SLACK_MS);
          if (!text || text.some(mayConcernClient)) controller.enqueue(reset(from));
        }
        if (lastEventId && waiting) {
          try {
            // The log does not know who has an order's link, so the order is read again.
            const missed = reserved
              ? null
              : await turns.inTurn(payer, () => missedSince(context, actor, lastEventId, from));
            for (const page of missed ?? []) give(page);
            // Disconnected too long: the reader must reload its lists.
            if (!missed) {
              lastSentId = null;
              controller.enqueue(reset(from));
            }
            const late = waiting;
            waiting = null;
            give(late);
          } catch (error) {
            if (!(error instanceof Refusal))
              context.log.warn({ err: error }, 'a reader could not be brought up to date');
            close();
          }
        }
      },
      cancel() {
        close();
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

export function closeAllStreams(): void {
  for (const stream of open) stream.close();
}

/** The missed events that a reader may hear, page by page; null when there are too many. */
async function missedSince(
  context: Context,
  actor: Actor,
  cursor: string,
  until: string,
): Promise<(readonly LoggedEvent[])[] | null> {
  const { events } = context;
  if (!(await events.reaches(cursor)) || (await events.happenedMoreThan(MOST_CAUGHT_UP, cursor))) return null;
  // Guests hear few events, so only those are read for them.
  const eventFilter = isStaff(actor) ? undefined : { types: [...PUBLIC], userId: userIdOf(actor) };
  const pages: (readonly LoggedEvent[])[] = [];
  for await (const page of events.since(cursor, until, eventFilter)) {
    pages.push(page.filter((event) => mayHear(actor, event)));
  }
  return pages;
}
