import { useSyncExternalStore } from 'react';

export interface StreamState {
  readonly state: 'closed' | 'connecting' | 'live' | 'lost';
  /** The `performance.now()` time of the last message. */
  readonly lastMessageAt: number;
  /** Grows when a stream starts without the id of the last event: it cannot catch up, so events may be missing. */
  readonly gapCount: number;
}

/** Before the first stream, and on the server. */
const INITIAL_STATE: StreamState = { state: 'closed', lastMessageAt: 0, gapCount: 0 };
let current = INITIAL_STATE;
const watchers = new Set<() => void>();

/** Changes the state and notifies the watchers. */
export function updateStreamState(change: Partial<StreamState>): void {
  const next = { ...current, ...change };
  const hasChanged = next.state !== current.state || next.gapCount !== current.gapCount;
  current = next;
  // The time of the last message changes without notifying, to avoid rendering with every event.
  if (hasChanged) for (const watcher of watchers) watcher();
}

/** The present state, with the time of the last message. */
export function streamState(): StreamState {
  return current;
}

/** Calls the function when the state or the gap count changes. Returns a function that stops it. */
export function watchStream(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

/** Reads two values, because the object with both is replaced with each message, which would render again. */
export function useStream(): Pick<StreamState, 'state' | 'gapCount'> {
  const state = useSyncExternalStore(
    watchStream,
    () => current.state,
    () => INITIAL_STATE.state,
  );
  const gapCount = useSyncExternalStore(
    watchStream,
    () => current.gapCount,
    () => INITIAL_STATE.gapCount,
  );
  return { state, gapCount };
}
