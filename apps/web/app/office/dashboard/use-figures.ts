import { useEffect, useRef } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { CACHE_LIFETIMES } from '../../shared/api/lifetimes.ts';
import { DASHBOARD_REFRESH_MS, type RevenueRange } from '@tiffin/domain/stats';
import { api, type Answer } from '../../shared/api/api.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import type { View } from './address.ts';

export type Stats = Answer<'getDashboardStats'>['stats'];
export type Counts = Answer<'getLocationOrderCounts'>;

/** Figures follow what happens, at most once in this time. */
const EVENTS_TOGETHER_MS = 1000;

export function useStats({ locationId, period }: View, online: boolean) {
  useRefreshByEvents(locationId);
  return useQuery({
    queryKey: ['dashboard', locationId, period],
    queryFn: async ({ signal }): Promise<Stats> =>
      (await api('getDashboardStats', { query: { locationId, period } }, { signal })).stats,
    enabled: locationId !== '',
    refetchInterval: online ? DASHBOARD_REFRESH_MS : false,
    // another period of the same place: the old figures stay until the new ones are there
    placeholderData: (before) => (before?.location === shown(locationId) ? before : undefined),
  });
}

export function useOpenCounts(locationId: string, online: boolean) {
  return useQuery({
    queryKey: ['dashboard', locationId, 'now'],
    queryFn: ({ signal }) => api('getLocationOrderCounts', { query: { locationId } }, { signal }),
    enabled: locationId !== '',
    refetchInterval: online ? DASHBOARD_REFRESH_MS : false,
  });
}

export function useRevenue(locationId: string, range: RevenueRange) {
  return useQuery({
    queryKey: ['dashboard', locationId, 'revenue', range],
    queryFn: ({ signal }) => api('getRevenueAnalytics', { query: { locationId, range } }, { signal }),
    enabled: locationId !== '',
    refetchInterval: CACHE_LIFETIMES.analytics,
    placeholderData: keepPreviousData,
  });
}

export function useCustomers(locationId: string) {
  return useQuery({
    queryKey: ['dashboard', locationId, 'customers'],
    queryFn: ({ signal }) => api('getCustomerAnalytics', { query: { locationId } }, { signal }),
    enabled: locationId !== '',
    refetchInterval: CACHE_LIFETIMES.analytics,
  });
}

function shown(locationId: string): string | null {
  return locationId === 'all' ? null : locationId;
}

function useRefreshByEvents(locationId: string): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLiveEvents(['order.created', 'order.updated', 'reset'], (event) => {
    if (locationId !== 'all' && event.locationId !== null && event.locationId !== locationId) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: ['dashboard', locationId] });
    }, EVENTS_TOGETHER_MS);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}
