import { Ellipsis, Check, X } from 'lucide-react';
import { userNotices } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import { officePaths } from '../../office-paths.ts';
import { errorTextOrServerMessage } from '../../shared/errors/error-text.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { toast } from '../../ui/toasts.ts';
import { useSetUserActive, type User } from './use-users.ts';
import { initialsOf, type Role, roleName } from '@tiffin/domain/people';
import { Badge, type Tone } from '../../ui/badge.tsx';
import styles from './people.module.css';

const TONES: Readonly<Record<Role, Tone>> = { customer: 'neutral', staff: 'info', manager: 'info', admin: 'plum' };

export function RoleBadge({ role }: { role: Role }) {
  return <Badge tone={TONES[role]}>{roleName(role)}</Badge>;
}

export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <Badge tone="ok" icon={<Check aria-hidden="true" />}>
      {say`Active`}
    </Badge>
  ) : (
    <Badge icon={<X aria-hidden="true" />}>{say`Inactive`}</Badge>
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

export interface UserRowActions {
  onEdit: (user: User) => void;
  onDeactivate: (user: User) => void;
  onEmail: (user: User) => void;
}

/** Further actions for a user. */
export function UserMenu({ user, onEmail, onDeactivate }: { user: User } & Omit<UserRowActions, 'onEdit'>) {
  const setActive = useSetUserActive();

  async function turn() {
    const isActive = !user.isActive;
    try {
      await setActive.mutateAsync({ user, isActive });
      toast.success(isActive ? userNotices.activated : userNotices.deactivated);
    } catch (error) {
      toast.error(userNotices.statusFailed, { description: errorTextOrServerMessage(error, [404]) });
    }
  }

  return (
    <Menu
      trigger={
        <IconButton label={say`More for ${user.displayName}`}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      }
      items={[
        { id: 'email', label: say`Send email`, onSelect: () => onEmail(user) },
        { id: 'active', label: user.isActive ? say`Set inactive` : say`Set active`, onSelect: () => void turn() },
        'line',
        { id: 'deactivate', label: say`Deactivate`, danger: true, onSelect: () => onDeactivate(user) },
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
  );
}
