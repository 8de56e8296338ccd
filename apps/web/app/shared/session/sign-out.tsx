import { createContext, lazy, Suspense, useCallback, useContext, useState, type ReactNode } from 'react';

/** Comes when somebody leaves: nobody waits for it before reading. */
const SignOutQuestion = lazy(async () => ({ default: (await import('./sign-out-question.tsx')).SignOutQuestion }));

const Ask = createContext<(() => void) | null>(null);

/** One question for every sign-out button on the page. */
export function SignOutProvider({ children, note }: { children: ReactNode; note?: string }) {
  const [open, setOpen] = useState(false);
  // It stays once it has come: closing gives the focus back to where it was.
  const [hasOpened, setHasOpened] = useState(false);
  const ask = useCallback(() => {
    setHasOpened(true);
    setOpen(true);
  }, []);
  return (
    <Ask value={ask}>
      {children}
      <Suspense>{hasOpened && <SignOutQuestion open={open} note={note} onDone={() => setOpen(false)} />}</Suspense>
    </Ask>
  );
}

/** Opens the question. */
export function useSignOut(): () => void {
  const ask = useContext(Ask);
  if (!ask) throw new Error('useSignOut needs a SignOutProvider above it');
  return ask;
}
