import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { wordsFor } from '../../shared/errors/words.ts';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { texts } from './texts.ts';

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
