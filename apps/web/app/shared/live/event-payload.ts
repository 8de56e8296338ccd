import { ApiError } from '../api/api-error.ts';

/**
 * What an event or a refusal carries under a name: the same object, by the contract, that calls
 * answer. Null when nothing is there, or something without these fields.
 */
export function eventPayload<T extends object>(
  data: Readonly<Record<string, unknown>>,
  name: string,
  ...fields: readonly (keyof T & string)[]
): T | null {
  const value = data[name];
  if (typeof value !== 'object' || value === null || !fields.every((field) => field in value)) return null;
  // The schemas stay on the server; its answers are typed by them, and so is this.
  return value as T;
}

/** What somebody else saved meanwhile: the refusal of a save that came second brings it. */
export function savedMeanwhile<T extends object>(
  error: unknown,
  name: string,
  ...fields: readonly (keyof T & string)[]
): T | null {
  return error instanceof ApiError && error.code === 'conflict'
    ? eventPayload<T>(error.details, name, ...fields)
    : null;
}
