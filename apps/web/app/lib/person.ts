import { useEffect, useInsertionEffect } from 'react';
import { stored } from './stored.ts';

let present: string | null = null;

/** Who is signed in in this tab, for what is kept on the device; null is a guest without an account. */
export function personHere(): string | null {
  return present;
}

/** `undefined` while nobody knows. Known before any part of the page asks for it; and told when this device has passed to somebody else. */
export function usePersonHere(uid: string | null | undefined, onAnother: () => unknown): void {
  // Before the effects of any part of the page.
  useInsertionEffect(() => {
    if (uid !== undefined) present = uid;
  }, [uid]);
  useEffect(() => {
    const device = stored('tiffin_person');
    if (uid === undefined || device.read() === uid) return;
    device.write(uid);
    onAnother();
  }, [uid, onAnother]);
}
