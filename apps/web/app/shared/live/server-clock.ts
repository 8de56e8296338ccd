import { useEffect, useState } from 'react';
import { storedText } from '../offline/text-storage.ts';

/**
 * The server's time. A device clock may be wrong, or changed while the board is open, so after a timestamp of the
 * server only elapsed time is measured.
 */
let base: { readonly serverTime: number; readonly localTime: number } | null = null;

/**
 * By how many milliseconds this device's clock is slow; for a board that is opened without a connection. The server,
 * which also renders pages, has no storage.
 */
const clockError = typeof document === 'undefined' ? null : storedText('tiffin_clock_error');

const listeners = new Set<() => void>();

/** Takes a timestamp that the server wrote between the request and now. */
export function syncServerClock(at: string, requestedAt: number = performance.now()): void {
  const serverTime = Date.parse(at);
  const localTime = performance.now();
  if (!Number.isNaN(serverTime)) {
    // Half of the time that the request took has passed since the server wrote it.
    base = { serverTime: serverTime + (localTime - requestedAt) / 2, localTime };
    clockError?.write(String(Math.round(base.serverTime - Date.now())));
  }
  for (const listener of listeners) listener();
}

/** Calls back at an interval and with each timestamp of the server. */
export function onServerTick(everyMs: number, onTick: () => void): () => void {
  const timer = setInterval(onTick, everyMs);
  listeners.add(onTick);
  return () => {
    clearInterval(timer);
    listeners.delete(onTick);
  };
}

/** Whether the server told its time, now or on an earlier visit. */
export const isServerTimeKnown = (): boolean => base !== null || Boolean(clockError?.read());

export function serverNow(): Date {
  if (base) return new Date(base.serverTime + performance.now() - base.localTime);
  return new Date(Date.now() + (Number(clockError?.read()) || 0));
}

/** The server's time, advancing, and corrected with each timestamp of the server. */
export function useServerNow(everyMs: number): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => onServerTick(everyMs, () => setNow(serverNow())), [everyMs]);
  return now;
}
