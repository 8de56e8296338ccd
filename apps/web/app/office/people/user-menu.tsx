import { Ellipsis, Check, Pencil, X } from 'lucide-react';
import { userNotices } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import { officePaths } from '../../office-paths.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { formatCount } from '../../ui/figures.tsx';
import { IconButton } from '../../ui/button.tsx';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { USERS_KEY, type User } from './use-users.ts';
import { initialsOf, type Role, roleName } from '@tiffin/domain/people';
import { Badge, type Tone } from '../../ui/badge.tsx';
import styles from './people.module.css';

const ROLE_TONES: Readonly<Record<Role, Tone>> = {
  customer: 'neutral',
  staff: 'info',
  manager: 'info',
  accountant: 'info',
  admin: 'plum',
};

export function RoleBadge({ role }: { role: Role }) {
  return <Badge tone={ROLE_TONES[role]}>{roleName(role)}</Badge>;
}

/** Whether a user can sign in. */
export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <Badge tone="ok" icon={<Check />}>
      {say`Active`}
    </Badge>
  ) : (
    <Badge icon={<X />}>{say`Inactive`}</Badge>
  );
}

/** 'Priya Sharma' → PS */
export function Initials({ name }: { name: string }) {
  return (
    <span className={`center no-shrink pill tinted ink weight-640 ${styles.initials}`} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

/** '4 completed orders, $120.50' */
export function ordersText({ totalOrders, totalSpent }: User): string {
  const spent = formatMoney(centsOf(totalSpent));
  return totalOrders === 1
    ? say`1 completed order, ${spent}`
    : say`${formatCount(totalOrders)} completed orders, ${spent}`;
}

export interface UserRowActions {
  onOpen: (dialog: 'edit' | 'deactivate' | 'email', user: User) => void;
}

/** The buttons of a user in the list. */
export function UserMenu({ user, onOpen }: UserRowActions & { user: User }) {
  const activate = useCall('updateUser', {
    changes: [USERS_KEY],
    doneText: () => userNotices.activated,
    failed: say`Failed to update user status`,
  });
  return (
    <>
      <IconButton label={say`Edit ${user.displayName}`} onClick={() => onOpen('edit', user)}>
        <Pencil />
      </IconButton>
      <ActionMenu
        trigger={
          <IconButton label={say`More for ${user.displayName}`}>
            <Ellipsis />
          </IconButton>
        }
        items={[
          {
            id: 'guest',
            label: say`Orders and reservations`,
            onSelect: () => {
              location.hash = officePaths.guest({ email: user.email, phone: '' }) ?? '';
            },
          },
          { id: 'email', label: say`Send email`, onSelect: () => onOpen('email', user) },
          'line',
          user.isActive
            ? { id: 'deactivate', label: say`Deactivate`, danger: true, onSelect: () => onOpen('deactivate', user) }
            : {
                id: 'activate',
                label: say`Activate`,
                onSelect: () => void activate.send({ userId: user.id, updates: { isActive: true } }),
              },
          {
            id: 'forget',
            label: say`Erase personal data…`,
            danger: true,
            onSelect: () => {
              location.hash = officePaths.forgetUser(user.id);
            },
          },
        ]}
      />
    </>
  );
}
