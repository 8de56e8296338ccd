import type { UseQueryResult } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { userNotices } from '@tiffin/domain/errors';
import { noUsersText } from '@tiffin/domain/people';
import type { Answer } from '../../shared/api/api.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { Button } from '../../ui/button.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState, StateIcon } from '../../ui/states.tsx';
import { countOf, NOBODY, type Selection } from './selection.ts';
import { texts } from './texts.ts';
import { UserCards } from './user-cards.tsx';
import type { UserRowActions } from './user-menu.tsx';
import { UserTable } from './user-table.tsx';
import styles from './users-list.module.css';
import { pagesOf, type User, type UserFilter } from './use-users.ts';

interface Props extends UserRowActions {
  list: UseQueryResult<Answer<'getUsers'>>;
  filter: UserFilter;
  page: number;
  selection: Selection;
  onSelection: (selection: Selection) => void;
  onFilter: (change: Partial<UserFilter>) => void;
  onPage: (page: number) => void;
}

export function UsersList({ list, filter, page, selection, onSelection, onFilter, onPage, ...actions }: Props) {
  if (list.isPending) return <UsersLoading />;
  if (!list.data) {
    return (
      <ErrorState title={texts.errorTitle} text={`${userNotices.loadFailed} ${wordsFor(list.error)}`}>
        <Button busy={list.isFetching} onClick={() => void list.refetch()}>
          {texts.tryAgain}
        </Button>
      </ErrorState>
    );
  }
  const { users, total } = list.data;
  if (total === 0) {
    return (
      <EmptyState
        title={texts.none}
        text={noneText(filter)}
        picture={
          <StateIcon>
            <SearchX aria-hidden="true" />
          </StateIcon>
        }
      />
    );
  }
  const shown = { users, selection, onSelection, ...actions };
  return (
    <>
      <SelectionLine {...{ users, total, filter, selection, onSelection }} />
      <div className={`round-md surface shadow-1 ${styles.table}`}>
        <UserTable {...shown} filter={filter} onFilter={onFilter} />
      </div>
      <div className={styles.cards}>
        <UserCards {...shown} />
      </div>
      {pagesOf(total) > 1 && (
        <Pagination
          label={texts.pages}
          page={page}
          pages={pagesOf(total)}
          hasNext={list.data.nextCursor !== null && !list.isPlaceholderData}
          onPage={onPage}
        />
      )}
    </>
  );
}

function noneText({ search, role, status }: UserFilter): string {
  return search === '' && (role !== 'all' || status !== 'all') ? texts.noneFiltered : noUsersText(search);
}

/** How many are chosen, and the way to choose all that were found. */
function SelectionLine({
  users,
  total,
  filter,
  selection,
  onSelection,
}: Pick<Props, 'filter' | 'selection' | 'onSelection'> & { users: readonly User[]; total: number }) {
  const chosen = countOf(selection);
  if (chosen === 0) return null;
  const all = selection.kind === 'all';
  return (
    <p className="row flex-wrap gap-4-8 text-sm" role="status">
      {all ? texts.selectedAll(chosen) : texts.selectedPage(chosen)}
      {!all && total > users.length && (
        <Button look="ghost" size="sm" onClick={() => onSelection({ kind: 'all', filter, total })}>
          {texts.selectAll(total)}
        </Button>
      )}
      <Button look="ghost" size="sm" onClick={() => onSelection(NOBODY)}>
        {texts.clearSelection}
      </Button>
    </p>
  );
}

function UsersLoading() {
  return (
    <Loading label={texts.loading}>
      <div className="grid gap-8">
        {[1, 2, 3, 4, 5, 6, 7, 8].map((row) => (
          <Skeleton key={row} height={52} />
        ))}
      </div>
    </Loading>
  );
}
