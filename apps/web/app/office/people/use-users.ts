import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { Answer } from '../../shared/api/api.ts';
import { eventPayload } from '../../shared/live/event-payload.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { useBatchedCall } from '../../shared/page/debounced.ts';
import { usePages } from '../../shared/page/pages.tsx';
import type { UserFilter } from './user-filters.tsx';

type Page = Answer<'getUsers'>;
export type User = Page['users'][number];

export const USERS_KEY = ['users'];
const LIST_KEY = [...USERS_KEY, 'list'];
/** Events within this time cause one reload. */
const GATHER_MS = 500;

export function useUsers(filter: UserFilter) {
  return usePages(LIST_KEY, 'getUsers', { ...filter, limit: 50 });
}

/** Shows other admins' changes: the user at once, the order of the list and the figures a moment later. */
export function useLiveUsers(): void {
  const client = useQueryClient();
  const refreshSoon = useBatchedCall(() => void client.invalidateQueries({ queryKey: USERS_KEY }), GATHER_MS);
  useLiveEvents(['user.changed', 'reset'], ({ data }) => {
    const user = eventPayload<User>(data, 'user', 'id', 'email');
    if (user) {
      const patch = (page: Page) => ({ ...page, users: page.users.map((each) => (each.id === user.id ? user : each)) });
      client.setQueriesData<InfiniteData<Page>>(
        { queryKey: LIST_KEY },
        (list) => list && { ...list, pages: list.pages.map(patch) },
      );
    }
    refreshSoon();
  });
}
