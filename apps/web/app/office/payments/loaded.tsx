import { type ReactNode, useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { wordsFor } from '../../shared/errors/words.ts';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { officePaths } from '../../office-paths.ts';
import { texts } from './texts.ts';
import { toast } from '../../ui/toasts.ts';

/** All of the section's answers are kept under this name, so that one refresh fetches them anew. */
export const DESK = 'payments-desk';

/** An answer's three faces: on its way, not to be had, there. */
export function Loaded<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <ErrorState title={texts.failed} text={wordsFor(query.error)}>
        <Button onClick={() => void query.refetch()}>{texts.tryAgain}</Button>
      </ErrorState>
    );
  }
  return (
    <Loading label={texts.loading}>
      <Skeleton height={240} />
    </Loading>
  );
}

/** One thing at a time, by its id: its button is busy, what goes wrong is said. */
export function useDoing(onDone: () => void): {
  readonly busy: string | null;
  readonly run: (id: string, work: () => Promise<string>) => void;
} {
  const [busy, setBusy] = useState<string | null>(null);
  return {
    busy,
    run(id, work) {
      if (busy !== null) return;
      setBusy(id);
      work()
        .then((message) => {
          toast.success(message);
          return onDone();
        })
        .catch((error: unknown) => toast.error(wordsFor(error)))
        .finally(() => setBusy(null));
    },
  };
}

/** The order money is about, and the way to its page. */
export function OrderOf({ orderId }: { orderId: string | null }) {
  if (orderId === null) return texts.noOrder;
  return (
    <a className="num" href={officePaths.order(orderId)}>
      {orderId}
    </a>
  );
}
