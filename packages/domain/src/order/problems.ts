import { failure, type Failure } from '../core/errors.ts';

/** What is wrong with one field of something sent. */
export interface Problem {
  readonly field: string;
  readonly message: string;
}

/** The first problem speaks; all of them travel in `fields`. */
export function problemsFailure(problems: readonly Problem[]): Failure {
  return failure('invalid-argument', problems[0]?.message, { fields: problems });
}
