import { useSyncExternalStore } from 'react';

/** How the one stream of live events stands. */
export interface StreamState {
  readonly state: 'closed' | 'connecting' | 'live' | 'lost';
  /** The browser's own running time when something was last heard. */
  readonly lastMessageAt: number;
  /** Goes up with every stream that begins anew, and so may have missed something. */
  readonly beginnings: number;
}

let current: StreamState = { state: 'closed', lastMessageAt: 0, beginnings: 0 };
const watchers = new Set<() => void>();

export function streamIs(change: Partial<StreamState>): void {
  const next = { ...current, ...change };
  const hasChanged = next.state !== current.state || next.beginnings !== current.beginnings;
  current = next;
  // What was heard a moment ago is read, not told: nobody draws anew for every event.
  if (hasChanged) for (const watcher of watchers) watcher();
}

export function streamState(): StreamState {
  return current;
}

const AT_FIRST: StreamState = current;

export function watchStream(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

/** Whether the stream is alive, and how often it had to begin anew. */
export function useStream(): Pick<StreamState, 'state' | 'beginnings'> {
  const state = useSyncExternalStore(
    watchStream,
    () => current.state,
    () => AT_FIRST.state,
  );
  const beginnings = useSyncExternalStore(
    watchStream,
    () => current.beginnings,
    () => 0,
  );
  return { state, beginnings };
}
