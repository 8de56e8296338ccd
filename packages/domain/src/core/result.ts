import { Refusal, failure, type Failure } from './errors.ts';

/** The result of a rule: a value, or an expected failure. */
export type Result<T, E = Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function err<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

/** `return fail('order-not-found')` */
export function fail(...reason: Parameters<typeof failure>): { readonly ok: false; readonly error: Failure } {
  return err(failure(...reason));
}

export function valueOrThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Refusal(result.error);
}
