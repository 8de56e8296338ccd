import { keepPreviousData, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { CACHE_LIFETIMES } from '../../shared/api/lifetimes.ts';
import { api, type Answer, type Body } from '../../shared/api/api.ts';
import { withFreshSignIn } from '../../shared/session/fresh-sign-in.ts';
import { eventPayload } from '../../shared/live/event-payload.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { useBatchedCall } from '../../shared/page/debounced.ts';

export type User = Answer<'getUsers'>['users'][number];
export type UserDetails = Answer<'getUser'>;
type Listed = Answer<'getUsers'>;

/** The columns the list can be sorted by. */
export const USER_SORTS = ['createdAt', 'displayName', 'totalOrders', 'totalSpent', 'loyaltyPoints'] as const;
export type UserSort = (typeof USER_SORTS)[number];

/** Figures and dates start with the highest, names with A. */
export function defaultSortOrder(sort: UserSort): 'asc' | 'desc' {
  return sort === 'displayName' ? 'asc' : 'desc';
}

export interface UserFilter {
  readonly search: string;
  readonly role: 'all' | User['role'];
  readonly status: 'all' | 'active' | 'inactive';
  readonly sortBy: (typeof USER_SORTS)[number];
  readonly sortOrder: 'asc' | 'desc';
}

const ROOT = 'users';
const PAGE_SIZE = 50;
/** Events within this time cause one reload of the figures. */
const GATHER_MS = 500;

export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}

/** One page of users, starting at the cursor. */
export function useUsers(filter: UserFilter, cursor: string) {
  return useQuery({
    ...apiQuery([ROOT, 'list', filter, cursor], 'getUsers', {
      query: { ...filter, limit: PAGE_SIZE, ...(cursor && { cursor }) },
    }),
    placeholderData: keepPreviousData,
  });
}

export function useUserFigures() {
  return useQuery({ ...apiQuery([ROOT, 'figures'], 'getUserAnalytics'), refetchInterval: CACHE_LIFETIMES.analytics });
}

export function useUserDetails(userId: string | null) {
  return useQuery({
    ...apiQuery([ROOT, 'one', userId], 'getUser', { query: { userId: userId ?? '' } }),
    enabled: userId !== null,
    staleTime: 0,
  });
}

type Updates = Body<'updateUser'>['updates'];

export interface UserChange {
  readonly userId: string;
  readonly updates: Updates;
  readonly version: number;
  readonly note?: string;
}

/** Updates optimistically and rolls back when the server refuses. */
export function useUpdateUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: UserChange) => withFreshSignIn(() => api('updateUser', { body: change })),
    onSuccess: ({ user }) => showUser(client, user),
    onSettled: () => refreshUsers(client),
  });
}

/** Activates or deactivates a user; the switch changes at once. */
export function useSetUserActive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ user, isActive }: { user: User; isActive: boolean }) =>
      api('updateUser', { body: { userId: user.id, updates: { isActive } } }),
    onMutate: ({ user, isActive }) => showUser(client, { ...user, isActive }),
    onError: (_error, { user }) => showUser(client, user),
    onSuccess: ({ user }) => showUser(client, user),
    onSettled: () => refreshUsers(client),
  });
}

export function useUpdateUsers() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { userIds: string[]; updates: Updates }) => withFreshSignIn(() => api('updateUsers', { body })),
    onSuccess: ({ users }) => {
      for (const user of users) showUser(client, user);
    },
    onSettled: () => refreshUsers(client),
  });
}

export function useDeactivateUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => api('deactivateUser', { body: { userId } }),
    onSuccess: ({ user }) => showUser(client, user),
    onSettled: () => refreshUsers(client),
  });
}

export function useDisableTwoFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => withFreshSignIn(() => api('resetSecondStep', { body: { userId } })),
    onSettled: () => refreshUsers(client),
  });
}

/** Updates a user in every loaded page. */
function showUser(client: QueryClient, user: User): void {
  client.setQueriesData<Listed>(
    { queryKey: [ROOT, 'list'] },
    (listed) => listed && { ...listed, users: listed.users.map((each) => (each.id === user.id ? user : each)) },
  );
}

function refreshUsers(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [ROOT] });
}

/** Shows other admins' changes: the row at once, order and figures a moment later. */
export function useLiveUsers(): void {
  const client = useQueryClient();
  const refreshSoon = useBatchedCall(() => refreshUsers(client), GATHER_MS);
  useLiveEvents(['user.changed', 'reset'], ({ data }) => {
    const user = userIn(data);
    if (user) showUser(client, user);
    refreshSoon();
  });
}

function userIn(data: Readonly<Record<string, unknown>>): User | null {
  return eventPayload<User>(data, 'user', 'id', 'email');
}
