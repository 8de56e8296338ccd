import { checkUserForm, phoneText, roleName } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { formOf, valueField, textField, wholeNumber, type FormPayload } from '../../ui/form.ts';
import type { Body } from '../../shared/api/api.ts';
import type { User } from './use-users.ts';

/** What an admin can change about a user. */
export const userForm = formOf(
  {
    displayName: textField(say`Display name`, { required: true, input: { maxLength: 200 } }),
    phoneNumber: {
      ...textField(say`Phone`, { input: { type: 'tel', maxLength: 40 } }),
      toTyped: (phone: string | null) => (phone ? phoneText(phone) : ''),
    },
    role: valueField<User['role']>(say`Role`, 'customer', (role) => roleName(role)),
    locationIds: valueField<readonly string[]>(say`Locations`, []),
    loyaltyPoints: {
      ...wholeNumber(say`Loyalty points`, { least: 0, most: 999_999_999, input: { maxLength: 10 } }),
      problem: (typed: string) => (/^\d{1,9}$/.test(typed.trim()) ? null : say`Points must be a whole number`),
    },
  },
  { check: checkUserForm },
);

type UserValues = FormPayload<typeof userForm.fields>;

/** Role and locations are sent together, because the server validates one against the other. */
export function withLocations(updates: Partial<UserValues>, values: UserValues): Body<'updateUser'>['updates'] {
  const { locationIds, ...others } = updates;
  const sendsLocations = locationIds !== undefined || updates.role !== undefined;
  return { ...others, locationIds: sendsLocations ? [...values.locationIds] : undefined };
}
