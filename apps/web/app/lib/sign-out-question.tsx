import { useSubmit } from 'react-router';
import { paths } from '../paths.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { signOutTexts } from './sign-out.tsx';

export function SignOutQuestion({ note, onDone }: { note: string | undefined; onDone: () => void }) {
  const submit = useSubmit();
  return (
    <ConfirmDialog
      open
      title={signOutTexts.question}
      {...(note && { description: note })}
      confirmLabel={signOutTexts.confirm}
      cancelLabel={signOutTexts.stay}
      onCancel={onDone}
      onConfirm={async () => {
        await submit(null, { method: 'post', action: paths.signOut() });
        onDone();
      }}
    />
  );
}
