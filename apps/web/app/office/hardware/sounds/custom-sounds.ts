import { openDB } from 'idb';
import { say } from '@tiffin/domain/core';

export const SOUND_BYTES_MAX = 5 * 1024 * 1024;
/** File extensions offered by the file picker. */
export const SOUND_FORMATS = ['.mp3', '.mp4', '.wav', '.m4a'] as const;

export interface SoundFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** Why this file is refused before decoding; null if it may be tried. */
export function soundFileProblem(file: SoundFile): string | null {
  if (!isAudio(file)) return say`File must be an audio file (MP3, MP4, WAV, etc.)`;
  return file.size >= SOUND_BYTES_MAX ? say`Audio file must be less than 5MB` : null;
}

/** Browsers report an audio-only .mp4 as video. */
function isAudio({ name, type }: SoundFile): boolean {
  if (type.startsWith('audio/')) return true;
  const hasAcceptedEnding = SOUND_FORMATS.some((ending) => name.toLowerCase().endsWith(ending));
  return hasAcceptedEnding && (type === '' || type === 'video/mp4');
}

/** Custom sounds are stored on this device, in IndexedDB, under the address that the settings have. */
const DATABASE = 'tiffin-sounds';
const STORE = 'sounds';

const open = () => openDB(DATABASE, 1, { upgrade: (database) => void database.createObjectStore(STORE) });

export async function storeCustomSound(address: string, bytes: ArrayBuffer): Promise<void> {
  const database = await open();
  await database.put(STORE, bytes, address);
  database.close();
}

export async function readCustomSound(address: string): Promise<ArrayBuffer | null> {
  const database = await open();
  const stored: unknown = await database.get(STORE, address);
  database.close();
  return stored instanceof ArrayBuffer ? stored : null;
}

export async function dropCustomSound(address: string): Promise<void> {
  const database = await open();
  await database.delete(STORE, address);
  database.close();
}
