import { useSyncExternalStore } from 'react';
import { parseJsonFields } from '@tiffin/domain/core';
import { storedTextInTab } from '../offline/text-storage.ts';
import { serverNow } from '../live/server-clock.ts';

/** When an order is wanted: as soon as possible, at a time not chosen so far, or at an instant. */
export type OrderTime = 'asap' | 'unchosen' | `${number}-${string}`;

const storage = storedTextInTab('tiffin_wanted_time');

/**
 * Valid for this location only. A chosen time that has passed must be chosen again; the order never becomes one for
 * now.
 */
function readOrderTime(locationId: string): OrderTime {
  const { locationId: storedLocationId, at } = parseJsonFields(storage.read());
  if (storedLocationId !== locationId || typeof at !== 'string') return 'asap';
  if (at === 'unchosen') return at;
  return Date.parse(at) > serverNow().getTime() ? (at as OrderTime) : 'unchosen';
}

export function setOrderTime(locationId: string, at: OrderTime): void {
  storage.write(at === 'asap' ? null : JSON.stringify({ locationId, at }));
}

export function useOrderTime(locationId: string): OrderTime {
  return useSyncExternalStore<OrderTime>(
    storage.subscribe,
    () => readOrderTime(locationId),
    () => 'asap',
  );
}

export function chosenInstant(at: OrderTime): string | null {
  return at === 'asap' || at === 'unchosen' ? null : at;
}
