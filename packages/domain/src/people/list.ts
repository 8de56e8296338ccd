import type { Role } from './actors.ts';
import { digitsOf } from './phones.ts';

export interface ListedPerson {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  readonly phoneNumber: string;
  readonly role: Role;
  readonly isActive: boolean;
}

export const ROLE_FILTERS = ['all', 'customer', 'staff', 'manager', 'admin'] as const;
export const ACTIVITY_FILTERS = ['all', 'active', 'inactive'] as const;

export interface PeopleFilter {
  readonly search: string;
  readonly role: (typeof ROLE_FILTERS)[number];
  readonly status: (typeof ACTIVITY_FILTERS)[number];
}

/** Records without an e-mail are none of ours. */
export function withEmail<P extends { readonly email?: string | null }>(
  people: readonly P[],
): (P & { email: string })[] {
  return people.filter((person): person is P & { email: string } => (person.email ?? '').trim() !== '');
}

export function filterPeople<P extends ListedPerson>(people: readonly P[], filter: PeopleFilter): P[] {
  const search = filter.search.trim().toLowerCase();
  const digits = digitsOf(search);
  return people.filter((person) => {
    if (filter.role !== 'all' && person.role !== filter.role) return false;
    if (filter.status !== 'all' && person.isActive !== (filter.status === 'active')) return false;
    if (search === '') return true;
    return (
      person.displayName.toLowerCase().includes(search) ||
      person.email.toLowerCase().includes(search) ||
      person.phoneNumber.includes(search) ||
      // (902) 555 finds +1902555…
      (digits.length > 2 && /^[\d\s()+.-]+$/.test(search) && digitsOf(person.phoneNumber).includes(digits))
    );
  });
}

/** The line under 'No users found'. */
export function noUsersText(search: string): string {
  return search.trim() === '' ? 'No users have been created yet' : `No users match "${search.trim()}"`;
}
