import { useEffect, useState } from 'react';
import { isOldDocument } from '../../shared/live/page-age.ts';
import { serverNow } from '../../shared/live/server-clock.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { cacheThisPage } from '../../shared/offline/clear-stored-data.ts';
import { useNow } from '../../shared/page/now.ts';
import { storeShownOrder, type ShownOrder } from './shown-order.ts';
import type { Order } from './use-order.ts';

/** Stores the shown order for a visit without the server. While offline, returns since when it may be outdated. */
export function useOfflineCopy({
  address,
  uid,
  shown,
  stored,
  loaded = null,
}: {
  address: string;
  uid: string | null;
  /** The order on the page; null before it is known. */
  shown: Order | null;
  stored: ShownOrder | null;
  /** The order that came with the page. */
  loaded?: Order | null;
}): Date | null {
  const online = useOnline();
  const now = useNow();
  /** When the server was last reachable while the page was open. */
  const [confirmedAt, setConfirmedAt] = useState<Date | null>(null);
  const [first] = useState(loaded);
  // Neither the stored order nor that of a page from the service worker was confirmed in this visit.
  const isOld = shown === stored?.order || (shown === first && isOldDocument());
  const isConfirmed = online && shown !== null && !isOld;
  useEffect(() => {
    if (!isConfirmed) return;
    const at = serverNow();
    // oxlint-disable-next-line react/set-state-in-effect -- the clock is outside React
    setConfirmedAt(at);
    storeShownOrder(address, shown, uid, at);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each minute confirms the order again
  }, [address, shown, uid, isConfirmed, now]);

  // After a client navigation the service worker has no copy of this page, which a reload without the server needs.
  const isShown = shown !== null;
  useEffect(() => {
    if (isShown && 'serviceWorker' in navigator) cacheThisPage();
  }, [isShown]);
  return online ? null : (confirmedAt ?? stored?.at ?? null);
}
