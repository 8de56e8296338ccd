import { say } from '@tiffin/domain/core';
import type { UserFilter } from './user-filters.tsx';
import type { User } from './use-users.ts';

/** Individual users, or all users that match the filters. */
export type Selection =
  | { readonly kind: 'some'; readonly people: ReadonlyMap<string, User> }
  | { readonly kind: 'all'; readonly filter: UserFilter; readonly total: number };

export const EMPTY_SELECTION: Selection = { kind: 'some', people: new Map() };

export function selectedCount(selection: Selection): number {
  return selection.kind === 'all' ? selection.total : selection.people.size;
}

/** Why no mail can be sent: no recipients. */
export function mailBlockedReason(selection: Selection): string | null {
  return selectedCount(selection) === 0 ? say`No users selected for email` : null;
}

export function isSelected(selection: Selection, user: User): boolean {
  return selection.kind === 'all' || selection.people.has(user.id);
}

/** Adds or removes a user. Removing one of "all" leaves the other users of the visible page. */
export function toggleUser(selection: Selection, user: User, page: readonly User[]): Selection {
  const people = new Map(selection.kind === 'all' ? page.map((each) => [each.id, each] as const) : selection.people);
  if (!people.delete(user.id)) people.set(user.id, user);
  return { kind: 'some', people };
}

/** Removes the users of a page if all are selected, else adds them. */
export function togglePage(selection: Selection, page: readonly User[]): Selection {
  if (selection.kind === 'all') return EMPTY_SELECTION;
  const people = new Map(selection.people);
  const areAllSelected = page.every((user) => people.has(user.id));
  for (const user of page) {
    if (areAllSelected) people.delete(user.id);
    else people.set(user.id, user);
  }
  return { kind: 'some', people };
}
