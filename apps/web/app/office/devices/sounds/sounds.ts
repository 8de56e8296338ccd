export const SOUNDS = ['new-order', 'urgent-order', 'new-reservation'] as const;
export type Sound = (typeof SOUNDS)[number];

/** A sound that has not loaded by then gives way to a generated tone. */
export const SOUND_LOAD_TIMEOUT_MS = 5000;

/** What a loudspeaker can do. */
export function clampVolume(volume: number): number {
  return Number.isNaN(volume) ? 0 : Math.min(1, Math.max(0, volume));
}

/** Sounds belong to the people who work here: the back office, or the till's own app. */
export function isWorkplace(path: string, isNativeApp: boolean): boolean {
  return isNativeApp || path.startsWith('/admin');
}
