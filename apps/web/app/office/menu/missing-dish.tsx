import type { UseQueryResult } from '@tanstack/react-query';
import { errorText } from '../../shared/errors/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

/** Replaces the content of a dialog while it loads or after it failed to load. */
export function MissingDish({
  query: { isError, error, isFetching, refetch },
  isFailed = isError,
  labels,
  height,
}: {
  query: Pick<UseQueryResult, 'isError' | 'error' | 'isFetching' | 'refetch'>;
  isFailed?: boolean;
  labels: { readonly loadFailed: string; readonly tryAgain: string; readonly loading: string };
  height: number;
}) {
  if (!isFailed) {
    return (
      <Loading label={labels.loading}>
        <Skeleton height={height} />
      </Loading>
    );
  }
  return (
    <Banner
      tone="bad"
      announce="alert"
      title={labels.loadFailed}
      action={
        <Button look="line" size="sm" busy={isFetching} onClick={() => void refetch()}>
          {labels.tryAgain}
        </Button>
      }
    >
      {errorText(error)}
    </Banner>
  );
}
