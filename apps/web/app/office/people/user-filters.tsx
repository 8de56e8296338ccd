import { ACTIVITY_FILTERS, ROLES, ROLE_FILTERS, roleName } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { anyText, choice, search, useListState } from '../../shared/page/list-state.ts';
import { SlashSearch } from '../../shared/page/slash-search.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { formatCount } from '../../ui/figures.tsx';
import { ChoiceSelect } from '../../ui/inputs.tsx';
import styles from './people.module.css';

const STATUSES = { all: say`All statuses`, active: say`Active`, inactive: say`Inactive` };

const SORTS = ['createdAt', 'displayName', 'totalOrders', 'totalSpent', 'loyaltyPoints'] as const;
export type UserSort = (typeof SORTS)[number];

export interface UserFilter {
  readonly search: string;
  readonly role: (typeof ROLE_FILTERS)[number];
  readonly status: (typeof ACTIVITY_FILTERS)[number];
  readonly sortBy: UserSort;
  readonly sortOrder: 'asc' | 'desc';
}

/** The filters and the sorting, in the address. */
export function useUserFilter() {
  const list = useListState({
    search: search('user'),
    role: choice('role', ROLE_FILTERS),
    status: choice('status', ACTIVITY_FILTERS),
    sort: anyText('sort', 'createdAt-desc'),
  });
  const { sort, ...applied } = list.applied;
  const filter: UserFilter = {
    ...applied,
    sortBy: SORTS.find((each) => sort.startsWith(`${each}-`)) ?? 'createdAt',
    sortOrder: sort.endsWith('-asc') ? 'asc' : 'desc',
  };
  return { ...list, filter };
}

export type UserListState = ReturnType<typeof useUserFilter>;

/** The next sorting after a click on a column: its default order, then reversed, then newest first. */
export function nextSort({ sortBy, sortOrder }: UserFilter, clicked: UserSort): string {
  // Figures and dates start with the highest, names with A.
  const [first, reversed] = clicked === 'displayName' ? ['asc', 'desc'] : ['desc', 'asc'];
  if (sortBy !== clicked) return `${clicked}-${first}`;
  return sortOrder === first ? `${clicked}-${reversed}` : 'createdAt-desc';
}

/** The filters above the users, with the number of users that match. */
export function UserFilters({ list: { at }, total }: { list: UserListState; total: number | undefined }) {
  return (
    <div className="row flex-wrap gap-10">
      <SlashSearch
        className={`line-on-phone ${styles.search}`}
        label={say`Search people`}
        placeholder={say`Name, email or phone`}
        {...at('search')}
      />
      <Segmented
        className={`grow-auto scroll-x ${styles.roles}`}
        legend={say`Role`}
        legendHidden
        options={[{ value: 'all', label: say`All` }, ...ROLES.map((role) => ({ value: role, label: roleName(role) }))]}
        {...at('role')}
      />
      <ChoiceSelect
        aria-label={say`Status`}
        className={`auto-width weight-560 ${styles.status}`}
        options={ACTIVITY_FILTERS}
        labels={STATUSES}
        {...at('status')}
      />
      <p className={`full-width soft digits ${styles.count}`} role="status">
        {total !== undefined && (total === 1 ? say`1 user` : say`${formatCount(total)} users`)}
      </p>
    </div>
  );
}
