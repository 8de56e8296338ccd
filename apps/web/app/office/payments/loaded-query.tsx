import { type ReactNode, useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { say } from '@tiffin/domain/core';
import { errorText } from '../../shared/errors/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { officePaths } from '../../office-paths.ts';
import { toast } from '../../ui/toasts.ts';

/** Query key of this section, so that one refresh reloads all its queries. */
export const PAYMENTS_KEY = 'payments-desk';

/** Shows a query while loading, failed or loaded. */
export function LoadedQuery<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <ErrorState title={say`Payments could not be loaded.`} text={errorText(query.error)}>
        <Button onClick={() => void query.refetch()}>{say`Try Again`}</Button>
      </ErrorState>
    );
  }
  return (
    <Loading label={say`Loading payments…`}>
      <Skeleton height={240} />
    </Loading>
  );
}

/** Runs one action at a time. The id says which button is busy; errors are shown. */
export function useSingleAction(onDone: () => void): {
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
        .catch((error: unknown) => toast.error(errorText(error)))
        .finally(() => setBusy(null));
    },
  };
}

/** The order of a payment, with a link to its page. */
export function PaymentOrderLink({ orderId }: { orderId: string | null }) {
  if (orderId === null) return say`No order`;
  return (
    <a className="num" href={officePaths.order(orderId)}>
      {orderId}
    </a>
  );
}
