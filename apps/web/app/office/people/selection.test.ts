import { expect, test } from 'vitest';
import { asha as anybody } from '../../testing/samples.ts';
import {
  selectedCount,
  isSelected,
  EMPTY_SELECTION,
  toggleUser,
  togglePage,
  mailBlockedReason,
  type Selection,
} from './selection.ts';
import type { User } from './use-users.ts';

const person = (id: string): User => ({ ...anybody, id, uid: id, email: `${id}@guest.test`, displayName: id });
const [asha, liam, zoe] = [person('asha'), person('liam'), person('zoe')];
const page = [asha, liam];
const everybody: Selection = {
  kind: 'all',
  filter: { search: '', role: 'all', status: 'all', sortBy: 'createdAt', sortOrder: 'desc' },
  total: 10_000,
};

test('writing to an empty selection shows an error [A-ERR-33]', () => {
  expect(mailBlockedReason(EMPTY_SELECTION)).toBe('No users selected for email');
  expect(mailBlockedReason(toggleUser(EMPTY_SELECTION, asha, page))).toBeNull();
  expect(mailBlockedReason(everybody)).toBeNull();
});

test('users are selected one by one and stay selected on the next page', () => {
  const one = toggleUser(EMPTY_SELECTION, asha, page);
  expect([isSelected(one, asha), isSelected(one, liam)]).toEqual([true, false]);
  const more = toggleUser(one, zoe, [zoe]);
  expect(selectedCount(more)).toBe(2);
  expect(selectedCount(toggleUser(more, asha, page))).toBe(1);
});

test('the checkbox in the header selects and clears the current page only', () => {
  const all = togglePage(toggleUser(EMPTY_SELECTION, zoe, [zoe]), page);
  expect(selectedCount(all)).toBe(3);
  const rest = togglePage(all, page);
  expect([selectedCount(rest), isSelected(rest, zoe)]).toEqual([1, true]);
});

test('deselecting one of all users leaves the visible ones selected', () => {
  expect(isSelected(everybody, zoe)).toBe(true);
  const observed = toggleUser(everybody, asha, page);
  expect([selectedCount(observed), isSelected(observed, liam), isSelected(observed, asha)]).toEqual([1, true, false]);
  expect(togglePage(everybody, page)).toBe(EMPTY_SELECTION);
});
