import { useEffect, useState } from 'react';
import { emptyTill, type Till } from './till.ts';

/** A look at the board in between loses nothing: the order begun stays until it is sent or cleared. */
let kept: { readonly uid: string; readonly till: Till } | null = null;

export function useTill(
  uid: string,
  locationIds: readonly string[],
  /** Where the first order is taken. */
  home: string,
): [Till, (change: (till: Till) => Till) => void] {
  const [till, setTill] = useState(() => (kept?.uid === uid ? kept.till : emptyTill(home)));
  useEffect(() => {
    kept = { uid, till };
  }, [uid, till]);
  // a location that was closed for good takes its order with it
  const locationId = locationIds.includes(till.locationId) ? till.locationId : home;
  return [locationId === till.locationId ? till : { ...till, locationId }, setTill];
}
