import { Ellipsis } from 'lucide-react';
import { userNotices } from '@tiffin/domain/errors';
import { wordsFor } from '../../shared/errors/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { toast } from '../../ui/toasts.ts';
import { texts } from './texts.ts';
import { useSetActive, type User } from './use-users.ts';

export interface UserRowActions {
  onEdit: (user: User) => void;
  onDeactivate: (user: User) => void;
  onEmail: (user: User) => void;
}

/** What else one can do about a person. */
export function UserMenu({ user, onEmail, onDeactivate }: { user: User } & Omit<UserRowActions, 'onEdit'>) {
  const setActive = useSetActive();

  async function turn() {
    const isActive = !user.isActive;
    try {
      await setActive.mutateAsync({ user, isActive });
      toast.success(isActive ? userNotices.activated : userNotices.deactivated);
    } catch (error) {
      toast.error(userNotices.statusFailed, { description: wordsFor(error) });
    }
  }

  return (
    <Menu
      trigger={
        <IconButton label={texts.more(user.displayName)}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      }
      items={[
        { id: 'email', label: texts.sendEmail, onSelect: () => onEmail(user) },
        { id: 'active', label: user.isActive ? texts.setInactive : texts.setActive, onSelect: () => void turn() },
        'line',
        { id: 'deactivate', label: texts.deactivate, danger: true, onSelect: () => onDeactivate(user) },
      ]}
    />
  );
}
