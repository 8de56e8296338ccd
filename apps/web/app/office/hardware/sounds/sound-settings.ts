import { parseJsonFields, asRecord } from '@tiffin/domain/core';
import { formatPercent } from '../../../ui/figures.tsx';

const SOUNDS = ['new-order', 'urgent-order', 'new-reservation'] as const;
export type Sound = (typeof SOUNDS)[number];

/** A sound that takes longer to load is replaced by a generated tone. */
export const SOUND_LOAD_TIMEOUT_MS = 5000;

export function clampVolume(volume: number): number {
  return Number.isNaN(volume) ? 0 : Math.min(1, Math.max(0, volume));
}

/** Sounds are only for staff: in the back office or the till's app. */
export function isWorkplace(path: string, isNativeApp: boolean): boolean {
  return isNativeApp || path.startsWith('/admin');
}

export interface SoundSettings {
  readonly orderSounds: boolean;
  readonly orderVolume: number;
  readonly reservationSounds: boolean;
  readonly reservationVolume: number;
  /** The address of the custom sound; null for the default. */
  readonly custom: Readonly<Record<Sound, string | null>>;
}

export const SOUND_SETTINGS_KEY = 'sound_settings';
export const VOLUME_STEP = 0.05;

export const DEFAULT_SOUND_SETTINGS: SoundSettings = {
  orderSounds: true,
  orderVolume: 0.8,
  reservationSounds: false,
  reservationVolume: 0.7,
  custom: { 'new-order': null, 'urgent-order': null, 'new-reservation': null },
};

export function isVolume(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

/** Reads the stored settings; invalid values take their defaults. */
export function readSoundSettings(text: string | null): SoundSettings {
  const stored = parseJsonFields(text);
  const custom = asRecord(stored['custom']) ?? {};
  const fallback = DEFAULT_SOUND_SETTINGS;
  return {
    orderSounds: booleanOr(stored['orderSounds'], fallback.orderSounds),
    orderVolume: isVolume(stored['orderVolume']) ? stored['orderVolume'] : fallback.orderVolume,
    reservationSounds: booleanOr(stored['reservationSounds'], fallback.reservationSounds),
    reservationVolume: isVolume(stored['reservationVolume']) ? stored['reservationVolume'] : fallback.reservationVolume,
    custom: {
      'new-order': addressOrNull(custom['new-order']),
      'urgent-order': addressOrNull(custom['urgent-order']),
      'new-reservation': addressOrNull(custom['new-reservation']),
    },
  };
}

/** The settings with another volume; an invalid one is ignored. */
export function withOrderVolume(settings: SoundSettings, volume: unknown): SoundSettings {
  return isVolume(volume) ? { ...settings, orderVolume: volume } : settings;
}

export function withReservationVolume(settings: SoundSettings, volume: unknown): SoundSettings {
  return isVolume(volume) ? { ...settings, reservationVolume: volume } : settings;
}

/** A custom sound for new orders also applies to urgent ones; null resets both. */
export function withCustomSound(settings: SoundSettings, sound: Sound, url: string | null): SoundSettings {
  const custom = { ...settings.custom, [sound]: url, ...(sound === 'new-order' && { 'urgent-order': url }) };
  return { ...settings, custom };
}

/** 0.85 → '85%' */
export function volumeText(volume: number): string {
  return formatPercent(Math.round(volume * 100) / 100);
}

function booleanOr(value: unknown, fallback: boolean): boolean {
  return typeof value === 'boolean' ? value : fallback;
}

function addressOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
