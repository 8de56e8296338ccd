import { useState } from 'react';
import { useAction, type ActionReport } from '../api/use-action.ts';

interface Page {
  readonly nextCursor: string | null;
}

interface PagedList<P, Row> extends Pick<ActionReport<string, P>, 'failed' | 'onFailed'> {
  readonly load: (cursor: string) => Promise<P>;
  readonly rowsOf: (page: P) => readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly isNewer: (row: Row, other: Row) => boolean;
}

/** A list whose first page came with the page. Further pages are loaded on request; live changes replace older rows. */
export function useMorePages<P extends Page, Row>(
  first: P,
  { load, rowsOf, keyOf, isNewer, ...report }: PagedList<P, Row>,
) {
  const [older, setOlder] = useState<readonly P[]>([]);
  const [changes, setChanges] = useState<ReadonlyMap<string, Row>>(new Map());
  // A reloaded first page may end at another row, so the older pages no longer follow it.
  const [followed, setFollowed] = useState(first);
  if (followed !== first) {
    setFollowed(first);
    setOlder([]);
  }
  const pages = [first, ...older];
  const cursor = pages.at(-1)?.nextCursor ?? null;
  const { send, isBusy } = useAction(load, {
    ...report,
    onDone: (page) => setOlder((before) => [...before, page]),
  });
  return {
    rows: pages.flatMap(rowsOf).map((row) => {
      const change = changes.get(keyOf(row));
      return change && isNewer(change, row) ? change : row;
    }),
    put: (row: Row) => setChanges((before) => new Map(before).set(keyOf(row), row)),
    hasMore: cursor !== null,
    isLoading: isBusy,
    loadMore: () => void (cursor !== null && send(cursor)),
  };
}
