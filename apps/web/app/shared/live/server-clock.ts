import { useEffect, useState } from 'react';

/**
 * What time it is where the orders are kept. A tablet's own clock may be wrong, or be set while the
 * board is open: from a word of the server on, only the time that has passed since is measured.
 */
let base: { readonly server: number; readonly here: number } | null = null;

const listeners = new Set<() => void>();

/** The server said what time it was, somewhere between the asking and now. */
export function syncServerClock(at: string, requestedAt: number = performance.now()): void {
  const server = Date.parse(at);
  const here = performance.now();
  if (!Number.isNaN(server)) base = { server: server + (here - requestedAt) / 2, here };
  for (const listener of listeners) listener();
}

/** Called as time passes, and each time the server has said what time it is. */
export function onTime(everyMs: number, look: () => void): () => void {
  const timer = setInterval(look, everyMs);
  listeners.add(look);
  return () => {
    clearInterval(timer);
    listeners.delete(look);
  };
}

export function serverNow(): Date {
  return base ? new Date(base.server + performance.now() - base.here) : new Date();
}

/** The server's time, moving on by itself, and put right as soon as the server has said it. */
export function useServerNow(everyMs: number): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => onTime(everyMs, () => setNow(serverNow())), [everyMs]);
  return now;
}
