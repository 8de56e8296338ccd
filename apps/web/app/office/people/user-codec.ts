import { checkUserForm, phoneText, roleName } from '@tiffin/domain/people';
import { booleanField, formOf, valueField, textField, wholeNumber, type FormPayload } from '../../ui/form.ts';
import { texts } from './texts.ts';
import type { User, UserChange } from './use-users.ts';

export const userForm = formOf(
  {
    displayName: textField(texts.fields.displayName, { required: true, input: { maxLength: 200 } }),
    phoneNumber: {
      ...textField(texts.fields.phoneNumber, { input: { type: 'tel', maxLength: 40 } }),
      toTyped: (phone: string | null) => (phone ? phoneText(phone) : ''),
    },
    role: valueField<User['role']>(texts.fields.role, 'customer', (role) => roleName(role)),
    locationIds: valueField<readonly string[]>(texts.fields.locationIds, []),
    loyaltyPoints: {
      ...wholeNumber(texts.fields.loyaltyPoints, { least: 0, most: 999_999_999, input: { maxLength: 10 } }),
      problem: (typed: string) => (/^\d{1,9}$/.test(typed.trim()) ? null : texts.pointsProblem),
    },
    isActive: {
      ...booleanField(texts.fields.isActive),
      formatValue: (isActive: boolean) => (isActive ? texts.active : texts.inactive),
    },
  },
  { check: checkUserForm },
);

type Typed = FormPayload<typeof userForm.fields>;

/** Role and locations are sent together, because the server validates one against the other. */
export function withPlaces(updates: Partial<Typed>, { locationIds }: Typed): UserChange['updates'] {
  const { locationIds: places, ...others } = updates;
  const moves = places !== undefined || updates.role !== undefined;
  return { ...others, ...(moves && { locationIds: [...locationIds] }) };
}
