import type { Urgency } from '@tiffin/domain/order';

export const SOUNDS = ['new-order', 'urgent-order', 'new-reservation'] as const;
export type Sound = (typeof SOUNDS)[number];

export const REMINDER_MS = 20_000;
export const REMINDER_LOUDER = 0.2;
export const POPUP_SOUND_MS = 2000;
export const POPUP_VOLUME = 0.9;
/** How long one order is shown before the next in the queue takes the front. */
export const POPUP_TURN_MS = 15_000;
/** Between two sounds, whatever they are. */
export const SOUND_INTERVAL_MS = 1000;
/** A sound that has not loaded by then gives way to a generated tone. */
export const SOUND_LOAD_TIMEOUT_MS = 5000;

/** High urgency is the priority that plays the urgent sound. */
export function orderSound(urgency: Urgency): Sound {
  return urgency === 'high' ? 'urgent-order' : 'new-order';
}

/** What a loudspeaker can do. */
export function clampVolume(volume: number): number {
  return Number.isNaN(volume) ? 0 : Math.min(1, Math.max(0, volume));
}

/** The first time as loud as it is set, then louder each time. */
export function reminderVolume(volume: number, timesBefore: number): number {
  // tenths are added as whole numbers, so that 0.8 + 0.2 is 1 and not a hair less
  return clampVolume(Math.round((volume + timesBefore * REMINDER_LOUDER) * 100) / 100);
}

/** Sounds belong to the people who work here: the back office, or the till's own app. */
export function isWorkplace(path: string, isNativeApp: boolean): boolean {
  return isNativeApp || path.startsWith('/admin');
}
