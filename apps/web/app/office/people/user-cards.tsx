import { Pencil } from 'lucide-react';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { isChosen, toggle } from './selection.ts';
import { texts } from './texts.ts';
import styles from './user-cards.module.css';
import { ActiveBadge, RoleBadge } from './user-marks.tsx';
import { UserMenu } from './user-menu.tsx';
import type { ShownUsers } from './user-table.tsx';

/** The same list where there is no room for a table. */
export function UserCards({ users, selection, onSelection, onEdit, ...actions }: ShownUsers) {
  return (
    <ul className="stack gap-8" aria-label={texts.table}>
      {users.map((user) => (
        <li
          key={user.id}
          className={classNames('row gap-4 round-md shadow-1', styles.card, isChosen(selection, user) && styles.chosen)}
        >
          <Checkbox
            label={<span className="sr-only">{texts.select(user.displayName)}</span>}
            checked={isChosen(selection, user)}
            onChange={() => onSelection(toggle(selection, user, users))}
          />
          <div className={`grow min-width-0 break-anywhere ${styles.words}`}>
            <p>
              <b className="weight-600">{user.displayName}</b>
              {user.role !== 'customer' && <RoleBadge role={user.role} />}
              {!user.isActive && <ActiveBadge isActive={false} />}
            </p>
            <p className={styles.email}>{user.email}</p>
            <p className={styles.figures}>{texts.orders(user.totalOrders, formatMoney(centsOf(user.totalSpent)))}</p>
          </div>
          <IconButton label={texts.edit(user.displayName)} onClick={() => onEdit(user)}>
            <Pencil aria-hidden="true" />
          </IconButton>
          <UserMenu user={user} {...actions} />
        </li>
      ))}
    </ul>
  );
}
