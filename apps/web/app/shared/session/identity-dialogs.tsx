import { lazy, Suspense, useEffect, useState } from 'react';
import { registerConfirmationDialog, type RequiredConfirmation, type ApprovalHeaders } from './fresh-sign-in.ts';

/** Loaded with the first refusal, to keep pages small. */
const ConfirmIdentityDialog = lazy(async () => ({
  default: (await import('./confirm-me-dialog.tsx')).ConfirmIdentityDialog,
}));
const ManagerDialog = lazy(async () => ({ default: (await import('./manager-dialog.tsx')).ManagerDialog }));

interface PendingConfirmation {
  readonly question: RequiredConfirmation;
  readonly settle: (answer: ApprovalHeaders | null) => void;
}

/** The dialogs for confirming one's identity and for a manager's approval, for all actions run with `withFreshSignIn`. */
export function IdentityDialogs() {
  const [pending, setPending] = useState<PendingConfirmation | null>(null);
  useEffect(
    () =>
      registerConfirmationDialog(
        (question) =>
          new Promise((resolve) => {
            setPending({
              question,
              settle: (answer) => {
                setPending(null);
                resolve(answer);
              },
            });
          }),
      ),
    [],
  );
  return <Suspense>{pending && <QuestionDialog {...pending} />}</Suspense>;
}

function QuestionDialog({ question, settle }: PendingConfirmation) {
  if (question.kind === 'manager') return <ManagerDialog {...question} onSettled={settle} />;
  return (
    <ConfirmIdentityDialog
      confirmMethods={question.ways}
      onSettled={(isConfirmed) => settle(isConfirmed ? {} : null)}
    />
  );
}
