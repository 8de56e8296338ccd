import { changedFields, differences, type Difference } from '@tiffin/domain/menu';
import { checkUserForm, phoneText } from '@tiffin/domain/people';
import { texts } from './texts.ts';
import type { User, UserChange } from './use-users.ts';

/** A person as the form holds them. */
export interface Draft {
  readonly displayName: string;
  readonly phoneNumber: string;
  readonly role: User['role'];
  readonly locationIds: readonly string[];
  readonly loyaltyPoints: string;
  readonly isActive: boolean;
}

const FIELDS = ['displayName', 'phoneNumber', 'role', 'locationIds', 'loyaltyPoints', 'isActive'] as const;

export function draftOf(user: User): Draft {
  return {
    displayName: user.displayName,
    phoneNumber: user.phoneNumber ? phoneText(user.phoneNumber) : '',
    role: user.role,
    locationIds: user.locationIds,
    loyaltyPoints: String(user.loyaltyPoints),
    isActive: user.isActive,
  };
}

export function problemsOf(draft: Draft): Partial<Record<'displayName' | 'phoneNumber' | 'loyaltyPoints', string>> {
  return {
    ...checkUserForm(draft),
    ...(!/^\d{1,9}$/.test(draft.loyaltyPoints.trim()) && { loyaltyPoints: texts.pointsProblem }),
  };
}

/** Only what was changed is sent: what somebody else changed meanwhile stays. */
export function updatesOf(base: Draft, draft: Draft): UserChange['updates'] {
  const { locationIds: places, loyaltyPoints, ...changes } = changedFields(FIELDS, base, draft);
  const moves = places !== undefined || changes.role !== undefined;
  return {
    ...changes,
    ...(moves && { locationIds: [...draft.locationIds] }),
    ...(loyaltyPoints !== undefined && { loyaltyPoints: Number(loyaltyPoints) }),
  };
}

export type Clash = Difference<keyof Draft>;

/** My draft on top of what somebody else saved meanwhile: theirs where I changed nothing, mine where both did. */
export function reconcile(base: Draft, draft: Draft, theirs: User) {
  const present = draftOf(theirs);
  const changes = differences(FIELDS, base, draft, present);
  const taken = Object.fromEntries(
    changes.filter((change) => !change.clashes).map(({ field }) => [field, present[field]]),
  ) as Partial<Draft>;
  return {
    base: present,
    draft: { ...draft, ...taken },
    changes: changes.toSorted((a, b) => Number(b.clashes) - Number(a.clashes)),
  };
}
