import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { QUEUE_PAUSE_MS } from '@tiffin/domain/client';
import { reservationNotices } from '@tiffin/domain/errors';
import { ApiError } from '../lib/api-error.ts';
import { api, type Answer } from '../lib/api.ts';
import { newKey } from '../lib/new-key.ts';
import { bookingWords, reservationWords } from '../lib/reservation-words.ts';
import { QUEUE_STORAGE_KEY } from './queue-key.ts';
import { stored, type Stored } from '../lib/stored.ts';
import type { InputOf, Calls } from '@tiffin/contract';

const LOCK = 'tiffin_reservation_queue';

type QueuedCall = 'createReservation' | 'addReservationByPhone' | 'cancelReservation';
type Body<C extends QueuedCall> = InputOf<Calls[C]>['body'];

/** A booking or a cancellation as it is asked for. */
export type ReservationAction = { [C in QueuedCall]: { readonly call: C; readonly body: Body<C> } }[QueuedCall];

/** One that waits for the connection. It survives a reload; its id is the key that makes it happen once. */
export type QueuedAction = ReservationAction & {
  readonly id: string;
  /** In words, for whoever looks at the queue: 'A table for four at Truro Heights, Friday, Nov 27 at 7:00 p.m.' */
  readonly about: string;
  /** What the server said when it last refused; null while nobody has been reached. */
  readonly problem: string | null;
};

/** What an action made offline answers. */
export interface Queued {
  readonly success: false;
  readonly queued: true;
  readonly error: typeof reservationNotices.queued;
}

export interface Done {
  readonly action: QueuedAction;
  readonly answer: Answer<QueuedCall>;
}

/** Answers whether the person has seen by this that it went through. */
type DoneListener = (done: Done) => boolean;

/** Done, and whether somebody was told already. */
export interface Replayed extends Done {
  readonly isSeen: boolean;
}

/** The world as the queue sees it, so that a test can be the world. */
export interface QueueWorld {
  readonly storage: Stored;
  readonly send: (action: QueuedAction) => Promise<Answer<QueuedCall>>;
  readonly newKey: () => string;
  /** Runs the work unless another tab is at it; answers null then. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T | null>;
  readonly pause: (ms: number) => Promise<void>;
}

export type ReservationQueue = ReturnType<typeof reservationQueue>;

export function reservationQueue(world: QueueWorld) {
  const listeners = new Set<DoneListener>();
  let text: string | null = null;
  let actions: readonly QueuedAction[] = [];

  function read(): readonly QueuedAction[] {
    const now = world.storage.read();
    if (now !== text) {
      text = now;
      actions = parse(now);
    }
    return actions;
  }

  function write(next: readonly QueuedAction[]): void {
    world.storage.write(next.length > 0 ? JSON.stringify(next) : null);
  }

  /** Waits for the connection, with the key it may already have been sent with. */
  function add(action: ReservationAction, about: string, id: string = world.newKey()): Queued & { id: string } {
    write([...read().filter((each) => each.id !== id), { ...action, id, about, problem: null }]);
    return { success: false, queued: true, error: reservationNotices.queued, id };
  }

  function remove(id: string): void {
    write(read().filter((each) => each.id !== id));
  }

  /** Sends what waits, one after the other; what fails goes back to the end of the queue. */
  async function replay(which: (action: QueuedAction) => boolean = () => true): Promise<readonly Replayed[]> {
    const done = await world.alone(async () => {
      const made: Replayed[] = [];
      for (const { id } of read().filter(which)) {
        // Somebody may have thought better of it in the meantime.
        const action = read().find((each) => each.id === id);
        if (!action) continue;
        if (made.length > 0) await world.pause(QUEUE_PAUSE_MS);
        try {
          const answer = await world.send(action);
          remove(id);
          const isSeen = [...listeners].map((listener) => listener({ action, answer })).includes(true);
          made.push({ action, answer, isSeen });
        } catch (error) {
          if (isCancelledAlready(action, error)) {
            remove(id);
            continue;
          }
          const unreached = isUnreached(error);
          const problem = unreached ? action.problem : problemOf(action, error);
          write([...read().filter((each) => each.id !== id), { ...action, problem }]);
          if (unreached) break;
        }
      }
      return made;
    });
    return done ?? [];
  }

  return {
    read,
    subscribe: world.storage.subscribe,
    add,
    remove,
    replay,
    /** Told of each action that went through. */
    onDone(listener: DoneListener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Nobody decided: the connection or the server is away. */
export function isUnreached(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** Somebody else was quicker with the very same wish. */
function isCancelledAlready({ call }: QueuedAction, error: unknown): boolean {
  return call === 'cancelReservation' && error instanceof ApiError && error.details['from'] === 'cancelled';
}

function problemOf(action: QueuedAction, error: unknown): string {
  return action.call === 'cancelReservation' ? reservationWords(error) : bookingWords(error);
}

const CALLS: ReadonlySet<unknown> = new Set<QueuedCall>([
  'createReservation',
  'addReservationByPhone',
  'cancelReservation',
]);

/** What storage holds; anything that is no queue of ours is dropped. */
function parse(text: string | null): QueuedAction[] {
  if (text === null) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isAction) : [];
  } catch {
    return [];
  }
}

function isAction(value: unknown): value is QueuedAction {
  if (typeof value !== 'object' || value === null) return false;
  const { id, call, body, about } = value as Record<string, unknown>;
  return typeof id === 'string' && CALLS.has(call) && typeof body === 'object' && typeof about === 'string';
}

function send(action: QueuedAction): Promise<Answer<QueuedCall>> {
  const asking = { idempotencyKey: action.id };
  if (action.call === 'cancelReservation') return api('cancelReservation', { body: action.body }, asking);
  if (action.call === 'createReservation') return api('createReservation', { body: action.body }, asking);
  return api('addReservationByPhone', { body: action.body }, asking);
}

let ours: ReservationQueue | null = null;

/** This browser's queue, one for all its tabs. */
export function theReservationQueue(): ReservationQueue {
  ours ??= reservationQueue({
    storage: stored(QUEUE_STORAGE_KEY),
    send,
    newKey,
    alone: async (work) => {
      if (!('locks' in navigator)) return work();
      return navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => (lock ? work() : null));
    },
    pause: (ms) =>
      new Promise((resolve) => {
        setTimeout(resolve, ms);
      }),
  });
  return ours;
}

const NOTHING: readonly QueuedAction[] = [];

export function useReservationQueue(): readonly QueuedAction[] {
  const queue = theReservationQueue();
  return useSyncExternalStore(queue.subscribe, queue.read, () => NOTHING);
}

/** Told of each action that goes through while the component is on the page. */
export function useQueueDone(onDone: DoneListener): void {
  const tell = useEffectEvent(onDone);
  useEffect(() => theReservationQueue().onDone((done) => tell(done)), []);
}
