import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';
import { useSubmit } from 'react-router';
import { paths } from '../paths.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';

export const signOutTexts = {
  question: 'Are you sure you want to logout?',
  confirm: 'Logout',
  stay: 'Stay signed in',
} as const;

const Ask = createContext<(() => void) | null>(null);

/** One question for every sign-out button on the page. */
export function SignOutProvider({ children, note }: { children: ReactNode; note?: string }) {
  const [asked, setAsked] = useState(false);
  const submit = useSubmit();
  const ask = useCallback(() => setAsked(true), []);
  return (
    <Ask value={ask}>
      {children}
      <ConfirmDialog
        open={asked}
        title={signOutTexts.question}
        {...(note && { description: note })}
        confirmLabel={signOutTexts.confirm}
        cancelLabel={signOutTexts.stay}
        onCancel={() => setAsked(false)}
        onConfirm={async () => {
          await submit(null, { method: 'post', action: paths.signOut() });
          setAsked(false);
        }}
      />
    </Ask>
  );
}

/** Opens the question. */
export function useSignOut(): () => void {
  const ask = useContext(Ask);
  if (!ask) throw new Error('useSignOut needs a SignOutProvider above it');
  return ask;
}
