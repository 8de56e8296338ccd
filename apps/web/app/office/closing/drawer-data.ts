import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery, useRefetchOn } from '../../shared/api/queries.ts';

export type DrawerList = Answer<'getDrawers'>;
export type Drawer = DrawerList['drawers'][number];

export const drawersKey = (locationId: string) => ['drawers', locationId];

export function useDrawers(locationId: string) {
  const key = drawersKey(locationId);
  useRefetchOn(['day.changed', 'reset'], key);
  return useQuery(apiQuery(key, 'getDrawers', { query: { locationId } }));
}
