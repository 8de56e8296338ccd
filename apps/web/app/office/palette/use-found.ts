import { useEffect, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { hasRole, SECTIONS, type Actor } from '@tiffin/domain/people';
import { api } from '../../shared/api/api.ts';
import { codeFirst, SEARCH_FROM, SHOWN, type FoundOrder, type FoundPerson } from './entries.ts';

const TYPING_PAUSE_MS = 150;

/** What the server knows of the text, once the fingers rest. */
export function useFound(typed: string, actor: Actor) {
  const search = useRested(typed.trim());
  const enabled = search.length >= SEARCH_FROM;
  const orders = useQuery({
    queryKey: ['palette', 'orders', search],
    queryFn: async ({ signal }): Promise<readonly FoundOrder[]> =>
      (await api('getLocationOrders', { query: { search, limit: SHOWN * 2 } }, { signal })).orders,
    enabled,
    placeholderData: keepPreviousData,
  });
  const people = useQuery({
    queryKey: ['palette', 'people', search],
    queryFn: async ({ signal }): Promise<readonly FoundPerson[]> =>
      (await api('getUsers', { query: { search, limit: SHOWN } }, { signal })).users,
    enabled: enabled && hasRole(actor, SECTIONS.users),
    placeholderData: keepPreviousData,
  });
  return {
    orders: enabled ? codeFirst(orders.data ?? [], search) : [],
    people: enabled ? (people.data ?? []) : [],
    searching: orders.isFetching || people.isFetching || search !== typed.trim(),
    error: orders.error ?? people.error,
  };
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
