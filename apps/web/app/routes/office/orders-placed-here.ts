/**
 * Remembers orders placed at this till, so that it does not ring for them. An event may arrive before the response to
 * the call that placed the order, so the till announces the order beforehand.
 */
const KEY = 'tiffin_taken_here';
const MAX_STORED = 20;
let taking = 0;
const watchers = new Set<() => void>();
const listeners = new Set<(orderId: string) => void>();

export async function trackPlacement(order: Promise<string | null>): Promise<void> {
  count(1);
  const orderId = await order;
  if (orderId !== null) markPlacedHere(orderId);
  count(-1);
}

/** Marks an order as placed here, also for a reload before the list contains it. */
export function markPlacedHere(orderId: string): void {
  try {
    sessionStorage.setItem(KEY, [...readStored(), orderId].slice(-MAX_STORED).join(' '));
  } catch {
    // Without storage, the till may ring for the order after a reload.
  }
  for (const listener of listeners) listener(orderId);
}

function readStored(): readonly string[] {
  try {
    return sessionStorage.getItem(KEY)?.split(' ') ?? [];
  } catch {
    return [];
  }
}

function count(by: number): void {
  taking += by;
  for (const watcher of watchers) watcher();
}

export function isPlacingOrder(): boolean {
  return taking > 0;
}

export function watchPlacing(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

/** Calls the listener for each order, and at once for those from before a reload. */
export function onPlacedHere(listener: (orderId: string) => void): () => void {
  for (const orderId of readStored()) listener(orderId);
  listeners.add(listener);
  return () => listeners.delete(listener);
}
