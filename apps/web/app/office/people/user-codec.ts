import { checkUserForm, phoneText, roleName } from '@tiffin/domain/people';
import { flag, formOf, kept, text, wholeNumber, type Sent } from '../../ui/form.ts';
import { texts } from './texts.ts';
import type { User, UserChange } from './use-users.ts';

export const userForm = formOf(
  {
    displayName: text('Display name', { required: true, input: { maxLength: 200 } }),
    phoneNumber: {
      ...text('Phone', { input: { type: 'tel', maxLength: 40 } }),
      shown: (phone: string | null) => (phone ? phoneText(phone) : ''),
    },
    role: kept<User['role']>('Role', 'customer', (role) => roleName(role)),
    locationIds: kept<readonly string[]>('Locations', []),
    loyaltyPoints: {
      ...wholeNumber('Loyalty points', { least: 0, most: 999_999_999, input: { maxLength: 10 } }),
      problem: (typed: string) => (/^\d{1,9}$/.test(typed.trim()) ? null : texts.pointsProblem),
    },
    isActive: { ...flag('Status'), words: (isActive: boolean) => (isActive ? texts.active : texts.inactive) },
  },
  { check: checkUserForm },
);

type Typed = Sent<typeof userForm.fields>;

/** Whose role or places change, both are said: the one is judged by the other. */
export function withPlaces(updates: Partial<Typed>, { locationIds }: Typed): UserChange['updates'] {
  const { locationIds: places, ...others } = updates;
  const moves = places !== undefined || updates.role !== undefined;
  return { ...others, ...(moves && { locationIds: [...locationIds] }) };
}
