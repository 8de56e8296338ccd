import { useSyncExternalStore } from 'react';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { createStore } from '../page/store.ts';
import { serverNow } from '../live/server-clock.ts';
import { kindOf, subjectsOf, type Change, type QueuedChange } from './changes.ts';
import { openQueue } from './open-queue.ts';

/* What people changed and the loaded data may not contain yet: changes on their way to the server, and those that wait
   for a connection. Screens apply them to what they loaded, so a change shows at once and disappears if it is refused. */

export type PendingChange = Change & Pick<QueuedChange, 'id' | 'kind' | 'subjects' | 'madeAt' | 'isStuck'>;

interface Sending {
  readonly change: PendingChange;
  readonly finished: PromiseWithResolvers<void>;
  isShown: boolean;
  hasAnswer: boolean;
  /** The queries to load again, in which the server's data will contain the change. */
  readonly queryKeys: readonly QueryKey[];
}

const sending = createStore<readonly Sending[]>([]);

/** Begins to send a change. It may be sent once the earlier changes of the same records have their answer. */
export function beginSending(
  change: Change,
  id: string,
  { isShown, queryKeys, client }: Pick<Sending, 'isShown' | 'queryKeys'> & { readonly client: QueryClient },
): { readonly ready: Promise<unknown>; readonly done: () => void; readonly dropped: () => void } {
  const subjects = subjectsOf(change);
  const earlier = sending.get().filter((each) => each.change.subjects.some((subject) => subjects.includes(subject)));
  const entry: Sending = {
    change: { ...change, id, kind: kindOf(change), subjects, madeAt: serverNow().getTime(), isStuck: false },
    finished: Promise.withResolvers(),
    isShown,
    hasAnswer: false,
    queryKeys,
  };
  sending.set([...sending.get(), entry]);
  return {
    ready: Promise.all(earlier.map(({ finished }) => finished.promise)),
    /** The server carried it out. It is shown until the data contains it. */
    done: () => settle(entry, client),
    /** It was refused, or the queue shows it now. */
    dropped() {
      entry.isShown = false;
      settle(entry, client);
    },
  };
}

function settle(entry: Sending, client: QueryClient): void {
  entry.hasAnswer = true;
  entry.finished.resolve();
  if (entry.queryKeys.length === 0) return sending.set(sending.get().filter((each) => each !== entry));
  sending.set([...sending.get()]);
  const ofKind = sending
    .get()
    .filter(({ change, queryKeys }) => queryKeys.length > 0 && change.kind === entry.change.kind);
  // Data that was loaded before the last answer would lack that change.
  if (ofKind.every(({ hasAnswer }) => hasAnswer)) void reload(ofKind, client);
}

async function reload(answered: readonly Sending[], client: QueryClient): Promise<void> {
  const keys = new Map(
    answered.flatMap(({ queryKeys }) => queryKeys.map((key) => [JSON.stringify(key), key] as const)),
  );
  await Promise.all([...keys.values()].map((queryKey) => client.invalidateQueries({ queryKey })));
  sending.set(sending.get().filter((each) => !answered.includes(each)));
}

const NONE: readonly PendingChange[] = [];

/** A snapshot that stays the same object until the changes differ. */
function snapshot(read: () => readonly PendingChange[]): () => readonly PendingChange[] {
  let sources: readonly unknown[] = [];
  let current = NONE;
  return () => {
    const waiting = openQueue().waiting();
    if (sources[0] !== waiting || sources[1] !== sending.get()) {
      sources = [waiting, sending.get()];
      current = read();
    }
    return current;
  };
}

const readInFlight = snapshot(() => sending.get().map(({ change }) => change));
const readPending = snapshot(() => [
  ...openQueue().waiting(),
  ...sending
    .get()
    .filter(({ isShown }) => isShown)
    .map(({ change }) => change),
]);

function subscribe(onChange: () => void): () => void {
  const leaveSending = sending.subscribe(onChange);
  const leaveQueue = openQueue().subscribe(onChange);
  return () => {
    leaveSending();
    leaveQueue();
  };
}

/** The changes to apply to loaded data, oldest first. */
export function usePendingChanges(): readonly PendingChange[] {
  return useSyncExternalStore(subscribe, readPending, () => NONE);
}

/** The changes on their way to the server now, also those that are not shown yet. */
export function useChangesInFlight(): readonly PendingChange[] {
  return useSyncExternalStore(subscribe, readInFlight, () => NONE);
}

/** Data with these changes. A refused change is not shown; its owner is asked about it. */
export function withChanges<D>(
  data: D,
  changes: readonly PendingChange[],
  apply: (data: D, change: Change, at: string) => D,
): D {
  return changes.reduce(
    (current, change) => (change.isStuck ? current : apply(current, change, new Date(change.madeAt).toISOString())),
    data,
  );
}
