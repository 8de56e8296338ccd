import { failure } from '../core/errors.ts';
import { freeSlug, slugOf } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';

export const LOCATION_ID_MIN = 2;
export const LOCATION_ID_MAX = 50;

/** What stands under the id field while it is typed. */
export interface IdVerdict {
  readonly valid: boolean;
  readonly text: string;
}

export function judgeLocationId(id: string, isTaken: (id: string) => boolean): IdVerdict {
  const text = idProblem(id) ?? (isTaken(id) ? 'This location ID already exists' : null);
  return { valid: text === null, text: text ?? 'Valid location ID' };
}

function idProblem(id: string): string | null {
  if (id === '') return 'Location ID is required';
  if (!/^[a-z0-9-]+$/.test(id)) return 'Only lowercase letters, numbers, and hyphens allowed';
  if (id.length < LOCATION_ID_MIN) return `ID must be at least ${LOCATION_ID_MIN} characters`;
  if (id.length > LOCATION_ID_MAX) return `ID must be ${LOCATION_ID_MAX} characters or less`;
  return null;
}

/** The same rule as the server says it. */
export function checkLocationId(id: string, isTaken: (id: string) => boolean): Result<string> {
  if (id !== '' && !/^[a-z0-9-]+$/.test(id)) {
    return err(failure('invalid-argument', 'Location ID must contain only lowercase letters, numbers, and hyphens'));
  }
  const problem = idProblem(id);
  if (problem !== null) return err(failure('invalid-argument', problem));
  if (isTaken(id)) return err(failure('already-exists', `Location ID "${id}" already exists`));
  return ok(id);
}

/** Typing can only ever make allowed characters. */
export function typedLocationId(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9-]/g, '');
}

export function locationIdFor(name: string, isTaken: (id: string) => boolean): Result<string> {
  const slug = slugOf(name, LOCATION_ID_MAX);
  const id = freeSlug(slug.length < LOCATION_ID_MIN ? 'location' : slug, isTaken, LOCATION_ID_MAX);
  if (id === null) return err(failure('conflict', 'Unable to generate unique location ID after 100 attempts'));
  return ok(id);
}
