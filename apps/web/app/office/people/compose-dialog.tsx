import { recipientsShown } from '@tiffin/domain/messages';
import { say } from '@tiffin/domain/core';
import { formatCount } from '../../ui/figures.tsx';
import { MailDialog } from '../messages/compose/mail-dialog.tsx';
import { selectedCount, type Selection } from './selection.ts';

/** Writes a mail to the selected users. */
export function ComposeDialog({ to, onClose }: { to: Selection; onClose: () => void }) {
  const recipients = selectedCount(to);
  return (
    <MailDialog
      title={recipients === 1 ? say`Email 1 user` : say`Email ${formatCount(recipients)} users`}
      description={namesOf(to)}
      save={(count) =>
        count === null ? say`Send` : count === 1 ? say`Send to 1 user` : say`Send to ${formatCount(count)} users`
      }
      failed={say`Failed to send emails`}
      customerName={firstName(to)}
      to={recipientsOf(to)}
      check={() => (recipients === 0 ? { recipients: say`No users selected to email` } : {})}
      onClose={onClose}
    >
      {({ problems: { recipients: problem } }) =>
        problem && (
          <p role="alert" className="danger weight-500">
            {problem}
          </p>
        )
      }
    </MailDialog>
  );
}

function recipientsOf(to: Selection) {
  return to.kind === 'all' ? { filter: to.filter } : { userIds: [...to.people.keys()] };
}

/** 'Asha Menon, Liam MacDonald …, +5 more' */
function namesOf(to: Selection): string {
  if (to.kind === 'all') return say`All ${formatCount(to.total)} that match the filters`;
  const { shown, more } = recipientsShown([...to.people.values()].map((user) => user.displayName));
  return [...shown, ...(more ? [more] : [])].join(', ');
}

function firstName(to: Selection): string | null {
  if (to.kind === 'all') return null;
  return to.people.values().next().value?.displayName ?? null;
}
