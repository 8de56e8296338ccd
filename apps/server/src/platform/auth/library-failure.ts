import { failure, failures, type Failure, type FailureCode } from '@tiffin/domain/core';

/** Maps the sign-in library's error codes to ours. */
const CODES: Record<string, FailureCode> = {
  USER_ALREADY_EXISTS: 'email-already-in-use',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email-already-in-use',
  PASSWORD_TOO_SHORT: 'weak-password',
  PASSWORD_TOO_LONG: 'invalid-argument',
  INVALID_EMAIL: 'invalid-email',
  INVALID_PASSWORD: 'wrong-password',
  INVALID_CODE: 'wrong-code',
  INVALID_BACKUP_CODE: 'wrong-code',
  INVALID_TWO_FACTOR_COOKIE: 'sign-in-over',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'sign-in-over',
  ACCOUNT_TEMPORARILY_LOCKED: 'too-many-requests',
  TOTP_ALREADY_ENABLED: 'already-exists',
  TOTP_NOT_ENABLED: 'failed-precondition',
  TWO_FACTOR_NOT_ENABLED: 'failed-precondition',
  BACKUP_CODES_NOT_ENABLED: 'failed-precondition',
  EMAIL_NOT_VERIFIED: 'email-not-verified',
  INVALID_TOKEN: 'invalid-argument',
  UNAUTHORIZED: 'unauthenticated',
};

/** The failure that an error of the sign-in library stands for. */
export function libraryFailure(answer: { code?: unknown; message?: unknown }, status: number): Failure {
  const code = typeof answer.code === 'string' ? answer.code : '';
  if (code in failures) return failure(code as FailureCode);
  const mapped = CODES[code] ?? byStatus(status);
  const isReadable = mapped === 'invalid-argument' && typeof answer.message === 'string';
  return failure(mapped, isReadable ? String(answer.message) : undefined);
}

function byStatus(status: number): FailureCode {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'permission-denied';
  if (status === 404) return 'not-found';
  if (status === 429) return 'rate-limited';
  return status >= 500 ? 'internal' : 'invalid-argument';
}
