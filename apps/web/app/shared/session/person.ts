import { useEffect, useInsertionEffect, useLayoutEffect } from 'react';
import { storedText } from '../offline/text-storage.ts';

type Who = { readonly uid: string; readonly role: string; readonly locationIds: readonly string[] } | null;

/** The person that this device knows last. Another role or location counts as another person. */
const device = storedText('tiffin_person');

/** The same for this tab; undefined while unknown. */
let present: string | null | undefined;

/** The person signed in in this tab, as owner of stored data; null is a guest without an account. */
export function currentPerson(): string | null {
  return uidIn(present);
}

export function lastPersonOfDevice(): string | null {
  return uidIn(device.read());
}

const watchers = new Set<() => void>();

/** The person of this tab with role and locations; empty for a guest without an account. */
function personOfTab(): string {
  return (present === undefined ? device.read() : present) ?? '';
}

export function watchPersonOfTab(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The person that the watchers know, from a change until they are notified of it; null otherwise. */
let lastAnnounced: string | null = null;

function setPresent(name: string | null): void {
  lastAnnounced ??= personOfTab();
  present = name;
}

/** Apart from `setPresent`, because watchers change the state of components, which an insertion effect must not. */
function notifyWatchers(): void {
  const before = lastAnnounced;
  lastAnnounced = null;
  if (before === null || before === personOfTab()) return;
  // Array.from copies, because a watcher may register again.
  Array.from(watchers).forEach((watcher) => watcher());
}

/** `undefined` while unknown. Runs before any part of the page needs the person, and removes data of others. */
export function useTrackPerson(who: Who | undefined): void {
  const name = who ? [who.uid, who.role, ...who.locationIds.toSorted()].join(' ') : who;
  // Runs before the effects of all components.
  useInsertionEffect(() => {
    if (name !== undefined) setPresent(name);
  }, [name]);
  // Runs before their other effects.
  useLayoutEffect(() => {
    if (name !== undefined) notifyWatchers();
  }, [name]);
  useEffect(() => {
    // Data that cannot be removed now is removed on the next page.
    if (name !== undefined) void rememberPerson(name).catch(() => {});
  }, [name]);
  useEffect(() => device.subscribe(() => void followDevice(() => location.reload())), []);
}

/**
 * Stores the person only after the data of others was removed. If the page is closed before that, the next page repeats
 * it.
 */
export async function rememberPerson(name: string | null): Promise<void> {
  setPresent(name);
  notifyWatchers();
  if (device.read() === name) return;
  const { clearStoredData } = await import('../offline/clear-stored-data.ts');
  await clearStoredData(uidIn(name));
  if (present === name) device.write(name);
}

/** Another tab reports that the device has another person, so this tab follows. */
export async function followDevice(reload: () => void): Promise<void> {
  const name = device.read();
  if (name === present) return;
  try {
    const { forgetTab } = await import('../offline/clear-stored-data.ts');
    await forgetTab(uidIn(name));
  } catch {
    // All data of this tab names its owner.
  }
  reload();
}

function uidIn(name: string | null | undefined): string | null {
  return name?.split(' ')[0] ?? null;
}
