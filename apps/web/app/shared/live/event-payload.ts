import { ApiError } from '../api/api-error.ts';

/**
 * An object in the payload of an event or a refusal. By the contract it is the same as in the response of calls. Null
 * when it or its fields are missing.
 */
export function eventPayload<T extends object>(
  data: Readonly<Record<string, unknown>>,
  name: string,
  ...fields: readonly (keyof T & string)[]
): T | null {
  const value = data[name];
  if (typeof value !== 'object' || value === null || !fields.every((field) => field in value)) return null;
  // The schemas are only on the server, so this trusts the type as for responses.
  return value as T;
}

/**
 * The version that someone else saved meanwhile, from the refusal of a conflicting save. The refusal contains it under
 * `name`. Null for another refusal, or if the version lacks one of the `fields`.
 */
export function conflictingVersion<T extends object>(
  error: unknown,
  { name, fields = [] }: { readonly name: string; readonly fields?: readonly (keyof T & string)[] },
): T | null {
  return error instanceof ApiError && error.code === 'conflict'
    ? eventPayload<T>(error.details, name, ...fields)
    : null;
}
