/**
 * Orders taken at this till: whoever took one need not be told of it. An order's event may come
 * before the answer to the call that made it, so the till says beforehand that it is taking one.
 */
const KEY = 'tiffin_taken_here';
const MOST_KEPT = 20;
let taking = 0;
const watchers = new Set<() => void>();
const listeners = new Set<(orderId: string) => void>();

export async function takeHere(order: Promise<string | null>): Promise<void> {
  count(1);
  const orderId = await order;
  if (orderId !== null) tookHere(orderId);
  count(-1);
}

/** This order is known here, also when the page is reloaded before its list had it. */
export function tookHere(orderId: string): void {
  try {
    sessionStorage.setItem(KEY, [...kept(), orderId].slice(-MOST_KEPT).join(' '));
  } catch {
    // Where nothing can be kept, a reload may ring for it.
  }
  for (const listener of listeners) listener(orderId);
}

function kept(): readonly string[] {
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

export function isTaking(): boolean {
  return taking > 0;
}

export function watchTaking(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

/** Called with each of them, those before a reload at once. */
export function onTookHere(listener: (orderId: string) => void): () => void {
  for (const orderId of kept()) listener(orderId);
  listeners.add(listener);
  return () => listeners.delete(listener);
}
