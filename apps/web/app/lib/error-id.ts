import { createContext, useContext } from 'react';

/**
 * The id on the error page is the one in the server's log. For a page that failed on the server it
 * comes from the request; for a crash in the browser one is made there and sent to the server.
 */
export function errorIdFrom(seed: string): string {
  const letters = seed.replace(/[^0-9a-z]/gi, '').toUpperCase();
  return `E-${letters.slice(0, 8).padEnd(8, '0')}`;
}

/** Set while a failed page is rendered on the server, and again while it comes alive in the browser. */
export const ServerErrorId = createContext<string | null>(null);

const inBrowser = new WeakMap<object, string>();

/** Remembers the id given to an error that happened in this browser, giving one at first sight. */
export function browserErrorId(error: unknown): { id: string; isNew: boolean } {
  const key = typeof error === 'object' && error !== null ? error : null;
  const known = key && inBrowser.get(key);
  if (known) return { id: known, isNew: false };
  const id = errorIdFrom(crypto.randomUUID());
  if (key) inBrowser.set(key, id);
  return { id, isNew: true };
}

/** Which id belongs to this error, if it has one yet. */
export function useErrorId(error: unknown): string | null {
  const fromServer = useContext(ServerErrorId);
  if (typeof error === 'object' && error !== null) {
    const mine = inBrowser.get(error);
    if (mine) return mine;
    if ('data' in error && typeof error.data === 'object' && error.data !== null && 'errorId' in error.data) {
      return typeof error.data.errorId === 'string' ? error.data.errorId : fromServer;
    }
  }
  return fromServer;
}
