import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { waitText, errorText } from './error-text.ts';

/** Runs one request: whether it is in progress, and the error if it was refused. */
export function useRequestState<Arguments extends unknown[]>(sendRequest: (...input: Arguments) => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function run(input: Arguments) {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await sendRequest(...input);
    } catch (error) {
      setProblem([errorText(error), error instanceof ApiError && waitText(error)].filter(Boolean).join(' '));
    }
    setBusy(false);
  }
  return { busy, problem, submit: (...input: Arguments) => void run(input) };
}
