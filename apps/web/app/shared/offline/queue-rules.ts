/** The rules for sending offline work when the connection is back. */
export const QUEUE_RETRIES = 3;
export const QUEUE_PAUSE_MS = 200;
/** How many orders of the counter are sent together, so that those of a whole evening arrive within a minute. */
export const SALES_AT_ONCE = 5;
/** The delay after a failed change. */
export const REQUEUE_MS = 5000;
export const QUEUE_COUNT_REFRESH_MS = 1000;

export type QueueKind = 'order' | 'menu' | 'location' | 'reservation' | 'floor';

/** The fields of a waiting change that the rules need. */
export interface Waiting {
  readonly kind: QueueKind;
  /** The records that it changes. Changes of the same record are sent in order. */
  readonly subjects: readonly string[];
  /** How often the server was reached but failed. */
  readonly failures: number;
  /** Not sent before this time, in epoch milliseconds. */
  readonly notBefore: number;
  /** It was refused or failed too often, so a person must decide. */
  readonly isStuck: boolean;
}

export type SendFailure =
  /** No response. */
  | 'unreached'
  /** Its owner must sign in again first. */
  | 'signed-out'
  /** Temporary: too many requests, a restart, or an unavailable database. */
  | 'busy'
  /** The server failed on this change. */
  | 'failed'
  /** The server refused it. */
  | 'refused';

/** Classifies a response by its status; 0 means no response. */
export function sendFailureOf(status: number): SendFailure {
  if (status === 0) return 'unreached';
  if (status === 401) return 'signed-out';
  if (status === 429 || (status >= 502 && status <= 504)) return 'busy';
  return status >= 500 ? 'failed' : 'refused';
}

/** True if other changes would fail as well, so the whole queue waits. */
export function stopsReplay(failure: SendFailure): boolean {
  return failure === 'unreached' || failure === 'signed-out' || failure === 'busy';
}

/** An order action is retried a few times after its first failure; then a person must decide. */
export function staysQueued(failures: number): boolean {
  return failures <= QUEUE_RETRIES;
}

export function afterSendFailure<W extends Waiting>(change: W, failure: SendFailure, nowMs: number): W {
  if (failure === 'unreached' || failure === 'signed-out') return change;
  if (failure === 'refused') return { ...change, isStuck: true };
  const notBefore = nowMs + REQUEUE_MS;
  if (failure === 'busy') return { ...change, notBefore };
  const failures = change.failures + 1;
  return { ...change, failures, notBefore, isStuck: change.kind === 'order' && !staysQueued(failures) };
}

export function resetForRetry<W extends Waiting>(change: W): W {
  return { ...change, isStuck: false, failures: 0, notBefore: 0 };
}

/** A refused reservation is retried on reconnect, because a table may be free by then. */
export function isTriedOnReconnect({ kind, isStuck }: Waiting): boolean {
  return kind === 'reservation' && isStuck;
}

export interface NextChange<W> {
  /** The change to send now; null if there is none. */
  readonly change: W | null;
  /** The delay until the next one can be sent; null if none will be. */
  readonly waitMs: number | null;
}

/**
 * The oldest change that may be sent. One that waits or is stuck delays later changes of the same record and no others.
 */
export function nextChange<W extends Waiting>(queue: readonly W[], nowMs: number): NextChange<W> {
  const blocked = new Set<string>();
  let waitMs: number | null = null;
  for (const change of queue) {
    const isFree = !change.isStuck && !change.subjects.some((subject) => blocked.has(subject));
    const inMs = change.notBefore - nowMs;
    if (isFree && inMs <= 0) return { change, waitMs: 0 };
    if (isFree) waitMs = Math.min(waitMs ?? inMs, inMs);
    for (const subject of change.subjects) blocked.add(subject);
  }
  return { change: null, waitMs };
}

/** A change of a record with a waiting change must wait too, even online. */
export function mustWait(queue: readonly Waiting[], subjects: readonly string[]): boolean {
  return queue.some((change) => change.subjects.some((subject) => subjects.includes(subject)));
}
