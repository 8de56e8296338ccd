import {
  createContext,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { nextOrderPoll, ORDER_POLL_MS, ordersChanged } from '../../shared/api/polling.ts';
import { isLater } from '@tiffin/domain/order';
import { worksAt } from '@tiffin/domain/people';
import { api, type Answer } from '../../shared/api/api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { useBackOffice, homeLocation } from '../../shared/session/back-office.tsx';
import { formatTime } from '../../ui/format.ts';
import { useLocations, useSite } from '../../shared/site/site.ts';
import { useMoment } from '../../shared/live/use-moment.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { onTime, serverNow, syncServerClock, useServerNow } from '../../shared/live/server-clock.ts';
import { useStream } from '../../shared/live/stream-state.ts';
import { useWaiting } from '../../shared/offline/open-queue.ts';
import { withWaiting } from './actions.ts';
import {
  COMPLETED_SHOWN,
  isOrder,
  withLater,
  withOrder,
  type BoardOrder,
  type BoardOrders,
  countHaste,
} from './board-orders.ts';
import { CountBadge } from '../../ui/figures.tsx';
import { texts } from './texts.ts';
import { answerTo } from '../../shared/api/queries.ts';

/** The value for all of the person's locations. */
export const EVERYWHERE = 'all';
const MOST_OPEN = 500;
/** How often scheduled orders are checked for being due. */
const LOOK_MS = 5_000;
const PLACE_KEY = 'tiffin_board_location';

export interface LiveOrders {
  readonly places: readonly { readonly id: string; readonly name: string }[];
  readonly place: string;
  readonly choosePlace: (id: string) => void;
  /** Null until the first list is loaded. */
  readonly orders: BoardOrders | null;
  /** Why the list could not be loaded. The old list is hidden then, because it may be outdated. */
  readonly error: string | null;
  readonly isRefreshing: boolean;
  readonly refresh: () => void;
  readonly take: (order: BoardOrder) => void;
  /** The polling interval in seconds; null while live events arrive. */
  readonly pollsEvery: number | null;
}

/**
 * Components subscribe to the orders. With a context value, React would search every ticket for consumers each time
 * one order changes.
 */
interface Watched {
  readonly read: () => LiveOrders;
  readonly watch: (onChange: () => void) => () => void;
  readonly set: (next: LiveOrders) => void;
}

function watched(first: LiveOrders): Watched {
  let current = first;
  const watchers = new Set<() => void>();
  return {
    read: () => current,
    watch(onChange) {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
    set(next) {
      if (next === current) return;
      current = next;
      for (const watcher of watchers) watcher();
    },
  };
}

const Context = createContext<Watched | null>(null);

export function useLiveOrders(): LiveOrders {
  const live = use(Context);
  if (!live) throw new Error('useLiveOrders needs LiveOrdersProvider around it');
  return useSyncExternalStore(live.watch, live.read, live.read);
}

/** Loads the orders of this device's location and updates them for all sections of the back office. */
export function LiveOrdersProvider({ children }: { children: ReactNode }) {
  const { actor } = useBackOffice();
  const locations = useLocations();
  const { defaultLocationId } = useSite();
  const zoneOf = (id: string) => (locations.find((each) => each.id === id) ?? locations[0])?.timeZone;
  const places = useMemo(() => {
    const own = locations.filter(({ id }) => worksAt(actor, id)).map(({ id, name }) => ({ id, name }));
    return own;
  }, [actor, locations]);
  const [chosenNow, setChosen] = useState<string | null>(null);
  const remembered = useSyncExternalStore(
    neverChanges,
    () => localStorage.getItem(PLACE_KEY),
    () => null,
  );
  const chosen = chosenNow ?? remembered;
  const isThere = chosen === EVERYWHERE || places.some(({ id }) => id === chosen);
  const place =
    (isThere && chosen) ||
    (homeLocation(
      places.map(({ id }) => id),
      actor,
      defaultLocationId,
    ) ??
      EVERYWHERE);
  const client = useQueryClient();
  const key = useMemo(() => ['board', place], [place]);

  const [recentOrders] = useState(newestWords);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const requestedAt = performance.now();
      const [orders, limits] = await Promise.all([loadOrders(place, zoneOf(place), signal), readLimits(client)]);
      // Applies the events that arrived while the list was loading.
      const since = recentOrders.since(requestedAt).filter((order) => isAt(place, order));
      return since.reduce(withOrder, withLimits(orders, limits));
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });

  const take = useCallback(
    (order: BoardOrder) => {
      const existing = limited(order, client.getQueryData(limitsQuery.queryKey));
      if (!recentOrders.hear(existing)) return;
      client.setQueryData<BoardOrders>(key, (before) => before && withOrder(before, existing));
    },
    [client, key, recentOrders],
  );
  useLiveEvents(['order.created', 'order.updated'], (event) => {
    const order = event.data['order'];
    if (!isOrder(order) || !isAt(place, order)) return;
    take(order);
    // Events do not contain the amount to refund in cash.
    if (order.status === 'cancelled' && order.paymentStatus === 'paid') void refetch();
  });
  // The location's ticket limits may have changed.
  useLiveEvents(['location.changed', 'reset'], () => {
    recentOrders.forget();
    void client.invalidateQueries({ queryKey: limitsQuery.queryKey, refetchType: 'none' }).then(() => refetch());
  });

  const { state, beginnings } = useStream();
  // A restarted event stream may have missed events.
  useEffect(() => {
    if (beginnings > 0) void refetch();
  }, [beginnings, refetch]);

  const waiting = useWaiting();
  const pollsEvery = usePolling(state === 'lost', data, refetch);
  const isRefused = error instanceof ApiError && error.status > 0;
  // A scheduled order joins the others when it is due, as if it had just been placed.
  const [now, setNow] = useState(serverNow);
  const orders = useMemo(
    () => (isRefused || !data ? null : withLater(withWaiting(data, waiting), now)),
    [isRefused, data, waiting, now],
  );
  useMoment(orders?.later?.[0]?.firesAt, () => setNow(serverNow()));
  // Reloads after the tablet slept or its clock was corrected.
  useEffect(() => {
    const look = () =>
      setNow((before) => {
        const present = serverNow();
        return data?.open.some((order) => isLater(order, before) !== isLater(order, present)) ? present : before;
      });
    look();
    return onTime(LOOK_MS, look);
  }, [data]);
  const value = useMemo(
    (): LiveOrders => ({
      places,
      place,
      choosePlace(id) {
        localStorage.setItem(PLACE_KEY, id);
        setChosen(id);
      },
      orders,
      error: error && (isRefused || !data) ? error.message : null,
      isRefreshing: isFetching,
      refresh: () => void refetch(),
      take,
      pollsEvery,
    }),
    [places, place, orders, data, error, isRefused, isFetching, refetch, take, pollsEvery],
  );
  const [live] = useState(() => watched(value));
  useLayoutEffect(() => live.set(value), [live, value]);
  return <Context value={live}>{children}</Context>;
}

