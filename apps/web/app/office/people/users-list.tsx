import { SearchX } from 'lucide-react';
import { noUsersText, phoneText } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { errorText } from '../../shared/errors/error-text.ts';
import { LoadedPages } from '../../shared/page/pages.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState, IconState } from '../../ui/states.tsx';
import { selectedCount, EMPTY_SELECTION, type Selection, isSelected, toggleUser, togglePage } from './selection.ts';
import { type UserRowActions, ActiveBadge, RoleBadge, UserMenu, Initials, ordersText } from './user-menu.tsx';
import type { User, useUsers } from './use-users.ts';
import { centsOf } from '../../ui/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { Checkbox } from '../../ui/boxes.tsx';
import lists from '../../ui/lists.module.css';
import styles from './people.module.css';
import { formatCount } from '../../ui/figures.tsx';
import { Money } from '../../ui/money.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { nextSort, type UserFilter, type UserListState, type UserSort } from './user-filters.tsx';

interface UsersListProps extends UserRowActions {
  list: ReturnType<typeof useUsers>;
  state: UserListState;
  selection: Selection;
  onSelection: (selection: Selection) => void;
}

/** The users as a table, or as cards on a small screen, with their selection. */
export function UsersList({ list, ...props }: UsersListProps) {
  if (list.isError && !list.data) {
    return (
      <ErrorState
        title={say`Error Loading Users`}
        text={`${say`Failed to load users. Please try again.`} ${errorText(list.error)}`}
      >
        <Button busy={list.isFetching} onClick={() => void list.refetch()}>
          {say`Try Again`}
        </Button>
      </ErrorState>
    );
  }
  return (
    <LoadedPages
      list={list}
      failed={say`Error Loading Users`}
      rows={8}
      height={52}
      rowsOf={(page) => page.users}
      none={<IconState title={say`No users found`} text={noneText(props.state.filter)} icon={<SearchX />} />}
    >
      {(users, pages) => (
        <>
          <SelectionLine {...props} users={users} total={pages.at(-1)?.total ?? 0} />
          <div className={`round-md surface shadow-1 ${lists.asTable} ${styles.table}`}>
            <UserTable {...props} users={users} />
          </div>
          <div className={lists.asCards}>
            <UserCards {...props} users={users} />
          </div>
        </>
      )}
    </LoadedPages>
  );
}

function noneText({ search, role, status }: UserFilter): string {
  return search === '' && (role !== 'all' || status !== 'all') ? say`No users match the filters` : noUsersText(search);
}

function SelectionLine({ users, total, state: { filter }, selection, onSelection }: UserRowsProps & { total: number }) {
  const chosen = selectedCount(selection);
  if (chosen === 0) return null;
  const isAll = selection.kind === 'all';
  return (
    <p className="row flex-wrap gap-4-8 text-sm" role="status">
      {isAll
        ? say`All ${formatCount(chosen)} are selected.`
        : chosen === 1
          ? say`1 is selected.`
          : say`${formatCount(chosen)} are selected.`}
      {!isAll && total > users.length && (
        <Button look="ghost" size="sm" onClick={() => onSelection({ kind: 'all', filter, total })}>
          {say`Select all ${formatCount(total)}`}
        </Button>
      )}
      <Button look="ghost" size="sm" onClick={() => onSelection(EMPTY_SELECTION)}>
        {say`Clear selection`}
      </Button>
    </p>
  );
}

/** The list as cards, where a table does not fit. */
function UserCards(props: UserRowsProps) {
  const { users, selection } = props;
  return (
    <ul className="stack gap-8" aria-label={say`Users`}>
      {users.map((user) => (
        <li
          key={user.id}
          className={classNames(
            'row gap-4 round-md surface shadow-1',
            styles.card,
            isSelected(selection, user) && styles.chosen,
          )}
        >
          <UserCheckbox {...props} user={user} />
          <div className="grow min-width-0 break-anywhere">
            <p className="row flex-wrap gap-4-8">
              <b className="weight-600">{user.displayName}</b>
              {user.role !== 'customer' && <RoleBadge role={user.role} />}
              {!user.isActive && <ActiveBadge isActive={false} />}
            </p>
            <p className="hint digits">{user.email}</p>
            <p className="hint digits">{ordersText(user)}</p>
          </div>
          <UserMenu user={user} onOpen={props.onOpen} />
        </li>
      ))}
    </ul>
  );
}

interface UserRowsProps extends Omit<UsersListProps, 'list'> {
  users: readonly User[];
}

function UserCheckbox({ user, users, selection, onSelection }: UserRowsProps & { user: User }) {
  return (
    <Checkbox
      label={<span className="sr-only">{say`Select ${user.displayName}`}</span>}
      checked={isSelected(selection, user)}
      onChange={() => onSelection(toggleUser(selection, user, users))}
    />
  );
}

function UserTable(props: UserRowsProps) {
  const { users, selection, onSelection, onOpen } = props;
  const { filter, set } = props.state;
  const sortProps = (sortBy: UserSort): Pick<Column<User>, 'sort' | 'onSort'> => ({
    sort: filter.sortBy !== sortBy ? 'none' : filter.sortOrder === 'asc' ? 'ascending' : 'descending',
    onSort: () => set({ sort: nextSort(filter, sortBy) }),
  });
  const columns: Column<User>[] = [
    {
      id: 'select',
      head: (
        <Checkbox
          label={<span className="sr-only">{say`Select everybody on this page`}</span>}
          checked={users.every((user) => isSelected(selection, user))}
          onChange={() => onSelection(togglePage(selection, users))}
        />
      ),
      cell: (user) => <UserCheckbox {...props} user={user} />,
    },
    {
      id: 'name',
      head: say`Name`,
      isRowHeader: true,
      cell: (user) => <UserName user={user} />,
      ...sortProps('displayName'),
    },
    {
      id: 'phone',
      head: say`Phone`,
      cell: ({ phoneNumber }) =>
        phoneNumber ? (
          <span className="nowrap digits">{phoneText(phoneNumber)}</span>
        ) : (
          <span className="hint">{say`None`}</span>
        ),
    },
    { id: 'role', head: say`Role`, cell: (user) => <RoleBadge role={user.role} /> },
    { id: 'status', head: say`Status`, cell: (user) => <ActiveBadge isActive={user.isActive} /> },
    {
      id: 'orders',
      head: say`Orders`,
      align: 'end',
      cell: (user) => formatCount(user.totalOrders),
      ...sortProps('totalOrders'),
    },
    {
      id: 'spent',
      head: say`Spent`,
      align: 'end',
      cell: (user) => <Money cents={centsOf(user.totalSpent)} />,
      ...sortProps('totalSpent'),
    },
    {
      id: 'points',
      head: say`Points`,
      align: 'end',
      cell: (user) => formatCount(user.loyaltyPoints),
      ...sortProps('loyaltyPoints'),
    },
    {
      id: 'actions',
      head: <span className="sr-only">{say`Actions`}</span>,
      align: 'end',
      cell: (user) => (
        <span className="inline-row">
          <UserMenu user={user} onOpen={onOpen} />
        </span>
      ),
    },
  ];
  return (
    <Table
      caption={say`Users`}
      columns={columns}
      rows={users}
      rowKey={(user) => user.id}
      isPicked={(user) => isSelected(selection, user)}
    />
  );
}

function UserName({ user: { displayName, email } }: { user: User }) {
  return (
    <span className={`row gap-12 ${styles.who}`}>
      <Initials name={displayName} />
      <span className={`grid min-width-0 break-anywhere ${styles.words}`}>
        {displayName}
        <small className="hint">{email}</small>
      </span>
    </span>
  );
}
