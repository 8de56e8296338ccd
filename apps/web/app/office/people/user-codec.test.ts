import { expect, test } from 'vitest';
import { asha as somebody } from '../../testing/samples.ts';
import { userForm, withLocations } from './user-codec.ts';
import type { User } from './use-users.ts';

const asha: User = { ...somebody, role: 'staff', locationIds: ['truro'], loyaltyPoints: 50, version: 4 };
const draft = userForm.draftOf(asha);
const updatesOf = (base: User, typed: typeof draft) =>
  withLocations(userForm.updatesOf(base, typed), userForm.sentOf(typed));

test.each([
  ['nothing', {}, {}],
  ['the name', { displayName: 'Asha M.' }, { displayName: 'Asha M.' }],
  ['points, as a number', { loyaltyPoints: '70' }, { loyaltyPoints: 70 }],
  ['a role goes with its places', { role: 'manager' }, { role: 'manager', locationIds: ['truro'] }],
  ['places', { locationIds: ['truro', 'new-glasgow'] }, { locationIds: ['truro', 'new-glasgow'] }],
] as const)('sends what was changed: %s', (_what, change, updates) => {
  expect(updatesOf(asha, { ...draft, ...change })).toEqual(updates);
});

test('shows each problem at its field [A-USER-25] [A-USER-26]', () => {
  expect(
    Object.keys(userForm.problemsOf({ ...draft, displayName: ' ', phoneNumber: '12', loyaltyPoints: '-1' })),
  ).toEqual(['displayName', 'phoneNumber', 'loyaltyPoints']);
  expect(userForm.problemsOf(draft)).toEqual({});
});

test('merges two admins’ edits, prefers the user’s own values on conflict and reports both', () => {
  const mine = { ...draft, displayName: 'Asha M.', role: 'manager' as const };
  const owned: User = { ...asha, role: 'customer', locationIds: [], loyaltyPoints: 60, version: 5 };
  const merged = userForm.merged(asha, mine, owned);
  expect(merged.draft).toEqual({ ...mine, locationIds: [], loyaltyPoints: '60' });
  expect(merged.changes.map(({ field, clashes }) => [field, clashes])).toEqual([
    ['role', true],
    ['locationIds', false],
    ['loyaltyPoints', false],
  ]);
  expect(updatesOf(owned, merged.draft)).toEqual({
    displayName: 'Asha M.',
    role: 'manager',
    locationIds: [],
  });
});
