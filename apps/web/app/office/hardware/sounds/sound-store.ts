import { useSyncExternalStore } from 'react';
import { say } from '@tiffin/domain/core';
import { storedText } from '../../../shared/offline/text-storage.ts';
import { createStore } from '../../../shared/page/store.ts';
import {
  DEFAULT_SOUND_SETTINGS,
  readSoundSettings,
  SOUND_SETTINGS_KEY,
  withCustomSound,
  withOrderVolume,
  withReservationVolume,
  type SoundSettings,
  isWorkplace,
  type Sound,
} from './sound-settings.ts';
import {
  initialSoundSetup,
  platformOf,
  soundMessages,
  setupStep,
  silences,
  soundBlockedReason,
  type SetupEvent,
  type SilenceReason,
  type SoundSetup,
} from './setup.ts';
import { soundFileProblem, dropCustomSound, storeCustomSound } from './custom-sounds.ts';
import {
  canDecode,
  forgetSound,
  isAudioSupported,
  isSoundStored,
  isAudioUnlocked,
  playSound,
  unlockAudio,
} from './sound-engine.ts';

/** The sound state of this device, shared by the whole page. */
export interface SoundState {
  readonly settings: SoundSettings;
  readonly orders: SoundSetup;
  readonly reservations: SoundSetup;
  /** The page is part of the workplace, and the browser allows sound. */
  readonly canPlay: boolean;
  readonly notice: { readonly of: SoundKind; readonly text: string; readonly isBad: boolean } | null;
}

export type SoundKind = 'orders' | 'reservations';

/** The custom sounds of this device. The one for new orders also applies to urgent ones. */
const CUSTOM_SOUNDS: Readonly<Record<SoundKind, { readonly sound: Sound; readonly address: string }>> = {
  orders: { sound: 'new-order', address: 'device:new-order' },
  reservations: { sound: 'new-reservation', address: 'device:new-reservation' },
};

const UNKNOWN_DEVICE = { isSupported: false, isEnabled: false, volume: 0, platform: 'unknown' as const };
/** Before the page has asked the browser, and while it is rendered on the server. */
const INITIAL_STATE: SoundState = {
  settings: DEFAULT_SOUND_SETTINGS,
  orders: initialSoundSetup(UNKNOWN_DEVICE),
  reservations: initialSoundSetup(UNKNOWN_DEVICE),
  canPlay: false,
  notice: null,
};

const stored = storedText(SOUND_SETTINGS_KEY);
const store = createStore(INITIAL_STATE);
export const soundState = () => store.get();
let isStarted = false;
let noticeTimer: ReturnType<typeof setTimeout> | undefined;

/** Changes the state, and finds out again whether sounds can play. */
function change(next: Partial<SoundState>): void {
  const canPlay = isAudioUnlocked() && isWorkplace(location.pathname, isNativeApp());
  store.set({ ...soundState(), ...next, canPlay });
}

function isNativeApp(): boolean {
  return 'Capacitor' in globalThis;
}

function start(): void {
  if (isStarted) return;
  isStarted = true;
  const settings = readSoundSettings(stored.read());
  const facts = { isSupported: isAudioSupported(), platform: platformOf(navigator.userAgent) };
  change({
    settings,
    orders: initialSoundSetup({ ...facts, isEnabled: settings.orderSounds, volume: settings.orderVolume }),
    reservations: initialSoundSetup({
      ...facts,
      isEnabled: settings.reservationSounds,
      volume: settings.reservationVolume,
    }),
  });
  // The first touch unlocks sound. The browser may revoke that, so every touch tries again. Listens for the complete
  // click, because unlocking moves the layout, and a button would slip away under the finger.
  for (const touch of ['click', 'keydown'] as const) addEventListener(touch, () => void unlock(), { capture: true });
  // Some browsers allow sound without a touch, so that a device keeps ringing after a reload.
  void unlock();
}

async function unlock(): Promise<void> {
  if (isAudioUnlocked() && soundState().canPlay) return;
  if (!(await unlockAudio())) return change({});
  const { orders, reservations } = soundState();
  change({ orders: afterUnlock(orders), reservations: afterUnlock(reservations) });
}

function afterUnlock(setup: SoundSetup): SoundSetup {
  const tapped = setupStep(setup, 'tapped');
  return tapped.isEnabled && !tapped.isInitialized ? setupStep(tapped, 'initialized') : tapped;
}

