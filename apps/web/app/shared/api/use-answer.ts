import { useEffect, useEffectEvent, useState } from 'react';

interface Found<T> {
  readonly key: string;
  readonly answer: T | null;
  readonly error: unknown;
}

/**
 * Asks the server on a page without queries: for each key once, and once more when `turn` is another or on `again`. The
 * answer of a key stays until the next one, also when that fails. Without a key nothing is asked.
 */
export function useAnswer<T>(key: string | null, ask: (signal: AbortSignal) => Promise<T>, turn?: unknown) {
  const [found, setFound] = useState<Found<T> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (key === null) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    askNow(signal).then(
      (answer) => signal.aborted || setFound({ key, answer, error: null }),
      (error: unknown) =>
        signal.aborted || setFound((before) => ({ key, answer: before?.key === key ? before.answer : null, error })),
    );
    return () => controller.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another turn asks again
  }, [key, turn, attempt]);
  const current = found?.key === key ? found : null;
  return {
    answer: current?.answer ?? null,
    error: current?.error ?? null,
    again() {
      setFound(current && { ...current, error: null });
      setAttempt(attempt + 1);
    },
  };
}
