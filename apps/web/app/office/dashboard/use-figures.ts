import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { CACHE_LIFETIMES } from '../../shared/api/lifetimes.ts';
import { DASHBOARD_REFRESH_MS, type RevenueRange, PERIODS, type Period, breakdownBy } from '@tiffin/domain/stats';
import { api, type Answer } from '../../shared/api/api.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { recordOf } from '@tiffin/domain/core';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { ORDER_STATUSES } from '@tiffin/domain/order';
import { apiQuery } from '../../shared/api/queries.ts';
import { useBatchedCall } from '../../shared/page/debounced.ts';

export interface DashboardView {
  readonly locationId: string;
  readonly period: Period;
}

/** Parses the view from the URL, limited to the locations the user may see. */
export function parseDashboardView(
  search: URLSearchParams,
  locationIds: readonly string[],
  maySeeAll: boolean,
): DashboardView {
  const requested = search.get('location') ?? '';
  const first = maySeeAll ? ALL_LOCATIONS : (locationIds[0] ?? '');
  return {
    locationId: locationIds.includes(requested) ? requested : first,
    period: PERIODS.find(({ id }) => id === search.get('period'))?.id ?? 'today',
  };
}

/** Location and period are stored in the URL, so that a link shows the same figures. */
export function useDashboardView(
  locationIds: readonly string[],
  maySeeAll: boolean,
): [DashboardView, (change: Partial<DashboardView>) => void] {
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const navigate = useNavigate();

  function show(change: Partial<DashboardView>) {
    // Reads the URL directly, because it may be ahead of the rendered state.
    const next = new URLSearchParams(location.search);
    const { locationId, period } = { ...parseDashboardView(next, locationIds, maySeeAll), ...change };
    next.set('location', locationId);
    next.set('period', period);
    void navigate({ search: `?${next}`, hash: location.hash || hash }, { replace: true, preventScrollReset: true });
  }
  return [parseDashboardView(search, locationIds, maySeeAll), show];
}

export type Stats = Answer<'getDashboardStats'>['stats'];
export type OpenOrderCounts = Answer<'getLocationOrderCounts'>;

/** Events reload the figures at most once in this time. */
const EVENTS_TOGETHER_MS = 1000;

/** The figures of the dashboard; events and a timer reload them. */
export function useStats({ locationId, period }: DashboardView, online: boolean) {
  useRefreshByEvents(locationId);
  return useQuery({
    queryKey: ['dashboard', locationId, period],
    queryFn: async ({ signal }): Promise<Stats> =>
      (await api('getDashboardStats', { query: { locationId, period } }, { signal })).stats,
    enabled: locationId !== '',
    refetchInterval: online ? DASHBOARD_REFRESH_MS : false,
    // For another period of the same location, the old figures stay until the new ones arrive.
    placeholderData: (before) => (before?.location === statsLocation(locationId) ? before : undefined),
  });
}

/** How many orders are open now, by status. */
export function useOpenCounts(locationId: string, online: boolean) {
  return useQuery({
    ...apiQuery(['dashboard', locationId, 'now'], 'getLocationOrderCounts', { query: { locationId } }),
    enabled: locationId !== '',
    refetchInterval: online ? DASHBOARD_REFRESH_MS : false,
  });
}

export function useRevenue(locationId: string, range: RevenueRange) {
  return useQuery({
    ...apiQuery(['dashboard', locationId, 'revenue', range], 'getRevenueAnalytics', { query: { locationId, range } }),
    enabled: locationId !== '',
    refetchInterval: CACHE_LIFETIMES.analytics,
    placeholderData: keepPreviousData,
  });
}

export function useCustomers(locationId: string) {
  return useQuery({
    ...apiQuery(['dashboard', locationId, 'customers'], 'getCustomerAnalytics', { query: { locationId } }),
    enabled: locationId !== '',
    refetchInterval: CACHE_LIFETIMES.analytics,
  });
}

/** How accurate the promised times were; the server computes it every night. */
export function usePromiseAccuracy(locationId: string) {
  return useQuery({
    ...apiQuery(['dashboard', locationId, 'promises'], 'getPromisedTimeAccuracy', { query: { locationId } }),
    enabled: locationId !== '',
  });
}

/** The location as the server's figures name it; null for all. */
function statsLocation(locationId: string): string | null {
  return locationId === ALL_LOCATIONS ? null : locationId;
}

function useRefreshByEvents(locationId: string): void {
  const client = useQueryClient();
  const refreshSoon = useBatchedCall(
    () => void client.invalidateQueries({ queryKey: ['dashboard', locationId] }),
    EVENTS_TOGETHER_MS,
  );
  useLiveEvents(['order.created', 'order.updated', 'reset'], (event) => {
    if (locationId === ALL_LOCATIONS || event.locationId === null || event.locationId === locationId) refreshSoon();
  });
}

/** Zeros, shown with an error when the figures could not be loaded. */
export function zeroedStats({ locationId, period }: DashboardView): Stats {
  const none = { orders: 0, revenue: 0, customers: 0, avgOrderValue: 0 };
  return {
    ...none,
    period,
    previous: none,
    soFar: null,
    money: { ordered: 0, taken: 0, owed: 0, refunded: 0 },
    trends: { ordersGrowth: 0, revenueGrowth: 0, customersGrowth: 0 },
    topItems: [],
    recentActivity: [],
    statusBreakdown: recordOf(ORDER_STATUSES, () => 0),
    orderTypeBreakdown: breakdownBy(() => 0),
    byDay: [],
    byHour: [],
    lastUpdated: '',
    location: statsLocation(locationId),
  };
}
