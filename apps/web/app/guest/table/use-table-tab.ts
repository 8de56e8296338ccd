import { useEffect, useMemo } from 'react';
import { say } from '@tiffin/domain/core';
import { ApiError } from '../../shared/api/api-error.ts';
import { api, type Answer } from '../../shared/api/api.ts';
import { useAnswer } from '../../shared/api/use-answer.ts';
import type { Menu } from '../../shared/dish/dish.ts';
import { setStreamAccess, useLiveEvents } from '../../shared/live/live-events.ts';
import { phoneNameText } from '../../shared/tabs/phone-names.ts';

export type TableTab = Answer<'getTableTab'>;
export type TableRound = TableTab['rounds'][number];
export type TableLine = TableRound['items'][number];

/** What the party ordered, paid and owes, read again after each change. Dishes have the names of the menu. */
export function useTableTab(token: string, { dishes }: Menu) {
  const { answer, error, again } = useAnswer(token, (signal) => api('getTableTab', { query: { token } }, { signal }));
  const tab = useMemo(() => {
    const names = new Map(dishes.map(({ id, name }) => [id, name]));
    const withName = (line: TableLine) => ({ ...line, name: names.get(line.menuItemId ?? '') ?? line.name });
    const rounds = answer?.rounds.map((round) => ({ ...round, items: round.items.map(withName) }));
    return answer && rounds ? { ...answer, rounds } : null;
  }, [answer, dishes]);
  useEffect(() => {
    setStreamAccess({ tableToken: token });
    return () => setStreamAccess(null);
  }, [token]);
  useLiveEvents(['floor.changed', 'order.updated', 'reset'], again);
  const isOver = tab?.isOver === true || (error instanceof ApiError && error.code === 'tab-closed');
  return { tab, error, again, isOver };
}

/** Who ordered a line, as its phone or all phones call them. */
export function guestText(tab: TableTab, { guestId }: Pick<TableLine, 'guestId'>): string {
  const guest = guestOf(tab, guestId);
  return guest ? (guest.isYou ? say`You` : phoneNameText(guest.name)) : say`From your waiter`;
}

/** Who is meant by an id of the tab; empty for staff and for a phone that is not known. */
export function guestOf({ guests }: TableTab, guestId: string | null) {
  return guests.find((guest) => guest.guestId === guestId);
}
