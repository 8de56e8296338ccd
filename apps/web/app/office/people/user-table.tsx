import { Pencil } from 'lucide-react';
import { phoneText } from '@tiffin/domain/people';
import { centsOf } from '../../ui/format.ts';
import { formatCount } from '../../ui/figures.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { Money } from '../../ui/money.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { isChosen, toggle, togglePage, type Selection } from './selection.ts';
import { texts } from './texts.ts';
import { ActiveBadge, Initials, RoleBadge, UserMenu, type UserRowActions } from './user-menu.tsx';
import { nextSort } from './user-filters.tsx';
import type { User, UserFilter, UserSort } from './use-users.ts';
import styles from './people.module.css';

export interface ShownUsers extends UserRowActions {
  users: readonly User[];
  selection: Selection;
  onSelection: (selection: Selection) => void;
}

interface Props extends ShownUsers {
  filter: UserFilter;
  onFilter: (change: Partial<UserFilter>) => void;
}

export function UserTable({ users, selection, onSelection, filter, onFilter, onEdit, ...actions }: Props) {
  const sorted = (sortBy: UserSort): Pick<Column<User>, 'sort' | 'onSort'> => ({
    sort: filter.sortBy !== sortBy ? 'none' : filter.sortOrder === 'asc' ? 'ascending' : 'descending',
    onSort: () => onFilter(nextSort(filter, sortBy)),
  });
  const { columns: heads } = texts;
  const columns: Column<User>[] = [
    {
      id: 'select',
      head: (
        <Checkbox
          label={<span className="sr-only">{texts.selectPage}</span>}
          checked={users.every((user) => isChosen(selection, user))}
          onChange={() => onSelection(togglePage(selection, users))}
        />
      ),
      cell: (user) => (
        <Checkbox
          label={<span className="sr-only">{texts.select(user.displayName)}</span>}
          checked={isChosen(selection, user)}
          onChange={() => onSelection(toggle(selection, user, users))}
        />
      ),
    },
    {
      id: 'name',
      head: heads.name,
      names: true,
      cell: (user) => (
        <span className={`row gap-12 ${styles.who}`}>
          <Initials name={user.displayName} />
          <span className={`grid min-width-0 break-anywhere ${styles.words}`}>
            {user.displayName}
            <small className="hint">{user.email}</small>
          </span>
        </span>
      ),
      ...sorted('displayName'),
    },
    {
      id: 'phone',
      head: heads.phone,
      cell: ({ phoneNumber }) =>
        phoneNumber ? (
          <span className="nowrap digits">{phoneText(phoneNumber)}</span>
        ) : (
          <span className="hint">{texts.noPhone}</span>
        ),
    },
    { id: 'role', head: heads.role, cell: (user) => <RoleBadge role={user.role} /> },
    { id: 'status', head: heads.status, cell: (user) => <ActiveBadge isActive={user.isActive} /> },
    {
      id: 'orders',
      head: heads.orders,
      align: 'end',
      cell: (user) => formatCount(user.totalOrders),
      ...sorted('totalOrders'),
    },
    {
      id: 'spent',
      head: heads.spent,
      align: 'end',
      cell: (user) => <Money cents={centsOf(user.totalSpent)} />,
      ...sorted('totalSpent'),
    },
    {
      id: 'points',
      head: heads.points,
      align: 'end',
      cell: (user) => formatCount(user.loyaltyPoints),
      ...sorted('loyaltyPoints'),
    },
    {
      id: 'actions',
      head: <span className="sr-only">{heads.actions}</span>,
      align: 'end',
      cell: (user) => (
        <span className="inline-row">
          <IconButton label={texts.edit(user.displayName)} onClick={() => onEdit(user)}>
            <Pencil aria-hidden="true" />
          </IconButton>
          <UserMenu user={user} {...actions} />
        </span>
      ),
    },
  ];
  return (
    <Table
      caption={texts.table}
      columns={columns}
      rows={users}
      rowKey={(user) => user.id}
      isPicked={(user) => isChosen(selection, user)}
    />
  );
}
