import { asText, say } from '@tiffin/domain/core';
import { hasReachedStatus, isFinalStatus } from '@tiffin/domain/order';
import {
  afterSendFailure,
  isTriedOnReconnect,
  nextChange,
  QUEUE_PAUSE_MS,
  REQUEUE_MS,
  SALES_AT_ONCE,
  sendFailureOf,
  stopsReplay,
  resetForRetry,
  type SendFailure,
} from './queue-rules.ts';
import { ApiError, CANNOT_STORE } from '../api/api-error.ts';
import type { Answer } from '../api/api.ts';
import { createStore } from '../page/store.ts';
import { bookingErrorText, reservationErrorText } from '../reservation/reservation-refusals.ts';
import {
  isSale,
  rebaseLaterChange,
  kindOf,
  rebaseChange,
  subjectsOf,
  type Change,
  type Problem,
  type QueuedCall,
  type QueuedChange,
  type QueuedSale,
  type SaleChange,
  type SaleReceipt,
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
  /** The number of an order that is stored at this place; null if this device cannot number orders. */
  readonly numberAt: (place: number) => { readonly deviceId: string; readonly number: string } | null;
  readonly drawer: () => string | null;
  readonly person: () => string | null;
  readonly isReached: () => boolean;
  /** Runs the work while no other tab does. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  readonly pause: (ms: number) => Promise<void>;
  readonly broadcast: (news: QueueMessage) => void;
  /** Called with whether anything waits; with true before a change is stored. */
  readonly mark: (isWaiting: boolean) => void;
}

/** What became of a change that was sent; `answer` is set if it was done. */
interface Outcome {
  readonly change: QueuedChange;
  readonly left: QueuedChange | null;
  readonly answer?: Answer<QueuedCall>;
  readonly failure?: SendFailure;
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
  /** The changes of everybody who used this device. */
  const stored = createStore<readonly QueuedChange[]>([]);
  let mine: readonly QueuedChange[] = [];
  let storedText = '';

  const isMine = ({ by }: QueuedChange): boolean => by === null || by === environment.person();

  /** Reads the store, every second and after each change. */
  async function refresh(): Promise<readonly QueuedChange[]> {
    const all = await environment.store.all();
    environment.mark(all.length > 0);
    const text = JSON.stringify([environment.person(), all]);
    if (text === storedText) return mine;
    storedText = text;
    mine = all.filter(isMine);
    stored.set(all);
    return mine;
  }

  async function changed(done: SentChange | null = null): Promise<void> {
    await refresh();
    environment.broadcast({ done });
  }

  /** Queues a change, with the key of an attempt without a response if there was one. */
  async function add(change: Change, about: string, id: string = environment.newKey()): Promise<string> {
    await store({ ...change, id, about, madeAt: environment.now() });
    return id;
  }

  /**
   * Queues an order that was taken without the server. The transaction that stores it gives it its number, so that a
   * number is used once, whatever happens to this page.
   */
  async function addSale(sale: SaleChange, about: string, id: string, receipt?: SaleReceipt): Promise<QueuedSale> {
    const change = { ...sale, id, about, madeAt: environment.now(), drawerId: environment.drawer(), receipt };
    const takenAt = new Date(change.madeAt).toISOString();
    // What is stored may be of an earlier press, under the same id.
    return (await store(change, (each) => {
      const numbered = environment.numberAt(each.place);
      if (numbered === null) throw new Error('this device has no letter');
      const body = { ...sale.body, ...numbered, takenAt };
      return { ...each, about: `${numbered.number}: ${about}`, body } as QueuedSale;
    })) as QueuedSale;
  }

