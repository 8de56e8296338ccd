import { useCallback, useState } from 'react';
import { parseJsonFields } from '@tiffin/domain/core';
import { serverNow } from '../../shared/live/server-clock.ts';
import { storedText } from '../../shared/offline/text-storage.ts';

const seenChanges = storedText('tiffin_kitchen_seen');

/** Until when the changes of each order were seen at this screen, by the order's id. */
type SeenTimes = Readonly<Record<string, string>>;

/** After this long, an order is no longer in the kitchen. */
const SEEN_FOR_MS = 48 * 3_600_000;

/** Which changes and failed deliveries were seen at this screen, and the function that marks one as seen. */
export function useSeenChanges(): [SeenTimes, (orderId: string, at: string) => void] {
  const [seen, setSeen] = useState<SeenTimes>(readSeen);
  const markSeen = useCallback((orderId: string, at: string) => {
    setSeen((before) => {
      const recent = Object.entries(before).filter(
        ([, time]) => serverNow().getTime() - Date.parse(time) < SEEN_FOR_MS,
      );
      const next = { ...Object.fromEntries(recent), [orderId]: at };
      seenChanges.write(JSON.stringify(next));
      return next;
    });
  }, []);
  return [seen, markSeen];
}

function readSeen(): SeenTimes {
  const stored = Object.entries(parseJsonFields(seenChanges.read()));
  return Object.fromEntries(stored.flatMap(([orderId, at]) => (typeof at === 'string' ? [[orderId, at]] : [])));
}
