import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { isScheduledForLater } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { ApiError } from '../../shared/api/api-error.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { onServerTick, serverNow, useServerNow } from '../../shared/live/server-clock.ts';
import { useRunAt } from '../../shared/live/use-moment.ts';
import { usePendingChanges, withChanges } from '../../shared/offline/pending-changes.ts';
import { createStore } from '../../shared/page/store.ts';
import { useLocations } from '../../shared/site/site.ts';
import { CountBadge } from '../../ui/figures.tsx';
import { useBoardLocation } from './board-location.ts';
import { countLateness, separateScheduledOrders, type BoardOrder, type BoardOrders } from './board-orders.ts';
import { withOrderChange } from './order-changes.ts';
import { useOrderList } from './use-order-list.ts';

/** How often scheduled orders are checked for being due. */
const LATER_CHECK_MS = 5_000;

export interface LiveOrders extends ReturnType<typeof useBoardLocation> {
  /** Null until the first list is loaded. */
  readonly orders: BoardOrders | null;
  /** Why the list could not be loaded. The old list is hidden then, because it may be outdated. */
  readonly error: string | null;
  readonly isRefreshing: boolean;
  readonly refresh: () => void;
  readonly replaceOrder: (order: BoardOrder) => void;
  /** The polling interval in seconds; null while live events arrive. */
  readonly pollSeconds: number | null;
}

/**
 * Components subscribe to the orders. If they were a context value, React would search every ticket for consumers each
 * time one order changes.
 */
const Context = createContext<ReturnType<typeof createStore<LiveOrders>> | null>(null);

/** The orders that `LiveOrdersProvider` loads; the component renders again with each change. */
export function useLiveOrders(): LiveOrders {
  const store = use(Context);
  if (!store) throw new Error('useLiveOrders needs LiveOrdersProvider around it');
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}

/** Loads the orders of this device's location and updates them for all sections of the back office. */
export function LiveOrdersProvider({ children }: { children: ReactNode }) {
  const boardLocation = useBoardLocation();
  const { shownLocationId } = boardLocation;
  const locations = useLocations();
  const { data, error, isFetching, refetch, replaceOrder, pollSeconds } = useOrderList(shownLocationId, locations);
  // Without a connection the status is 0, and the last list stays.
  const isRefused = error instanceof ApiError && error.status > 0;
  const orders = useDueOrders(isRefused ? undefined : data);
  const value = useMemo(
    (): LiveOrders => ({
      ...boardLocation,
      orders,
      error: isRefused ? error.message : error && !data ? errorText(error) : null,
      isRefreshing: isFetching,
      refresh: () => void refetch(),
      replaceOrder,
      pollSeconds,
    }),
    [boardLocation, orders, data, error, isRefused, isFetching, refetch, replaceOrder, pollSeconds],
  );
  const [store] = useState(() => createStore(value));
  useLayoutEffect(() => store.set(value), [store, value]);
  return <Context value={store}>{children}</Context>;
}

/**
 * The orders with the changes that the server does not have yet. A scheduled order joins the others when it is due, as
 * if it had just been placed.
 */
function useDueOrders(data: BoardOrders | undefined): BoardOrders | null {
  const changes = usePendingChanges();
  const [now, setNow] = useState(serverNow);
  const orders = useMemo(
    () => (data ? separateScheduledOrders(withChanges(data, changes, withOrderChange), now) : null),
    [data, changes, now],
  );
  useRunAt(orders?.later?.[0]?.firesAt, () => setNow(serverNow()));
  // Checks again after the tablet slept or its clock was corrected.
  useEffect(() => {
    const check = () =>
      setNow((before) => {
        const present = serverNow();
        return data?.open.some((order) => isScheduledForLater(order, before) !== isScheduledForLater(order, present))
          ? present
          : before;
      });
    check();
    return onServerTick(LATER_CHECK_MS, check);
  }, [data]);
  return orders;
}

/** The number of orders to accept; red once one of them is late. */
export function OrdersBadge() {
  const { orders } = useLiveOrders();
  const now = useServerNow(15_000);
  const pending = orders?.open.filter(({ status }) => status === 'pending') ?? [];
  const { late } = countLateness(pending, now);
  return (
    <CountBadge
      count={pending.length}
      label={late > 0 ? say`${pending.length} pending, ${late} late` : say`${pending.length} pending`}
      isLate={late > 0}
    />
  );
}
