import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { refusalText } from '../errors/error-text.ts';
import { withFreshSignIn } from '../session/fresh-sign-in.ts';
import { toast } from '../../ui/toasts.ts';
import { ApiError } from './api-error.ts';
import type { CallName } from '@tiffin/contract';
import { api, type Answer, type Body, type CallArguments, type CallOptions } from './api.ts';
import { newKey } from './new-key.ts';

export interface ActionReport<Input, Result> {
  /** The toast when it is done; null for none. */
  readonly doneText?: (result: Result, input: Input) => string | null;
  /** The title of the toast when it failed, above the reason. Left out where the page shows `error`. */
  readonly failed?: string | ((input: Input) => string);
  readonly onDone?: (result: Result, input: Input) => void;
  /** True if it told the person about this failure, so that no toast is needed. */
  readonly onFailed?: (error: unknown, input: Input) => unknown;
}

/** A call as an action: `useAction(callOf('signOutDevice'), …)`. */
export function callOf<N extends CallName>(name: N) {
  return (body: Body<N>, options?: CallOptions): Promise<Answer<N>> =>
    api(name, ...([{ body }, options] as unknown as CallArguments<N>));
}

/**
 * Something that a person does and the server carries out, such as a call or an upload. It is done once however often
 * it is pressed, asks the person to confirm their identity where the server wants that, and reports the outcome.
 * `useCall` also loads again what a call changed.
 */
export function useAction<Input = void, Result = unknown>(
  run: (input: Input, options: CallOptions) => Promise<Result>,
  report: ActionReport<Input, Result> = {},
) {
  const [sending, setSending] = useState<{ readonly input: Input } | null>(null);
  const [error, setError] = useState<unknown>(null);
  // The keys of requests without an answer. The same request keeps its key, so that it is done once. After an answer,
  // pressing again is a new request.
  const [keys] = useState(() => new Map<string, string>());
  const latest = useRef({ run, report });
  useLayoutEffect(() => {
    latest.current = { run, report };
  });

  /** For a form, which shows the refusal itself. */
  const sendOrThrow = useCallback(
    async (input: Input): Promise<Result> => {
      const request = JSON.stringify(input) ?? '';
      const idempotencyKey = keys.get(request) ?? newKey();
      keys.set(request, idempotencyKey);
      const current = { input };
      setSending(current);
      setError(null);
      // Read before the call, because what its text names may be gone from the page afterwards.
      const { doneText } = latest.current.report;
      try {
        const result = await withFreshSignIn((approval) => latest.current.run(input, { idempotencyKey, ...approval }));
        keys.delete(request);
        const message = doneText?.(result, input) ?? null;
        if (message !== null) toast.success(message);
        latest.current.report.onDone?.(result, input);
        return result;
      } catch (problem) {
        if (isAnswer(problem)) keys.delete(request);
        setError(problem);
        const { failed, onFailed } = latest.current.report;
        const isShown = onFailed?.(problem, input) === true;
        const title = typeof failed === 'function' ? failed(input) : failed;
        if (title !== undefined && !isShown) toast.error(title, { description: refusalText(problem) });
        throw problem;
      } finally {
        setSending((last) => (last === current ? null : last));
      }
    },
    [keys],
  );
  /** Never throws; null when it failed. */
  const send = useCallback(
    (input: Input): Promise<Result | null> => sendOrThrow(input).catch(() => null),
    [sendOrThrow],
  );

  return {
    send,
    sendOrThrow,
    isBusy: sending !== null,
    /** What is being sent, for the one row or button that is busy. */
    sending: sending?.input,
    /** Why it failed, until it is tried again. */
    error: error === null ? null : refusalText(error),
    clearError: () => setError(null),
  };
}

/** The server has decided about the request. Without an answer it may have carried it out, or may still do so. */
function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}
