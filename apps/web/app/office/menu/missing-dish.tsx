import type { UseQueryResult } from '@tanstack/react-query';
import { wordsFor } from '../../shared/errors/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

/** Replaces the content of a dialog while it loads or after it failed to load. */
export function MissingDish({
  query: { isError, error, isFetching, refetch },
  isFailed = isError,
  words,
  height,
}: {
  query: Pick<UseQueryResult, 'isError' | 'error' | 'isFetching' | 'refetch'>;
  isFailed?: boolean;
  words: { readonly loadFailed: string; readonly tryAgain: string; readonly loading: string };
  height: number;
}) {
  if (!isFailed) {
    return (
      <Loading label={words.loading}>
        <Skeleton height={height} />
      </Loading>
    );
  }
  return (
    <Banner
      tone="bad"
      announce="alert"
      title={words.loadFailed}
      action={
        <Button look="line" size="sm" busy={isFetching} onClick={() => void refetch()}>
          {words.tryAgain}
        </Button>
      }
    >
      {wordsFor(error)}
    </Banner>
  );
}
