import { createContext, lazy, Suspense, useCallback, useContext, useState, type FC, type ReactNode } from 'react';

/** Loaded when someone signs out. */
const SignOutQuestion = lazy(async () => ({ default: (await import('./sign-out-question.tsx')).SignOutQuestion }));

const Ask = createContext<(() => void) | null>(null);

interface SignOutProps {
  children: ReactNode;
  note?: string;
  Question?: FC<{ note: string | undefined; onDone: () => void }>;
}

/** One dialog for all sign-out buttons on the page. */
export function SignOutProvider({ children, note, Question = SignOutQuestion }: SignOutProps) {
  const [isAsking, setAsking] = useState(false);
  const ask = useCallback(() => setAsking(true), []);
  return (
    <Ask value={ask}>
      {children}
      <Suspense>{isAsking && <Question note={note} onDone={() => setAsking(false)} />}</Suspense>
    </Ask>
  );
}

export function useSignOut(): () => void {
  const ask = useContext(Ask);
  if (!ask) throw new Error('useSignOut needs a SignOutProvider above it');
  return ask;
}
