import { ACTIVITY_FILTERS, ROLES, ROLE_FILTERS, roleName } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { SlashSearch } from '../../shared/page/slash-search.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { formatCount } from '../../ui/figures.tsx';
import { ChoiceSelect } from '../../ui/inputs.tsx';
import styles from './people.module.css';
import { type UserFilter, defaultSortOrder, USER_SORTS, type UserSort } from './use-users.ts';
import { useAddressState } from '../../shared/page/address-state.ts';

const STATUSES = { all: say`All statuses`, active: say`Active`, inactive: say`Inactive` };

const NEWEST_FIRST = 'createdAt-desc';

/** The filter, stored in the URL, so that it survives a reload and can be shared. */
export function useUserFilter(): [UserFilter, (change: Partial<UserFilter>) => void] {
  const [search, setSearch] = useAddressState('user', '');
  const [roleText, setRole] = useAddressState('role', 'all');
  const [statusText, setStatus] = useAddressState('status', 'all');
  const [sortText, setSort] = useAddressState('sort', NEWEST_FIRST);
  const filter: UserFilter = {
    search,
    role: ROLE_FILTERS.find((each) => each === roleText) ?? 'all',
    status: ACTIVITY_FILTERS.find((each) => each === statusText) ?? 'all',
    sortBy: USER_SORTS.find((each) => sortText.startsWith(`${each}-`)) ?? 'createdAt',
    sortOrder: sortText.endsWith('-asc') ? 'asc' : 'desc',
  };
  return [
    filter,
    (change) => {
      const next = { ...filter, ...change };
      if (change.search !== undefined) setSearch(next.search);
      if (change.role) setRole(next.role);
      if (change.status) setStatus(next.status);
      if (change.sortBy || change.sortOrder) setSort(`${next.sortBy}-${next.sortOrder}`);
    },
  ];
}

/** The next sorting after a click on a column: its default order, then reversed, then newest first. */
export function nextSort(filter: UserFilter, sortBy: UserSort): Pick<UserFilter, 'sortBy' | 'sortOrder'> {
  const first = defaultSortOrder(sortBy);
  if (filter.sortBy !== sortBy) return { sortBy, sortOrder: first };
  if (filter.sortOrder === first) return { sortBy, sortOrder: first === 'asc' ? 'desc' : 'asc' };
  return { sortBy: 'createdAt', sortOrder: 'desc' };
}

export function UserFilters({
  filter,
  total,
  onFilter,
}: {
  filter: UserFilter;
  total: number | undefined;
  onFilter: (change: Partial<UserFilter>) => void;
}) {
  return (
    <div className="row flex-wrap gap-10">
      <SlashSearch
        className={`line-on-phone ${styles.search}`}
        label={say`Search people`}
        placeholder={say`Name, email or phone`}
        value={filter.search}
        onValue={(search) => onFilter({ search })}
      />
      <Segmented<UserFilter['role']>
        className={`grow-auto scroll-x ${styles.roles}`}
        legend={say`Role`}
        legendHidden
        options={[{ value: 'all', label: say`All` }, ...ROLES.map((role) => ({ value: role, label: roleName(role) }))]}
        value={filter.role}
        onValue={(role) => onFilter({ role })}
      />
      <ChoiceSelect
        aria-label={say`Status`}
        className={`weight-560 ${styles.status}`}
        options={ACTIVITY_FILTERS}
        labels={STATUSES}
        value={filter.status}
        onValue={(status) => onFilter({ status })}
      />
      <p className={`full-width soft digits ${styles.count}`} role="status">
        {total !== undefined && (total === 1 ? say`1 user` : say`${formatCount(total)} users`)}
      </p>
    </div>
  );
}
