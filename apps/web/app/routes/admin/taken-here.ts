/**
 * Orders taken at this till: whoever took one need not be told of it. An order's event may come
 * before the answer to the call that made it, so the till says beforehand that it is taking one.
 */
let taking = 0;
const watchers = new Set<() => void>();
const listeners = new Set<(orderId: string) => void>();

export async function takeHere(order: Promise<string | null>): Promise<void> {
  count(1);
  const orderId = await order;
  if (orderId !== null) tookHere(orderId);
  count(-1);
}

/** This order is known here. */
export function tookHere(orderId: string): void {
  for (const listener of listeners) listener(orderId);
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

export function onTookHere(listener: (orderId: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
