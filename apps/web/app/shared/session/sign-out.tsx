import { createContext, lazy, Suspense, useCallback, useContext, useState, type ReactNode } from 'react';

/** Loaded when someone signs out. */
const SignOutQuestion = lazy(async () => ({ default: (await import('./sign-out-question.tsx')).SignOutQuestion }));

const Ask = createContext<(() => void) | null>(null);

/** One dialog for all sign-out buttons on the page. */
export function SignOutProvider({ children, note }: { children: ReactNode; note?: string }) {
  const [isAsking, setAsking] = useState(false);
  const ask = useCallback(() => setAsking(true), []);
  return (
    <Ask value={ask}>
      {children}
      <Suspense>{isAsking && <SignOutQuestion note={note} onDone={() => setAsking(false)} />}</Suspense>
    </Ask>
  );
}

export function useSignOut(): () => void {
  const ask = useContext(Ask);
  if (!ask) throw new Error('useSignOut needs a SignOutProvider above it');
  return ask;
}
