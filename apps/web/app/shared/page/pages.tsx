import type { ReactNode } from 'react';
import {
  keepPreviousData,
  useInfiniteQuery,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import type { CallName } from '@tiffin/contract';
import { say } from '@tiffin/domain/core';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { api, type Answer, type CallArguments } from '../api/api.ts';
import { errorText } from '../errors/error-text.ts';
import { Loaded, type LoadedProps } from './loaded.tsx';

interface Page {
  readonly nextCursor: string | null;
}

type ListCall = { [N in CallName]: Answer<N> extends Page ? N : never }[CallName];
type Query<N extends CallName> =
  NonNullable<CallArguments<N>[0]> extends { query?: infer Q } ? Omit<NonNullable<Q>, 'cursor'> : never;

/** A list that is loaded page by page. While other filters load, the former rows stay. */
export function usePages<N extends ListCall>(
  queryKey: QueryKey,
  call: N,
  query: Query<N>,
  { refetchInterval = false }: { readonly refetchInterval?: number | false } = {},
) {
  return useInfiniteQuery({
    queryKey: [...queryKey, query],
    queryFn: ({ pageParam, signal }) =>
      api(
        call,
        ...([{ query: { ...query, cursor: pageParam || undefined } }, { signal }] as unknown as CallArguments<N>),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => (page as Page).nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval,
  });
}

interface LoadedPagesProps<P, Row> extends Omit<LoadedProps<InfiniteData<P>>, 'query' | 'children'> {
  list: UseInfiniteQueryResult<InfiniteData<P>>;
  rowsOf: (page: P) => readonly Row[];
  /** Instead of an empty list. */
  none: ReactNode;
  children: (rows: readonly Row[], pages: readonly P[]) => ReactNode;
}

/** The rows of a list: their shape while they load, why they failed, what to say without any, and a button for more. */
export function LoadedPages<P, Row>({ list, rowsOf, none, children, ...shape }: LoadedPagesProps<P, Row>) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, error } = list;
  return (
    <Loaded query={list} {...shape}>
      {({ pages }) => {
        const rows = pages.flatMap(rowsOf);
        if (rows.length === 0) return none;
        return (
          <>
            {children(rows, pages)}
            {isFetchNextPageError && <FieldError error={errorText(error)} />}
            {hasNextPage && (
              <Button look="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {say`Show more`}
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
