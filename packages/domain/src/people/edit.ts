import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { digitsOf, PHONE_DIGITS_MIN } from './phones.ts';

export const USERS_PER_UPDATE_MAX = 100;
export const USER_FORM_HAS_ERRORS = 'Please fix the form errors';

export interface UserForm {
  readonly displayName: string;
  readonly phoneNumber: string;
}

export function checkUserForm(form: UserForm): Partial<Record<keyof UserForm, string>> {
  const errors: Partial<Record<keyof UserForm, string>> = {};
  if (form.displayName.trim() === '') errors.displayName = 'Display name is required';
  const phone = form.phoneNumber.trim();
  const looksLikePhone = /^\+?[\d\s().-]+$/.test(phone) && digitsOf(phone).length >= PHONE_DIGITS_MIN;
  if (phone !== '' && !looksLikePhone) errors.phoneNumber = 'Please enter a valid phone number';
  return errors;
}

export function checkBulkUpdate(userIds: readonly string[]): Result<true> {
  if (userIds.length === 0) return err(failure('invalid-argument', 'User IDs are required'));
  if (userIds.length > USERS_PER_UPDATE_MAX) {
    return err(failure('invalid-argument', `Cannot update more than ${USERS_PER_UPDATE_MAX} users at once`));
  }
  return ok(true);
}

/** Deleting a person only shuts the door: the orders stay whose they were. */
export function deactivated(at: Date): { isActive: false; isDeleted: true; deletedAt: Date } {
  return { isActive: false, isDeleted: true, deletedAt: at };
}
