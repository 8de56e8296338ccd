import { useState } from 'react';
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { instantOf, localDate } from '@tiffin/domain/core';
import { addDays } from '@tiffin/domain/hours';
import { SECURITY_GROUPS, type SecurityGroup } from '@tiffin/domain/people';
import { api, type Answer } from '../../shared/api/api.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { useAddressState } from '../../shared/page/address-state.ts';
import { useSite } from '../../shared/site/site.ts';

export type SecurityEntry = Answer<'getSecurityLog'>['entries'][number];

export const KIND_FILTERS = ['all', 'alarms', ...SECURITY_GROUPS] as const;
export const PERIODS = ['1', '7', '30', '90', 'all'] as const;

export interface SecurityFilter {
  readonly kind: 'all' | 'alarms' | SecurityGroup;
  /** Empty for everybody. */
  readonly userId: string;
  /** Empty for all addresses. */
  readonly address: string;
  readonly period: (typeof PERIODS)[number];
}

/** The filter, stored in the URL, so that it survives a reload and can be shared. */
export function useSecurityFilter(): [SecurityFilter, (change: Partial<SecurityFilter>) => void] {
  const [kind, setKind] = useAddressState('logKind', 'all');
  const [userId, setUserId] = useAddressState('logPerson', '');
  const [address, setAddress] = useAddressState('logAddress', '');
  const [period, setPeriod] = useAddressState('logDays', '7');
  const filter: SecurityFilter = {
    kind: KIND_FILTERS.find((each) => each === kind) ?? 'all',
    userId,
    address,
    period: PERIODS.find((each) => each === period) ?? '7',
  };
  return [
    filter,
    (change) => {
      if (change.kind !== undefined) setKind(change.kind);
      if (change.userId !== undefined) setUserId(change.userId);
      if (change.address !== undefined) setAddress(change.address);
      if (change.period !== undefined) setPeriod(change.period);
    },
  ];
}

/** The filter as the API takes it. A period begins at midnight in the restaurant's time zone. */
export function queryOf({ kind, userId, address, period }: SecurityFilter, now: Date, timeZone: string) {
  const firstDay = period === 'all' ? null : addDays(localDate(now, timeZone), 1 - Number(period));
  return {
    ...(kind === 'alarms' ? { alarms: 'true' as const } : kind !== 'all' && { kind }),
    ...(userId && { userId }),
    ...(address && { address }),
    ...(firstDay && { from: instantOf(firstDay, '00:00', timeZone).toISOString() }),
  };
}

const ROOT = 'security-log';
const PAGE_SIZE = 50;

export function useSecurityLog(filter: SecurityFilter) {
  const { timeZone } = useSite();
  const [openedAt] = useState(() => new Date());
  const query = queryOf(filter, openedAt, timeZone);
  return useInfiniteQuery({
    queryKey: [ROOT, query],
    queryFn: ({ pageParam, signal }) =>
      api(
        'getSecurityLog',
        { query: { ...query, limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

export function useEndUserSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => api('endUserSessions', { body: { userId } }, { idempotencyKey: newKey() }),
    onSettled: () => void client.invalidateQueries({ queryKey: [ROOT] }),
  });
}
