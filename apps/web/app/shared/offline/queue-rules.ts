/** How work done offline is sent once the connection is back. */
export const QUEUE_RETRIES = 3;
export const QUEUE_PAUSE_MS = 200;
/** A change that failed goes back into the queue for this long. */
export const REQUEUE_MS = 5000;
export const QUEUE_COUNT_REFRESH_MS = 1000;

/** What kind of work waits. */
export type QueueKind = 'order' | 'menu' | 'location' | 'reservation';

/** What the rules need to know of a change that waits. */
export interface Waiting {
  readonly kind: QueueKind;
  /** What it changes: two changes of the same thing are sent in the order they were made. */
  readonly subjects: readonly string[];
  /** How often the server was reached and could not do it. */
  readonly failures: number;
  /** Not sent before this moment, in milliseconds. */
  readonly notBefore: number;
  /** It was refused, or failed too often: a person has to look. */
  readonly isStuck: boolean;
}

/** What came of sending a change that did not go through. */
export type Setback =
  /** Nobody answered. */
  | 'unreached'
  /** Whoever made it has to sign in again first. */
  | 'signed-out'
  /** Not now: too many requests, a restart, a database that is away. */
  | 'busy'
  /** The server could not do this one. */
  | 'failed'
  /** The server said no. */
  | 'refused';

/** By the status of the answer; 0 when none came. */
export function setbackOf(status: number): Setback {
  if (status === 0) return 'unreached';
  if (status === 401) return 'signed-out';
  if (status === 429 || (status >= 502 && status <= 504)) return 'busy';
  return status >= 500 ? 'failed' : 'refused';
}

/** With these the others would fare no better: the whole queue waits. */
export function stopsReplay(setback: Setback): boolean {
  return setback === 'unreached' || setback === 'signed-out' || setback === 'busy';
}

/** An order action is tried three times more after its first failure; then a person has to look. */
export function staysQueued(failures: number): boolean {
  return failures <= QUEUE_RETRIES;
}

/** How a change stands in the queue after it did not go through. */
export function afterSetback<W extends Waiting>(change: W, setback: Setback, nowMs: number): W {
  if (setback === 'unreached' || setback === 'signed-out') return change;
  if (setback === 'refused') return { ...change, isStuck: true };
  const notBefore = nowMs + REQUEUE_MS;
  if (setback === 'busy') return { ...change, notBefore };
  const failures = change.failures + 1;
  return { ...change, failures, notBefore, isStuck: change.kind === 'order' && !staysQueued(failures) };
}

/** Somebody asks for it again, with a clean slate. */
export function triedAgain<W extends Waiting>(change: W): W {
  return { ...change, isStuck: false, failures: 0, notBefore: 0 };
}

/** A reservation that was refused is asked for again when the connection is back: a table may be free by then. */
export function isTriedOnReconnect({ kind, isStuck }: Waiting): boolean {
  return kind === 'reservation' && isStuck;
}

export interface NextChange<W> {
  /** To be sent now; null when nothing may be. */
  readonly change: W | null;
  /** How long until one may be; null when none will by itself. */
  readonly waitMs: number | null;
}

/**
 * The oldest change that may be sent. One that waits or is stuck holds up the later changes of the
 * same thing, and no others.
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

/** A change of what an earlier one waits to change has to wait too, even with a connection. */
export function mustWait(queue: readonly Waiting[], subjects: readonly string[]): boolean {
  return queue.some((change) => change.subjects.some((subject) => subjects.includes(subject)));
}
