import { lazy, Suspense, useEffect, useState } from 'react';
import { answerFreshly } from './freshly.ts';

/** Comes with the first refusal: nobody waits for it before. */
const ConfirmMeDialog = lazy(async () => ({ default: (await import('./confirm-me-dialog.tsx')).ConfirmMeDialog }));

interface Asked {
  readonly ways: readonly string[];
  readonly settle: (isConfirmed: boolean) => void;
}

/** The one question "Is it you?" of a page, for all that is done `freshly`. */
export function ConfirmMe() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(
    () =>
      answerFreshly(
        (ways) =>
          new Promise((resolve) => {
            setAsked({
              ways,
              settle: (isConfirmed) => {
                setAsked(null);
                resolve(isConfirmed);
              },
            });
          }),
      ),
    [],
  );
  return <Suspense>{asked && <ConfirmMeDialog ways={asked.ways} onSettled={asked.settle} />}</Suspense>;
}
