import { checkUserForm, phoneText, roleName } from '@tiffin/domain/people';
import { flag, formOf, valueField, text, wholeNumber, type Sent } from '../../ui/form.ts';
import { texts } from './texts.ts';
import type { User, UserChange } from './use-users.ts';

export const userForm = formOf(
  {
    displayName: text(texts.fields.displayName, { required: true, input: { maxLength: 200 } }),
    phoneNumber: {
      ...text(texts.fields.phoneNumber, { input: { type: 'tel', maxLength: 40 } }),
      shown: (phone: string | null) => (phone ? phoneText(phone) : ''),
    },
    role: valueField<User['role']>(texts.fields.role, 'customer', (role) => roleName(role)),
    locationIds: valueField<readonly string[]>(texts.fields.locationIds, []),
    loyaltyPoints: {
      ...wholeNumber(texts.fields.loyaltyPoints, { least: 0, most: 999_999_999, input: { maxLength: 10 } }),
      problem: (typed: string) => (/^\d{1,9}$/.test(typed.trim()) ? null : texts.pointsProblem),
    },
    isActive: {
      ...flag(texts.fields.isActive),
      words: (isActive: boolean) => (isActive ? texts.active : texts.inactive),
    },
  },
  { check: checkUserForm },
);

type Typed = Sent<typeof userForm.fields>;

/** Role and locations are sent together, because the server validates one against the other. */
export function withPlaces(updates: Partial<Typed>, { locationIds }: Typed): UserChange['updates'] {
  const { locationIds: places, ...others } = updates;
  const moves = places !== undefined || updates.role !== undefined;
  return { ...others, ...(moves && { locationIds: [...locationIds] }) };
}
