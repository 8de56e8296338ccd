import { useEffect, useInsertionEffect } from 'react';
import { stored } from '../offline/stored.ts';

type Who = { readonly uid: string; readonly role: string; readonly locationIds: readonly string[] } | null;

/** Who this device was last told is there: with another role, or at another place, one is somebody else to it. */
const device = stored('tiffin_person');

/** The same of this tab; undefined while nobody knows. */
let present: string | null | undefined;

/** Who is signed in in this tab, for what is kept on the device; null is a guest without an account. */
export function personHere(): string | null {
  return uidIn(present);
}

/** Who was here when that was last known. */
export function personOfDevice(): string | null {
  return uidIn(device.read());
}

/** `undefined` while nobody knows. Known before any part of the page asks for it; what was kept for somebody else is forgotten. */
export function usePersonHere(who: Who | undefined): void {
  const name = who ? [who.uid, who.role, ...who.locationIds.toSorted()].join(' ') : who;
  // Before the effects of any part of the page.
  useInsertionEffect(() => {
    if (name !== undefined) present = name;
  }, [name]);
  useEffect(() => {
    // What could not be forgotten now is at the next page.
    if (name !== undefined) void rememberPerson(name).catch(() => {});
  }, [name]);
  useEffect(() => device.subscribe(() => void followDevice(() => location.reload())), []);
}

/** Written down only once the device has forgotten: whoever closes the page before that has it done at the next. */
export async function rememberPerson(name: string | null): Promise<void> {
  present = name;
  if (device.read() === name) return;
  const { forgetPerson } = await import('../offline/forget.ts');
  await forgetPerson(uidIn(name));
  if (present === name) device.write(name);
}

/** Another tab says that the device is somebody else's: then this one is too. */
export async function followDevice(reload: () => void): Promise<void> {
  const name = device.read();
  if (name === present) return;
  try {
    const { forgetTab } = await import('../offline/forget.ts');
    await forgetTab(uidIn(name));
  } catch {
    // Whatever this tab kept says whose it is.
  }
  reload();
}

function uidIn(name: string | null | undefined): string | null {
  return name?.split(' ')[0] ?? null;
}
