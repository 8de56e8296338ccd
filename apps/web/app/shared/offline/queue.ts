import { asText, say } from '@tiffin/domain/core';
import { hasReachedStatus, isFinalStatus } from '@tiffin/domain/order';
import {
  afterSendFailure,
  isTriedOnReconnect,
  nextChange,
  QUEUE_PAUSE_MS,
  REQUEUE_MS,
  sendFailureOf,
  stopsReplay,
  resetForRetry,
} from './queue-rules.ts';
import { ApiError, CANNOT_STORE } from '../api/api-error.ts';
import type { Answer } from '../api/api.ts';
import { createStore } from '../page/store.ts';
import { bookingErrorText, reservationErrorText } from '../reservation/reservation-refusals.ts';
import {
  rebaseLaterChange,
  kindOf,
  rebaseChange,
  subjectsOf,
  type Change,
  type Problem,
  type QueuedCall,
  type QueuedChange,
} from './changes.ts';
import type { QueueStore } from './queue-store.ts';

export interface SentChange {
  readonly change: QueuedChange;
  readonly answer: Answer<QueuedCall>;
}

/** Returns true if the person can see from this that the change was sent. */
export type DoneListener = (done: SentChange) => boolean;

/** The message to other tabs; without `done` it only means that the queue changed. */
export interface QueueMessage {
  readonly done: SentChange | null;
}

/** The environment of the queue, replaced in tests. */
export interface QueueEnvironment {
  readonly store: QueueStore;
  readonly send: (change: QueuedChange) => Promise<Answer<QueuedCall>>;
  readonly newKey: () => string;
  readonly now: () => number;
  readonly person: () => string | null;
  readonly isReached: () => boolean;
  /** Runs the work while no other tab does. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  readonly pause: (ms: number) => Promise<void>;
  readonly broadcast: (news: QueueMessage) => void;
  /** Called with whether anything waits; with true before a change is stored. */
  readonly mark: (isWaiting: boolean) => void;
}

/** The changes sent in one run, and when to run again. */
export interface ReplayResult {
  readonly done: readonly (SentChange & { readonly isSeen: boolean })[];
  readonly refused: readonly QueuedChange[];
  readonly retryInMs: number | null;
}

export type ChangeQueue = ReturnType<typeof createChangeQueue>;

