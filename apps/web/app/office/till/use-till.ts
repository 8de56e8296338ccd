import { useState } from 'react';
import { newKey } from '../../shared/api/new-key.ts';
import { TILL_ORDER_KEY } from '../../shared/offline/forget.ts';
import {
  storedOrderText,
  isStarted,
  readStoredOrder,
  type StoredOrder,
  type LinkOut,
  type Reader,
  type Sending,
  type Step,
} from './begun-order.ts';
import { emptyTill, type Till } from './till.ts';

/** A look at the board in between loses nothing: the order begun stays until it is sent or cleared. */
let stored: { readonly uid: string; readonly order: StoredOrder } | null = null;

export interface StoredTill {
  readonly till: Till;
  readonly setTill: (change: (till: Till) => Till) => void;
  readonly step: Step;
  readonly setStep: (step: Step) => void;
  readonly sending: Sending;
  /** Kept before anything leaves, so that a reload knows what did; `null` begins with another key. */
  readonly setSending: (sending: Sending | null) => void;
  /** What waits for its guest to pay, the newest first: kept until it is paid, changed or let go. */
  readonly linksOut: readonly LinkOut[];
  readonly setLinksOut: (change: (links: readonly LinkOut[]) => readonly LinkOut[]) => void;
  /** There was an order begun before the page was loaded. */
  readonly isFromBefore: boolean;
}

export function useTill(
  uid: string,
  locationIds: readonly string[],
  /** Where the first order is taken. */
  home: string,
): StoredTill {
  const [first] = useState(() => firstOrder({ uid, now: Date.now(), locationIds, home }));
  const [order, setOrder] = useState(first.order);

  function change(patch: (before: StoredOrder) => Partial<StoredOrder>) {
    const before = stored?.uid === uid ? stored.order : order;
    const after = { ...before, ...patch(before) };
    stored = { uid, order: after };
    keepForReload(storedOrderText(uid, Date.now(), after));
    setOrder(after);
  }

  // a location that was closed for good takes its order with it
  const locationId = locationIds.includes(order.till.locationId) ? order.till.locationId : home;
  return {
    till: locationId === order.till.locationId ? order.till : { ...order.till, locationId },
    setTill: (next) => change(({ till }) => ({ till: next(till) })),
    step: order.step,
    setStep: (step) => change(() => ({ step })),
    sending: { key: order.key, sent: order.sent },
    setSending: (sending) => change(() => sending ?? { key: newKey(), sent: null }),
    linksOut: order.linksOut,
    setLinksOut: (next) => change(({ linksOut }) => ({ linksOut: next(linksOut) })),
    isFromBefore: first.isFromBefore,
  };
}

function firstOrder(reader: Reader): { order: StoredOrder; isFromBefore: boolean } {
  if (stored?.uid === reader.uid) return { order: { ...stored.order, step: 'menu' }, isFromBefore: false };
  const before = readStoredOrder(keptForReload(), reader);
  if (before) return { order: before, isFromBefore: isStarted(before.till) };
  return {
    order: { till: emptyTill(reader.home), step: 'menu', key: newKey(), sent: null, linksOut: [] },
    isFromBefore: false,
  };
}

function keptForReload(): string | null {
  try {
    return sessionStorage.getItem(TILL_ORDER_KEY);
  } catch {
    return null;
  }
}

/** An order must not come back without what was sent of it: what cannot be kept whole is not kept. */
function keepForReload(order: string): void {
  try {
    sessionStorage.removeItem(TILL_ORDER_KEY);
    sessionStorage.setItem(TILL_ORDER_KEY, order);
  } catch {
    // Where nothing can be kept, a reload starts anew.
  }
}
