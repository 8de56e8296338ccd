import { storedTextInTab } from '../../shared/offline/text-storage.ts';
import { createStore } from '../../shared/page/store.ts';

/**
 * Remembers orders placed at this till, so that it does not ring for them. An event may arrive before the response to
 * the call that placed the order, so the till announces the order beforehand.
 */
const stored = storedTextInTab('tiffin_taken_here');
const MAX_STORED = 20;
const placing = createStore(0);
const listeners = new Set<(orderId: string) => void>();

/** Counts an order as being placed until its response arrives. Null: it was not placed. */
export async function trackPlacement(order: Promise<string | null>): Promise<void> {
  placing.set(placing.get() + 1);
  const orderId = await order;
  if (orderId !== null) markPlacedHere(orderId);
  placing.set(placing.get() - 1);
}

/** Marks an order as placed here, also for a reload before the list contains it. */
export function markPlacedHere(orderId: string): void {
  stored.write([...readStored(), orderId].slice(-MAX_STORED).join(' '));
  for (const listener of listeners) listener(orderId);
}

function readStored(): readonly string[] {
  return stored.read()?.split(' ') ?? [];
}

export const watchPlacing = placing.subscribe;

export function isPlacingOrder(): boolean {
  return placing.get() > 0;
}

/** Calls the listener for each order, and at once for those from before a reload. */
export function onPlacedHere(listener: (orderId: string) => void): () => void {
  for (const orderId of readStored()) listener(orderId);
  listeners.add(listener);
  return () => listeners.delete(listener);
}
