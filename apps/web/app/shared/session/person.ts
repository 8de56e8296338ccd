import { useEffect, useInsertionEffect, useLayoutEffect } from 'react';
import { storedText } from '../offline/text-storage.ts';

/** Null is a guest without an account. */
type Person = { readonly uid: string; readonly role: string; readonly locationIds: readonly string[] } | null;

/**
 * The person who used this device last, as one text of id, role and locations: another role or location counts as
 * another person.
 */
const personOfDevice = storedText('tiffin_person');

/** The same text for this tab; undefined while unknown. */
let personHere: string | null | undefined;

/** The id of the person signed in in this tab, as owner of stored data; null is a guest without an account. */
export function currentPerson(): string | null {
  return uidIn(personHere);
}

export function lastPersonOfDevice(): string | null {
  return uidIn(personOfDevice.read());
}

const watchers = new Set<() => void>();

/** The person of this tab with role and locations; empty for a guest without an account. */
function personOfTab(): string {
  return (personHere === undefined ? personOfDevice.read() : personHere) ?? '';
}

export function watchPersonOfTab(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The person that the watchers know, from a change until they are notified of it; null otherwise. */
let lastAnnounced: string | null = null;

function setPersonHere(person: string | null): void {
  lastAnnounced ??= personOfTab();
  personHere = person;
}

/** Apart from `setPersonHere`, because watchers change the state of components, which an insertion effect must not. */
function notifyWatchers(): void {
  const before = lastAnnounced;
  lastAnnounced = null;
  if (before === null || before === personOfTab()) return;
  // Array.from copies, because a watcher may register again.
  Array.from(watchers).forEach((watcher) => watcher());
}

/** `undefined` while unknown. Runs before any part of the page needs the person, and removes data of others. */
export function useTrackPerson(me: Person | undefined): void {
  const person = me ? [me.uid, me.role, ...me.locationIds.toSorted()].join(' ') : me;
  // Runs before the effects of all components.
  useInsertionEffect(() => {
    if (person !== undefined) setPersonHere(person);
  }, [person]);
  // Runs before their other effects.
  useLayoutEffect(() => {
    if (person !== undefined) notifyWatchers();
  }, [person]);
  useEffect(() => {
    // Data that cannot be removed now is removed on the next page.
    if (person !== undefined) void rememberPerson(person).catch(() => {});
  }, [person]);
  useEffect(() => personOfDevice.subscribe(() => void followDevice(() => location.reload())), []);
}

/**
 * Stores the person only after the data of others was removed. If the page is closed before that, the next page repeats
 * it.
 */
export async function rememberPerson(person: string | null): Promise<void> {
  setPersonHere(person);
  notifyWatchers();
  if (personOfDevice.read() === person) return;
  const { clearStoredData } = await import('../offline/clear-stored-data.ts');
  await clearStoredData(uidIn(person));
  if (personHere === person) personOfDevice.write(person);
}

/** Another tab reports that the device has another person, so this tab follows. */
export async function followDevice(reload: () => void): Promise<void> {
  const person = personOfDevice.read();
  if (person === personHere) return;
  try {
    const { forgetTab } = await import('../offline/clear-stored-data.ts');
    await forgetTab(uidIn(person));
  } catch {
    // All data of this tab names its owner.
  }
  reload();
}

function uidIn(person: string | null | undefined): string | null {
  return person?.split(' ')[0] ?? null;
}
