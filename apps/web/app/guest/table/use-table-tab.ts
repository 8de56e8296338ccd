import { useEffect } from 'react';
import { ApiError } from '../../shared/api/api-error.ts';
import { api, type Answer } from '../../shared/api/api.ts';
import { useAnswer } from '../../shared/api/use-answer.ts';
import { setStreamAccess, useLiveEvents } from '../../shared/live/live-events.ts';

export type TableTab = Answer<'getTableTab'>;
export type TableRound = TableTab['rounds'][number];
export type TableLine = TableRound['items'][number];

/** What the party ordered, paid and owes, read again after each change. */
export function useTableTab(token: string) {
  const {
    answer: tab,
    error,
    again,
  } = useAnswer(token, (signal) => api('getTableTab', { query: { token } }, { signal }));
  useEffect(() => {
    setStreamAccess({ tableToken: token });
    return () => setStreamAccess(null);
  }, [token]);
  useLiveEvents(['floor.changed', 'order.updated', 'reset'], again);
  const isOver = tab?.isOver === true || (error instanceof ApiError && error.code === 'tab-closed');
  return { tab, error, again, isOver };
}

/** Who is meant by an id of the tab; empty for staff and for a phone that is not known. */
export function guestOf({ guests }: TableTab, guestId: string | null) {
  return guests.find((guest) => guest.guestId === guestId);
}
