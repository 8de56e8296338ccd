import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { waitText, wordsFor } from './words.ts';

/** One thing that is sent: whether it is under way, and why it was refused. */
export function useStep<Said extends unknown[]>(go: (...said: Said) => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function run(said: Said) {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await go(...said);
    } catch (error) {
      setProblem([wordsFor(error), error instanceof ApiError && waitText(error)].filter(Boolean).join(' '));
    }
    setBusy(false);
  }
  return { busy, problem, submit: (...said: Said) => void run(said) };
}
