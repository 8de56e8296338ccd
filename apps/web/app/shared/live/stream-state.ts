import { useSyncExternalStore } from 'react';

export interface StreamState {
  readonly state: 'closed' | 'connecting' | 'live' | 'lost';
  /** The `performance.now()` time of the last message. */
  readonly lastMessageAt: number;
  /** Grows with every stream that starts without an event id and may have missed something. */
  readonly gapCount: number;
}

let current: StreamState = { state: 'closed', lastMessageAt: 0, gapCount: 0 };
const watchers = new Set<() => void>();

export function updateStreamState(change: Partial<StreamState>): void {
  const next = { ...current, ...change };
  const hasChanged = next.state !== current.state || next.gapCount !== current.gapCount;
  current = next;
  // The time of the last message changes without notifying, to avoid rendering with every event.
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

export function useStream(): Pick<StreamState, 'state' | 'gapCount'> {
  const state = useSyncExternalStore(
    watchStream,
    () => current.state,
    () => AT_FIRST.state,
  );
  const gapCount = useSyncExternalStore(
    watchStream,
    () => current.gapCount,
    () => 0,
  );
  return { state, gapCount };
}