  async function store(
    change: Change & Pick<QueuedChange, 'id' | 'about' | 'madeAt' | 'drawerId' | 'receipt'>,
    complete?: (change: QueuedChange) => QueuedChange,
  ): Promise<QueuedChange> {
    let added: QueuedChange;
    try {
      environment.mark(true);
      const state = { failures: 0, notBefore: 0, isStuck: false, problem: null };
      added = await environment.store.add(
        { ...change, ...state, kind: kindOf(change), subjects: subjectsOf(change), by: environment.person() },
        complete,
      );
    } catch {
      throw new ApiError({
        code: CANNOT_STORE,
        status: 0,
        message: say`You are offline, and this device cannot save changes for later: its storage is full or blocked. Nothing was changed.`,
      });
    }
    await changed();
    return added;
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

  /** The change to send now; with an order at the counter those right behind it, because they depend on nothing. */
  function nextToSend(queue: readonly QueuedChange[]): {
    readonly changes: readonly QueuedChange[];
    readonly waitMs: number | null;
  } {
    const now = environment.now();
    const { change, waitMs } = nextChange(queue, now);
    if (!change) return { changes: [], waitMs };
    const behind = queue.slice(queue.indexOf(change), queue.indexOf(change) + SALES_AT_ONCE);
    const end = behind.findIndex((each) => !isSale(each) || each.isStuck || each.notBefore > now);
    return { changes: end === -1 ? behind : behind.slice(0, Math.max(1, end)), waitMs };
  }

  /** Sends a change, and returns what stays of it in the queue. */
  async function send(change: QueuedChange): Promise<Outcome> {
    try {
      return { change, left: null, answer: await environment.send(change) };
    } catch (error) {
      if (isDoneAlready(change, error)) return { change, left: null };
      // Another request used this key, so this change has not run. It is sent once more with a key of its own.
      if (error instanceof ApiError && error.code === REUSED_KEY && !hasReusedKey(change)) {
        return { change, left: { ...change, id: environment.newKey(), problem: problemOf(change, error) } };
      }
      // An error of this page's code counts as one of the server: the change is tried again, then a person decides.
      const failure = sendFailureOf(error instanceof ApiError ? error.status : 500);
      const problem = failure === 'unreached' || failure === 'busy' ? change.problem : problemOf(change, error);
      return { change, left: { ...afterSendFailure(change, failure, environment.now()), problem }, failure };
    }
  }

  /** Stores what became of the changes that were sent together, and tells the pages. */
  async function settle(outcomes: readonly Outcome[]): Promise<ReplayResult['done']> {
    const sent = outcomes.flatMap(({ change, answer }): SentChange[] =>
      answer === undefined ? [] : [{ change, answer }],
    );
    await environment.store.update((each) => {
      const outcome = outcomes.find(({ change }) => change.id === each.id);
      if (outcome) return outcome.left;
      return sent.reduce((later, { change, answer }) => rebaseLaterChange(change, answer, later), each);
    });
    const done = sent.map((each) => ({ ...each, isSeen: notifyDone(each) }));
    await refresh();
    for (const each of sent.length > 0 ? sent : [null]) environment.broadcast({ done: each });
    return done;
  }

  /** Sends what may be sent, in its order. */
  async function sendAll(): Promise<ReplayResult> {
    const done: ReplayResult['done'][number][] = [];
    const refused: QueuedChange[] = [];
    let pauseMs = 0;
    for (;;) {
      if (!environment.isReached()) return { done, refused, retryInMs: null };
      if (pauseMs > 0) await environment.pause(pauseMs);
      // The queue may have changed since the last change was sent.
      const { changes, waitMs } = nextToSend(await refresh());
      if (changes.length === 0) return { done, refused, retryInMs: waitMs };
      // The kitchen waits for the sales of a whole evening.
      pauseMs = changes.every(isSale) ? 0 : QUEUE_PAUSE_MS;
      const outcomes = await Promise.all(changes.map(send));
      done.push(...(await settle(outcomes)));
      refused.push(...outcomes.flatMap(({ left }) => (left?.isStuck ? [left] : [])));
      if (outcomes.some(({ failure }) => failure && stopsReplay(failure)))
        return { done, refused, retryInMs: REQUEUE_MS };
    }
  }

  return {
    waiting: () => mine,
    /** What waits for everybody who used this device. */
    onDevice: stored.get,
    subscribe: stored.subscribe,
    refresh,
    add,
    addSale,
    /** Queues a change again with its key and its time: one that was discarded, or one of another device. */
    restore: (change: QueuedChange) => store(change),
    /** False if this device cannot store another change. */
    canStore: () =>
      environment.store.check().then(
        () => true,
        () => false,
      ),
    /** Corrects a sale that waits: whether its ticket was printed. */
    setTicketPrinted: (id: string, ticketPrinted: boolean) =>
      editOne(id, (each) => (isSale(each) ? ({ ...each, body: { ...each.body, ticketPrinted } } as QueuedSale) : each)),
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
    // The request of an earlier press had arrived, although no response came back.
    case 'createAdminOrderCash':
    case 'createAdminOrderUnpaid':
      return error.code === REUSED_KEY;
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
