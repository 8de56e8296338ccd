import type { Failure } from '../core/errors.ts';
import { messageForCode } from './error-messages.ts';

/** The result of an operation that does not throw. */
export type Outcome<T> =
  | { readonly success: true; readonly data: T }
  | {
      readonly success: false;
      readonly error: string;
      readonly errorCode: string;
      readonly userMessage: string;
      /** The operation, for the log. */
      readonly context: string;
      readonly timestamp: string;
    };

export function succeeded<T>(data: T): Outcome<T> {
  return { success: true, data };
}

export function failed(
  error: { readonly message: string; readonly code?: string | undefined },
  context: string,
  at: Date,
): Outcome<never> {
  const errorCode = error.code ?? 'internal';
  return {
    success: false,
    error: error.message,
    errorCode,
    userMessage: messageForCode(errorCode),
    context,
    timestamp: at.toISOString(),
  };
}

export function errorBody(reason: Failure, at: Date, requestId: string) {
  return {
    ...reason.details,
    success: false,
    error: reason.message,
    code: reason.code,
    timestamp: at.toISOString(),
    requestId,
  };
}
