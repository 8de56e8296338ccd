import { useRef } from 'react';
import { ACTIVITY_FILTERS, ROLES } from '@tiffin/domain/people';
import { useSlashKey } from '../../shared/page/slash-key.ts';
import { Segmented } from '../../ui/choices.tsx';
import { ChoiceSelect } from '../../ui/inputs.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { ROLE_NAMES, texts } from './texts.ts';
import styles from './user-filters.module.css';
import type { UserFilter } from './use-users.ts';

export function UserFilters({
  filter,
  total,
  onFilter,
}: {
  filter: UserFilter;
  total: number | undefined;
  onFilter: (change: Partial<UserFilter>) => void;
}) {
  const search = useRef<HTMLInputElement>(null);
  useSlashKey(() => search.current?.focus());
  return (
    <div className={`row flex-wrap gap-10 ${styles.filters}`}>
      <SearchInput
        ref={search}
        className={styles.search ?? ''}
        label={texts.search}
        placeholder={texts.searchHint}
        maxLength={200}
        value={filter.search}
        onChange={(event) => onFilter({ search: event.target.value })}
      />
      <Segmented<UserFilter['role']>
        className={styles.roles ?? ''}
        legend={texts.roleFilter}
        legendHidden
        options={[
          { value: 'all', label: texts.roleAll },
          ...ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] })),
        ]}
        value={filter.role}
        onValue={(role) => onFilter({ role })}
      />
      <ChoiceSelect
        aria-label={texts.statusFilter}
        className={styles.status}
        options={ACTIVITY_FILTERS}
        labels={texts.statuses}
        value={filter.status}
        onValue={(status) => onFilter({ status })}
      />
      <p className={`full-width soft digits ${styles.count}`} role="status">
        {total !== undefined && texts.counted(total)}
      </p>
    </div>
  );
}
