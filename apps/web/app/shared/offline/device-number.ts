import { parseJsonFields } from '@tiffin/domain/core';
import { api } from '../api/api.ts';
import { newKey } from '../api/new-key.ts';
import { storedText } from './text-storage.ts';

/* The letter with which this device numbers the orders that it takes without the server. It belongs to the device, not
   to a person, so it stays when somebody signs out. */

const saved = storedText('tiffin_device');

interface Device {
  readonly deviceId: string;
  /** Null until the server gave it. */
  readonly letter: string | null;
  /** The last count that was used. */
  readonly last: number;
}

function readDevice(): Device | null {
  const { deviceId, letter, last } = parseJsonFields(saved.read());
  if (typeof deviceId !== 'string') return null;
  return { deviceId, letter: typeof letter === 'string' ? letter : null, last: Number(last) || 0 };
}

export const watchDevice = saved.subscribe;

/** Null while this device cannot number orders. */
export function deviceLetter(): string | null {
  return readDevice()?.letter ?? null;
}

/** Asks the server for the letter, once. It knows the device by its id, so a lost response costs no letter. */
export async function nameDevice(): Promise<void> {
  const device = readDevice() ?? { deviceId: newDeviceId(), letter: null, last: 0 };
  if (device.letter !== null) return;
  saved.write(JSON.stringify(device));
  const { letter } = await api('nameDevice', { body: { deviceId: device.deviceId } });
  saved.write(JSON.stringify({ ...device, letter }));
  // Otherwise a browser that is short of storage may clear the sales that wait.
  await navigator.storage?.persist?.();
}

/**
 * The number of the change at this place of the queue. The queue never gives a place twice, unless the browser cleared
 * it; then the count goes on from the last one.
 */
export function numberAt(place: number): { readonly deviceId: string; readonly number: string } | null {
  const device = readDevice();
  if (!device?.letter) return null;
  const last = Math.max(place, device.last + 1);
  saved.write(JSON.stringify({ ...device, last }));
  return { deviceId: device.deviceId, number: `${device.letter}-${last}` };
}

/** A random UUID. Unlike crypto.randomUUID it also works on a page without TLS. */
function newDeviceId(): string {
  return newKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-');
}
