import { Refusal, type Failure } from './errors.ts';

/** What a rule answers: a value, or a failure that a person can be told about. */
export type Result<T, E = Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function err<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

/** The value of a rule that said yes; its failure thrown when it said no. */
export function orRefuse<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Refusal(result.error);
}