export function createChangeQueue(environment: QueueEnvironment) {
  const doneListeners = new Set<DoneListener>();
  const queued = createStore<readonly QueuedChange[]>([]);

  const isMine = ({ by }: QueuedChange): boolean => by === null || by === environment.person();

  /** Reads the store, every second and after each change. */
  async function refresh(): Promise<readonly QueuedChange[]> {
    const all = await environment.store.all();
    const mine = all.filter(isMine);
    if (JSON.stringify(mine) !== JSON.stringify(queued.get())) queued.set(mine);
    environment.mark(all.length > 0);
    return mine;
  }

  async function changed(done: SentChange | null = null): Promise<void> {
    await refresh();
    environment.broadcast({ done });
  }

  /** Queues a change, with the key of an attempt without a response if there was one. */
  async function add(change: Change, about: string, id: string = environment.newKey()): Promise<string> {
    try {
      environment.mark(true);
      await environment.store.add({
        ...change,
        id,
        about,
        kind: kindOf(change),
        subjects: subjectsOf(change),
        by: environment.person(),
        madeAt: environment.now(),
        failures: 0,
        notBefore: 0,
        isStuck: false,
        problem: null,
      });
    } catch {
      throw new ApiError({
        code: CANNOT_STORE,
        status: 0,
        message: say`You are offline, and this device cannot save changes for later: its storage is full or blocked. Nothing was changed.`,
      });
    }
    await changed();
    return id;
  }

  /** Replaces matching changes of this person by what `edited` returns; null removes them. */
  async function edit(
    matches: (change: QueuedChange) => boolean,
    edited: (change: QueuedChange) => QueuedChange | null,
  ) {
    await environment.store.update((each) => (isMine(each) && matches(each) ? edited(each) : each));
    await changed();
  }

  const editOne = (id: string, edited: Parameters<typeof edit>[1]) => edit((each) => each.id === id, edited);

  function notifyDone(done: SentChange): boolean {
    return [...doneListeners].map((listener) => listener(done)).includes(true);
  }

  /** Sends what may be sent, one change after another. */
  async function sendAll(): Promise<ReplayResult> {
    const done: (SentChange & { isSeen: boolean })[] = [];
    const refused: QueuedChange[] = [];
    for (let tried = 0; ; tried++) {
      if (!environment.isReached()) return { done, refused, retryInMs: null };
      if (tried > 0) await environment.pause(QUEUE_PAUSE_MS);
      // The queue may have changed since the last change was sent.
      const { change, waitMs } = nextChange(await refresh(), environment.now());
      if (!change) return { done, refused, retryInMs: waitMs };
      try {
        const answer = await environment.send(change);
        await environment.store.update((each) =>
          each.id === change.id ? null : rebaseLaterChange(change, answer, each),
        );
        const sent = { change, answer };
        done.push({ ...sent, isSeen: notifyDone(sent) });
        await changed(sent);
      } catch (error) {
        // An error of this page's code counts as one of the server: the change is tried again, then a person decides.
        const failure = sendFailureOf(error instanceof ApiError ? error.status : 500);
        if (isDoneAlready(change, error)) {
          await editOne(change.id, () => null);
          continue;
        }
        // Another request used this key, so this change has not run. It is sent once more with a key of its own.
        if (error instanceof ApiError && error.code === REUSED_KEY && !hasReusedKey(change)) {
          await editOne(change.id, () => ({ ...change, id: environment.newKey(), problem: problemOf(change, error) }));
          continue;
        }
        const problem = failure === 'unreached' || failure === 'busy' ? change.problem : problemOf(change, error);
        const next = { ...afterSendFailure(change, failure, environment.now()), problem };
        await editOne(change.id, () => next);
        if (next.isStuck) refused.push(next);
        if (stopsReplay(failure)) return { done, refused, retryInMs: REQUEUE_MS };
      }
    }
  }

  return {
    waiting: queued.get,
    subscribe: queued.subscribe,
    refresh,
    add,
    remove: (id: string) => editOne(id, () => null),
    /** Retries a refused change on the current version of the record. */
    tryAgain: (id: string) => editOne(id, (each) => resetForRetry(rebaseChange(each))),
    /** Sends a refused change differently, after the person answered the question about it. */
    sendInstead: (id: string, body: QueuedChange['body']) =>
      editOne(
        id,
        // The call stays, so the type does too.
        (each) =>
          ({
            ...resetForRetry(each),
            body,
            subjects: subjectsOf({ ...each, body } as Change),
            id: environment.newKey(),
            problem: null,
          }) as QueuedChange,
      ),
    /** On reconnect, retries what may succeed now. */
    reconnected: () =>
      edit(
        (each) => isTriedOnReconnect(each) || (each.isStuck && hasReusedKey(each)),
        (each) => resetForRetry(hasReusedKey(each) ? { ...each, id: environment.newKey(), problem: null } : each),
      ),
    replay: (): Promise<ReplayResult> => environment.alone(sendAll),
    /** Calls the listener for each change that was sent, in this tab or another. */
    onDone(listener: DoneListener): () => void {
      doneListeners.add(listener);
      return () => doneListeners.delete(listener);
    },
    /** A message from another tab. */
    receive({ done }: QueueMessage): void {
      if (done && isMine(done.change)) notifyDone(done);
      void refresh();
    },
  };
}

const REUSED_KEY = 'idempotency-key-reused';

function hasReusedKey({ problem }: QueuedChange): boolean {
  return problem?.code === REUSED_KEY;
}

const MISSING_CODES: ReadonlySet<string> = new Set(['menu-item-not-found', 'location-not-found']);

/**
 * Someone else has already made the same change, or gone beyond it, so nothing is left to do. Two tablets that come
 * back in any order then end with the same orders.
 */
function isDoneAlready(change: QueuedChange, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  // The status that the record has by now.
  const from = asText(error.details['from']);
  switch (change.call) {
    case 'cancelReservation':
      return from === 'cancelled';
    case 'updateOrderStatus':
      return error.code === 'invalid-transition' && hasReachedStatus(from, change.body.status);
    case 'strikeOrderItem':
    case 'bumpLines':
      return error.code === 'failed-precondition' && isFinalStatus(from);
    case 'deleteMenuItem':
    case 'deleteLocation':
      return MISSING_CODES.has(error.code);
    default:
      return false;
  }
}

function problemOf({ call, kind }: QueuedChange, error: unknown): Problem {
  const words =
    kind !== 'reservation'
      ? error instanceof ApiError
        ? error.message
        : say`The server could not do it.`
      : call === 'cancelReservation'
        ? reservationErrorText(error)
        : bookingErrorText(error);
  return error instanceof ApiError
    ? { code: error.code, words, truth: error.details }
    : { code: 'internal', words, truth: {} };
}
