import { useState } from 'react';
import { newKey } from '../../shared/api/new-key.ts';
import { TILL_ORDER_KEY } from '../../shared/offline/clear-stored-data.ts';
import { storedTextInTab } from '../../shared/offline/text-storage.ts';
import {
  storedOrderText,
  isStarted,
  readStoredOrder,
  type StoredOrder,
  type OpenPaymentLink,
  type ReadContext,
  type SentRequests,
  type Step,
} from './stored-order.ts';
import { emptyTill, type ChangeTill, type Till } from './till.ts';

const storage = storedTextInTab(TILL_ORDER_KEY);

/** Module state, so that the draft survives visits to other pages until it is sent or cleared. */
let stored: { readonly uid: string; readonly order: StoredOrder } | null = null;

/** The stored order of a person, with the functions that change and store it. */
export interface StoredTill {
  readonly till: Till;
  readonly setTill: ChangeTill;
  readonly step: Step;
  readonly setStep: (step: Step) => void;
  readonly sending: SentRequests;
  /** Stored before a request leaves, so that a reload knows about it; `null` starts with a new key. */
  readonly setSending: (sending: SentRequests | null) => void;
  /** Orders with an open payment link, newest first, until they are paid, changed or discarded. */
  readonly linksOut: readonly OpenPaymentLink[];
  readonly setLinksOut: (change: (links: readonly OpenPaymentLink[]) => readonly OpenPaymentLink[]) => void;
  /** A draft existed before the page was loaded. */
  readonly isFromBefore: boolean;
}

/** The order that this person is typing, stored in the browser's tab. `home` is the location it starts at. */
export function useTill(uid: string, locationIds: readonly string[], home: string): StoredTill {
  const [first] = useState(() => firstOrder({ uid, now: Date.now(), locationIds, home }));
  const [order, setOrder] = useState(first.order);

  function change(patch: (before: StoredOrder) => Partial<StoredOrder>) {
    const before = stored?.uid === uid ? stored.order : order;
    const after = { ...before, ...patch(before) };
    stored = { uid, order: after };
    // Emptied first: if the write then fails, a reload starts a new order instead of one that does not fit its key.
    storage.write(null);
    storage.write(storedOrderText(uid, Date.now(), after));
    setOrder(after);
  }

  // The draft of a closed location is dropped.
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

function firstOrder(reader: ReadContext): { order: StoredOrder; isFromBefore: boolean } {
  if (stored?.uid === reader.uid) {
    stored = { uid: reader.uid, order: { ...withoutIdleTab(stored.order), step: 'menu' } };
    return { order: stored.order, isFromBefore: false };
  }
  const before = readStoredOrder(storage.read(), reader);
  if (before) return { order: withoutIdleTab(before), isFromBefore: isStarted(before.till) };
  return {
    order: { till: emptyTill(reader.home), step: 'menu', key: newKey(), sent: null, linksOut: [] },
    isFromBefore: false,
  };
}

/** Leaves a table without new dishes, so that the order of the next guest does not land on its bill. */
function withoutIdleTab(order: StoredOrder): StoredOrder {
  return isStarted(order.till) ? order : { ...order, till: { ...order.till, tab: null, seat: 0, course: 0 } };
}