/**
 * The newest version of each order. It is remembered after the order left the board, so that an older event does not
 * bring it back.
 */
function newestWords() {
  const latestById = new Map<string, { readonly order: BoardOrder; readonly at: number }>();
  return {
    /** Returns false for an older version. */
    hear(order: BoardOrder): boolean {
      if ((latestById.get(order.id)?.order.version ?? 0) > order.version) return false;
      latestById.delete(order.id);
      latestById.set(order.id, { order, at: performance.now() });
      for (const [oldest] of latestById) if (latestById.size > MOST_OPEN) latestById.delete(oldest);
      return true;
    },
    since: (when: number) => [...latestById.values()].filter(({ at }) => at >= when).map(({ order }) => order),
    forget: () => latestById.clear(),
  };
}

function isAt(place: string, order: BoardOrder): boolean {
  return place === EVERYWHERE || order.location === place;
}

const neverChanges = () => () => {};

const limitsQuery = queryOptions({
  ...answerTo(['ticket-limits'], 'getTicketLimits'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Without a response the default limits apply, because orders matter more. */
function readLimits(client: QueryClient): Promise<Answer<'getTicketLimits'> | undefined> {
  return client.fetchQuery(limitsQuery).catch(() => undefined);
}

function limited(order: BoardOrder, limits: Answer<'getTicketLimits'> | undefined): BoardOrder {
  const own = limits?.locations.find(({ locationId }) => locationId === order.location);
  return own ? { ...order, limits: own } : order;
}

function withLimits(orders: BoardOrders, limits: Answer<'getTicketLimits'> | undefined): BoardOrders {
  const each = (order: BoardOrder) => limited(order, limits);
  return { ...orders, open: orders.open.map(each), completed: orders.completed.map(each) };
}

async function loadOrders(place: string, zone: string | undefined, signal: AbortSignal): Promise<BoardOrders> {
  const today = dayOf(serverNow(), zone);
  const requestedAt = performance.now();
  const completedOn = (date: string) =>
    api(
      'getLocationOrders',
      { query: { locationId: place, status: 'completed', limit: COMPLETED_SHOWN, startDate: date, endDate: date } },
      { signal },
    );
  const [open, completed, due] = await Promise.all([
    api(
      'getLocationOrders',
      { query: { locationId: place, status: 'open', limit: MOST_OPEN, sortOrder: 'asc' } },
      { signal },
    ),
    completedOn(today),
    // A failure must not hide the orders; the board shows a note instead.
    api('getManualRefunds', { query: { locationId: place } }, { signal }).catch(() => null),
  ]);
  syncServerClock(open.metadata.serverTime, requestedAt);
  // Before the first response, a tablet with a wrong clock may have requested another day.
  const day = dayOf(new Date(open.metadata.serverTime), zone);
  const { orders, total } = day === today ? completed : await completedOn(day);
  return {
    open: open.orders,
    completed: orders,
    completedToday: total,
    refundsDue: due?.refunds ?? null,
  };
}

/** The date in the location's time zone, like 2026-11-20. */
function dayOf(at: Date, zone: string | undefined): string {
  return formatTime(at, 'iso-day', zone);
}

/** Polls while the event stream is down: every 30 seconds, or every 60 while nothing changes. Returns the interval. */
function usePolling(isDown: boolean, data: BoardOrders | undefined, refetch: () => unknown): number | null {
  const [everyMs, setEveryMs] = useState(ORDER_POLL_MS);
  const before = useRef(data);
  useEffect(() => {
    const ask = () => {
      before.current = data;
      refetch();
    };
    const timer = isDown ? setTimeout(ask, everyMs) : undefined;
    return () => clearTimeout(timer);
  }, [isDown, everyMs, data, refetch]);
  useEffect(() => {
    const changed = before.current !== undefined && data !== undefined && ordersChanged(before.current.open, data.open);
    if (isDown) setEveryMs((ms) => nextOrderPoll(ms, changed));
    else setEveryMs(ORDER_POLL_MS);
  }, [isDown, data]);
  return isDown ? everyMs / 1000 : null;
}

/** The number of orders to accept; red once one of them is late. */
export function OrdersBadge() {
  const { orders } = useLiveOrders();
  const now = useServerNow(15_000);
  const pending = orders?.open.filter(({ status }) => status === 'pending') ?? [];
  const { late } = countHaste(pending, now);
  return <CountBadge count={pending.length} label={texts.waiting(pending.length, late)} isLate={late > 0} />;
}