/** Starts the sounds of the page, and calls back after every change of their state. */
export function watchSounds(onChange: () => void): () => void {
  start();
  return store.subscribe(onChange);
}

export function useSounds(): SoundState {
  return useSyncExternalStore(watchSounds, soundState, () => INITIAL_STATE);
}

function saveSettings(settings: SoundSettings): void {
  stored.write(JSON.stringify(settings));
  const { orders, reservations } = soundState();
  change({
    settings,
    orders: { ...orders, volume: settings.orderVolume },
    reservations: { ...reservations, volume: settings.reservationVolume },
  });
}

function changeSetup(kind: SoundKind, event: SetupEvent): void {
  change({ [kind]: setupStep(soundState()[kind], event) });
}

/** Turns the sounds of a kind on or off; the first time, the device is set up. */
export async function setSoundsEnabled(kind: SoundKind, isOn: boolean): Promise<void> {
  const remember = (on: boolean) =>
    saveSettings({
      ...soundState().settings,
      ...(kind === 'orders' ? { orderSounds: on } : { reservationSounds: on }),
    });
  if (!isOn) {
    changeSetup(kind, 'disable');
    return remember(false);
  }
  changeSetup(kind, 'enable');
  if (!soundState()[kind].isInitializing) return remember(true);
  const works = await unlockAudio();
  changeSetup(kind, works ? 'initialized' : 'failed');
  if (works) changeSetup(kind, 'tapped');
  else showNotice(kind, soundMessages.initializationFailed, { isBad: true });
  remember(works);
}

export function setSoundVolume(kind: SoundKind, volume: number): void {
  const { settings } = soundState();
  saveSettings(kind === 'orders' ? withOrderVolume(settings, volume) : withReservationVolume(settings, volume));
}

/** Plays the sound of a kind, and says whether that worked. */
export async function playTestSound(kind: SoundKind): Promise<void> {
  await unlock();
  const { settings } = soundState();
  const { sound } = CUSTOM_SOUNDS[kind];
  const volume = kind === 'orders' ? settings.orderVolume : settings.reservationVolume;
  const customAddress = settings.custom[sound];
  const isAudible = await playSound(sound, volume, customAddress);
  if (!isAudible) return showNotice(kind, soundMessages.testFailed, { isBad: true });
  // The default was played because the browser has lost the custom sound.
  if (customAddress !== null && !(await isSoundStored(sound, customAddress))) {
    return showNotice(kind, { ...soundMessages.testFailed, text: silences.ownSoundGone }, { isBad: true });
  }
  showNotice(kind, kind === 'orders' ? soundMessages.orderTested : soundMessages.reservationTested);
}

/** What the user can do when sounds do not play. */
export function silenceReason(sounds: SoundState, kind: SoundKind): SilenceReason | null {
  return soundBlockedReason(sounds[kind], {
    isReservations: kind === 'reservations',
    isNativeApp: isNativeApp(),
    isAtWork: isWorkplace(location.pathname, isNativeApp()),
  });
}

/** Stores a file on this device as the sound of a kind, if the browser can play it. */
export async function uploadSound(kind: SoundKind, file: File): Promise<void> {
  const { sound, address } = CUSTOM_SOUNDS[kind];
  const problem = soundFileProblem(file);
  if (problem !== null) return showNotice(kind, { ...soundMessages.uploaded, text: problem }, { isBad: true });
  const bytes = await file.arrayBuffer();
  if (!(await canDecode(bytes))) {
    const text = say`Invalid audio file or failed to load`;
    return showNotice(kind, { ...soundMessages.uploaded, text }, { isBad: true });
  }
  await storeCustomSound(address, bytes);
  forgetSound(address);
  saveSettings(withCustomSound(soundState().settings, sound, address));
  showNotice(kind, soundMessages.uploaded);
}

export async function restoreDefaultSound(kind: SoundKind): Promise<void> {
  const { sound, address } = CUSTOM_SOUNDS[kind];
  saveSettings(withCustomSound(soundState().settings, sound, null));
  forgetSound(address);
  showNotice(kind, soundMessages.restored);
  await dropCustomSound(address);
}

/** Shows a text for some time in the settings of a kind. */
function showNotice(
  of: SoundKind,
  { text, ms }: { readonly text: string; readonly ms: number },
  { isBad = false } = {},
): void {
  clearTimeout(noticeTimer);
  change({ notice: { of, text, isBad } });
  noticeTimer = setTimeout(() => change({ notice: null }), ms);
}
