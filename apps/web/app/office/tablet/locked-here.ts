import { api } from '../../shared/api/api.ts';
import { stored } from '../../shared/offline/stored.ts';

/** Of the device, not of its tab: one that is closed and opened again is still locked. */
const mark = stored('tiffin_locked');

/** At once, whether the server can be reached or not. */
export function shutHere(): void {
  mark.write('yes');
}

/** Ends the session; until the server has heard of it, the device stays shut by itself. */
export async function tellLocked(): Promise<void> {
  await api('lockTablet', { body: {} });
  mark.write(null);
}

/** Whether it was locked and the server has not heard of it: the session it knows opens nothing here. */
export function isLockedHere(): boolean {
  return mark.read() !== null;
}

/** Somebody showed their PIN. */
export function openedHere(): void {
  mark.write(null);
}
