import { useEffect, useEffectEvent, useState } from 'react';

interface KeyedAnswer<T> {
  readonly key: string;
  readonly answer: T | null;
  readonly error: unknown;
}

/**
 * Reads from the server on a page without queries: once for each key, and again when `turn` changes or on `again`. The
 * last answer for a key stays while it is read again, and if that fails. Without a key nothing is read.
 */
export function useAnswer<T>(key: string | null, ask: (signal: AbortSignal) => Promise<T>, turn?: unknown) {
  const [latest, setLatest] = useState<KeyedAnswer<T> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (key === null) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    askNow(signal).then(
      (answer) => signal.aborted || setLatest({ key, answer, error: null }),
      (error: unknown) =>
        signal.aborted || setLatest((before) => ({ key, answer: before?.key === key ? before.answer : null, error })),
    );
    return () => controller.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another turn reads again
  }, [key, turn, attempt]);
  const current = latest?.key === key ? latest : null;
  return {
    answer: current?.answer ?? null,
    error: current?.error ?? null,
    again() {
      setLatest(current && { ...current, error: null });
      setAttempt(attempt + 1);
    },
  };
}
