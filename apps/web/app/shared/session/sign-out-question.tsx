import { useSubmit } from 'react-router';
import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';

/** Asks before signing out; `note` says what ends on this device. */
export function SignOutQuestion({ note, onDone }: { note: string | undefined; onDone: () => void }) {
  const submit = useSubmit();
  return (
    <ConfirmDialog
      title={say`Are you sure you want to logout?`}
      description={note || undefined}
      confirmLabel={say`Logout`}
      cancelLabel={say`Stay signed in`}
      onCancel={onDone}
      onConfirm={async () => {
        await submit(null, { method: 'post', action: paths.signOut() });
        onDone();
      }}
    />
  );
}
