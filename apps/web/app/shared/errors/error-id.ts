import { createContext, useContext } from 'react';
import { newKey } from '../api/new-key.ts';

/**
 * The id on the error page is the one in the server's log. For a page that failed on the server it
 * comes from the request; for a crash in the browser one is made there and sent to the server.
 */
export function errorIdFrom(seed: string): string {
  const letters = seed.replace(/[^0-9a-z]/gi, '').toUpperCase();
  return `E-${letters.slice(0, 8).padEnd(8, '0')}`;
}

/** Set while a failed page is rendered on the server, and again during its hydration. */
export const ServerErrorId = createContext<string | null>(null);

const inBrowser = new WeakMap<object, string>();

/** The id of an error in this browser: created once and then the same for that error. */
export function browserErrorId(error: unknown): string {
  const key = typeof error === 'object' ? error : null;
  const id = (key && inBrowser.get(key)) ?? errorIdFrom(newKey());
  if (key) inBrowser.set(key, id);
  return id;
}

export function useErrorId(error: unknown): string | null {
  const fromServer = useContext(ServerErrorId);
  if (typeof error !== 'object' || error === null) return fromServer;
  return inBrowser.get(error) ?? fromServer ?? (typeof document === 'undefined' ? null : browserErrorId(error));
}
