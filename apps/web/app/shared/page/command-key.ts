import { say } from '@tiffin/domain/core';
import { useHydrated } from './hydrated.ts';

/** How a shortcut is written: ⌘K on a Mac, Ctrl K elsewhere. */
export function useCommandKey(key: string): string {
  return useHydrated() && /Mac|iP(ad|hone)/.test(navigator.userAgent) ? `⌘${key}` : say`Ctrl ${key}`;
}
