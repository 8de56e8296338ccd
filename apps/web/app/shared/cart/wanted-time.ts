import { useSyncExternalStore } from 'react';
import { fieldsIn } from '@tiffin/domain/core';
import { storedInTab } from '../offline/stored.ts';
import { serverNow } from '../live/server-clock.ts';

/** For when somebody orders: as soon as possible, at a time that is still to be chosen, or at an instant. */
export type OrderTime = 'asap' | 'unchosen' | `${number}-${string}`;

const storage = storedInTab('tiffin_wanted_time');

/** Only of this place. Nobody who wanted a time is cooked for at once because it is over: they choose again. */
function readOrderTime(locationId: string): OrderTime {
  const { locationId: where, at } = fieldsIn(storage.read());
  if (where !== locationId || typeof at !== 'string') return 'asap';
  if (at === 'unchosen') return at;
  return Date.parse(at) > serverNow().getTime() ? (at as OrderTime) : 'unchosen';
}

export function chooseTime(locationId: string, at: OrderTime): void {
  storage.write(at === 'asap' ? null : JSON.stringify({ locationId, at }));
}

/** What was chosen for one order is not for the next one. */
export function forgetTime(): void {
  storage.write(null);
}

export function useOrderTime(locationId: string): OrderTime {
  return useSyncExternalStore<OrderTime>(
    storage.subscribe,
    () => readOrderTime(locationId),
    () => 'asap',
  );
}

/** The instant, when one was chosen. */
export function instantOf(at: OrderTime): string | null {
  return at === 'asap' || at === 'unchosen' ? null : at;
}
