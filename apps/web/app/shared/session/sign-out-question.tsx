import { useSubmit } from 'react-router';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { signOutTexts } from './sign-out-texts.ts';

export interface SignOutQuestionProps {
  open: boolean;
  note: string | undefined;
  onDone: () => void;
}

export function SignOutQuestion({ open, note, onDone }: SignOutQuestionProps) {
  const submit = useSubmit();
  return (
    <ConfirmDialog
      open={open}
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
