import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { say } from '@tiffin/domain/core';
import { errorText } from '../errors/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';

export interface LoadedProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** The title when it failed: "The stations could not be loaded". */
  failed: string;
  /** How many grey rows stand for the data while it loads, and how high. */
  rows?: number;
  height?: number;
  level?: 1 | 2 | 3;
  /** What is shown while there is no data, for instance because there is no connection. */
  without?: ReactNode;
  children: (data: T) => ReactNode;
}

/** The data of a query; until then its shape, or why it failed with a button to try again. */
export function Loaded<T>({ query, failed, rows = 3, height = 88, level = 2, without, children }: LoadedProps<T>) {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (without) return without;
  if (!error) return <SkeletonRows label={say`Loading…`} rows={rows} height={height} />;
  return (
    <ErrorState title={failed} text={errorText(error)} level={level}>
      <Button busy={isFetching} onClick={() => void refetch()}>{say`Try Again`}</Button>
    </ErrorState>
  );
}
