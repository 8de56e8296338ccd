import { lazy, Suspense, useEffect, useState } from 'react';
import { answerFreshly, type Question, type Shown } from './freshly.ts';

/** They come with the first refusal: nobody waits for them before. */
const ConfirmMeDialog = lazy(async () => ({ default: (await import('./confirm-me-dialog.tsx')).ConfirmMeDialog }));
const ManagerDialog = lazy(async () => ({ default: (await import('./manager-dialog.tsx')).ManagerDialog }));

interface PendingConfirmation {
  readonly question: Question;
  readonly settle: (answer: Shown | null) => void;
}

/** The questions "Is it you?" and "A manager says yes" of a page, for all that is done `freshly`. */
export function ConfirmMe() {
  const [pending, setPending] = useState<PendingConfirmation | null>(null);
  useEffect(
    () =>
      answerFreshly(
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
  return <ConfirmMeDialog ways={question.ways} onSettled={(isConfirmed) => settle(isConfirmed ? {} : null)} />;
}
