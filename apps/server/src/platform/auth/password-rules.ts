import { refuse, type Result } from '@tiffin/domain/core';
import { checkNewPassword, checkStaffPassword, isAtLeast, type Role } from '@tiffin/domain/people';
import { isCommonPassword } from './common-passwords.ts';

/** The rule for the passwords of a role. */
export function checkPasswordFor(role: Role, password: string): Result<true> {
  return isAtLeast(role, 'staff')
    ? checkStaffPassword(password, isCommonPassword(password))
    : checkNewPassword(password);
}

export function requirePasswordFor(role: Role, password: string): void {
  const checked = checkPasswordFor(role, password);
  if (!checked.ok) throw refuse(checked.error.code, checked.error.message);
}
