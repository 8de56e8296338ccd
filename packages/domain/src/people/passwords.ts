import { say } from '../core/language.ts';
import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';

export const PASSWORD_MIN = 6;
export const PASSWORD_CHECKS_NEEDED = 4;

/** The five checks, in the sequence in which they are shown. */
export const PASSWORD_CHECKS = [
  { id: 'length', text: say`At least 8 characters`, passes: (password: string) => password.length >= 8 },
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

export function countPassedPasswordChecks(password: string): number {
  return PASSWORD_CHECKS.filter((check) => check.passes(password)).length;
}

export function passwordStrength(password: string): PasswordStrength {
  const passes = countPassedPasswordChecks(password);
  if (passes < 3) return 'weak';
  return passes < PASSWORD_CHECKS.length ? 'medium' : 'strong';
}

export function passwordProblem(password: string): string | null {
  if (password === '') return say`Password is required`;
  if (countPassedPasswordChecks(password) < PASSWORD_CHECKS_NEEDED) {
    return say`Password must meet at least ${PASSWORD_CHECKS_NEEDED} security requirements`;
  }
  return null;
}

/** The rule for new passwords: at least 6 characters, and 4 of the 5 checks. */
export function checkNewPassword(password: string): Result<true> {
  if (password !== '' && password.length < PASSWORD_MIN) return err(failure('weak-password'));
  const problem = passwordProblem(password);
  return problem === null ? ok(true) : err(failure('weak-password', problem));
}
