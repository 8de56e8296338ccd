import { useSyncExternalStore } from 'react';
import { createStore } from '../page/store.ts';

interface StreamState {
  readonly state: 'closed' | 'connecting' | 'live' | 'lost';
  /** The `performance.now()` time of the last message. */
  readonly lastMessageAt: number;
  /** Grows when a stream starts without the id of the last event: it cannot catch up, so events may be missing. */
  readonly gapCount: number;
}

/** Before the first stream, and on the server. */
const INITIAL_STATE: StreamState = { state: 'closed', lastMessageAt: 0, gapCount: 0 };
const store = createStore(INITIAL_STATE);

/** The present state, with the time of the last message. */
export const streamState = () => store.get();

export function updateStreamState(change: Partial<StreamState>): void {
  store.set({ ...store.get(), ...change });
}

/** Reads two values, because the object with both is replaced with each message, which would render again. */
export function useStream(): Pick<StreamState, 'state' | 'gapCount'> {
  return { state: useStreamValue('state'), gapCount: useStreamValue('gapCount') };
}

function useStreamValue<Key extends keyof StreamState>(key: Key): StreamState[Key] {
  return useSyncExternalStore(
    store.subscribe,
    () => store.get()[key],
    () => INITIAL_STATE[key],
  );
}
