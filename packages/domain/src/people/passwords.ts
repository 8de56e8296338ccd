import { ok, say, type Result, fail } from '../core/index.ts';

/** No password is shorter, whatever the role. */
export const PASSWORD_MIN = 6;
/** A password of this length passes one of the five checks. A shorter one can pass the other four. */
const LONG_PASSWORD = 8;
/** Staff see the data of guests and give money back, so their passwords are longer. */
export const STAFF_PASSWORD_MIN = 10;
export const PASSWORD_CHECKS_NEEDED = 4;

/** The five checks, in the sequence in which they are shown. */
export const PASSWORD_CHECKS = [
  // The number is part of the text, because the texts of constants are translated without values.
  { id: 'length', text: say`At least 8 characters`, passes: (password: string) => password.length >= LONG_PASSWORD },
  { id: 'uppercase', text: say`An uppercase letter`, passes: (password: string) => /\p{Lu}/u.test(password) },
  { id: 'lowercase', text: say`A lowercase letter`, passes: (password: string) => /\p{Ll}/u.test(password) },
  { id: 'digit', text: say`A digit`, passes: (password: string) => /\d/.test(password) },
  {
    id: 'special',
    text: say`A special character`,
    passes: (password: string) => /[^\p{L}\p{M}\p{N}\s]/u.test(password),
  },
] as const;

export type PasswordStrength = 'weak' | 'medium' | 'strong';

/** How many of the five checks a password passes. */
export function countPassedPasswordChecks(password: string): number {
  return PASSWORD_CHECKS.filter((check) => check.passes(password)).length;
}

/** How strong a password looks to the person who types it. */
export function passwordStrength(password: string): PasswordStrength {
  const passes = countPassedPasswordChecks(password);
  if (passes < 3) return 'weak';
  return passes < PASSWORD_CHECKS.length ? 'medium' : 'strong';
}

/** Why a form refuses a password, or null. */
export function passwordProblem(password: string): string | null {
  if (password === '') return say`Password is required`;
  if (countPassedPasswordChecks(password) < PASSWORD_CHECKS_NEEDED) {
    return say`Password must meet at least ${PASSWORD_CHECKS_NEEDED} security requirements`;
  }
  return null;
}

/** The rule for passwords of staff. A sentence needs no digits, but must not be one that everybody uses. */
export function checkStaffPassword(password: string, isCommon: boolean): Result<true> {
  if (password.length < STAFF_PASSWORD_MIN) {
    return fail('weak-password', say`Passwords of staff have at least ${STAFF_PASSWORD_MIN} characters.`);
  }
  if (isCommon) return fail('weak-password', say`Too many people use this password. Please choose another.`);
  return ok(true);
}

/** The rule for new passwords of customers: `PASSWORD_MIN`, and `PASSWORD_CHECKS_NEEDED` of the checks. */
export function checkNewPassword(password: string): Result<true> {
  if (password !== '' && password.length < PASSWORD_MIN) return fail('weak-password');
  const problem = passwordProblem(password);
  return problem === null ? ok(true) : fail('weak-password', problem);
}
