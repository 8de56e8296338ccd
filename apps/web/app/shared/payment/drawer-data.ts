import { useQuery } from '@tanstack/react-query';
import { sumOf } from '@tiffin/domain/core';
import type { Answer } from '../api/api.ts';
import { apiQuery, useRefetchOn } from '../api/queries.ts';
import type { Change } from '../offline/changes.ts';
import { usePendingChanges, withChanges } from '../offline/pending-changes.ts';

export type DrawerList = Answer<'getDrawers'>;
export type Drawer = DrawerList['drawers'][number];

export const drawersKey = (locationId: string) => ['drawers', locationId];

/** The drawers of a location, with what was done on this device and the server does not know yet. */
export function useDrawers(locationId: string) {
  const key = drawersKey(locationId);
  useRefetchOn(['day.changed', 'reset'], key);
  const changes = usePendingChanges();
  const query = useQuery(apiQuery(key, 'getDrawers', { query: { locationId } }));
  return { ...query, data: query.data && withChanges(query.data, changes, withDrawerChange) };
}

function withDrawerChange(list: DrawerList, change: Change, at: string): DrawerList {
  const isChanged = ({ drawerId }: Drawer) => 'drawerId' in change.body && change.body.drawerId === drawerId;
  const drawers = list.drawers.map((each) =>
    isChanged(each) ? { ...each, shift: shiftAfter(change, at, each.shift) } : each,
  );
  return { ...list, drawers };
}

function shiftAfter({ call, body }: Change, at: string, shift: Drawer['shift']): Drawer['shift'] {
  if (call === 'closeDrawer') return null;
  if (call === 'openDrawer') {
    const { counted } = body;
    const pieces = typeof counted === 'number' ? [[counted, 1] as const] : Object.entries(counted);
    const float = sumOf(pieces.map(([value, count]) => Number(value) * count));
    // The server numbers it, and compares the float with what was left.
    return shift ?? { number: 0, openedAt: at, openedBy: null, float, openingDifference: 0, entries: [] };
  }
  if (call !== 'addDrawerEntry' || shift === null) return shift;
  const { id: entryId, kind, amount, reason } = body;
  const entry = { entryId, kind, amount: amount ?? 0, reason: reason ?? null, by: null, doneAt: at };
  return { ...shift, entries: [...shift.entries.filter((each) => each.entryId !== entryId), entry] };
}
