import { useSyncExternalStore } from 'react';
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
} from './settings.ts';
import {
  freshSetup,
  platformOf,
  soundMessages,
  setupStep,
  silences,
  whySilent,
  type SetupEvent,
  type Silence,
  type SoundSetup,
} from './setup.ts';
import { soundFileProblem, dropCustomSound, keepCustomSound } from './custom-sounds.ts';
import { canDecode, forgetSound, isAudioSupported, isThere, isUnlocked, play, unlock } from './sound-engine.ts';
import { soundTexts } from './texts.ts';

/** How this device stands with its sounds; one for the whole page. */
export interface SoundState {
  readonly settings: SoundSettings;
  readonly orders: SoundSetup;
  readonly reservations: SoundSetup;
  /** In the workplace, and the browser has given its leave. */
  readonly canPlay: boolean;
  /** What is said for a moment, and of which sounds. */
  readonly notice: { readonly of: Kind; readonly text: string; readonly isBad: boolean } | null;
}

export type Kind = 'orders' | 'reservations';

/** One's own sounds on this device: the one for new orders is that for urgent ones too. */
const OWN: Readonly<Record<Kind, { readonly sound: Sound; readonly address: string }>> = {
  orders: { sound: 'new-order', address: 'device:new-order' },
  reservations: { sound: 'new-reservation', address: 'device:new-reservation' },
};

const nothing = { isSupported: false, isEnabled: false, volume: 0, platform: 'unknown' as const };
const AT_FIRST: SoundState = {
  settings: DEFAULT_SOUND_SETTINGS,
  orders: freshSetup(nothing),
  reservations: freshSetup(nothing),
  canPlay: false,
  notice: null,
};

let state: SoundState = AT_FIRST;
let started = false;
let silence: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

function change(next: Partial<SoundState>): void {
  const canPlay = isUnlocked() && isWorkplace(location.pathname, isNativeApp());
  state = { ...state, ...next, canPlay };
  for (const watcher of watchers) watcher();
}

function isNativeApp(): boolean {
  return 'Capacitor' in globalThis;
}

function start(): void {
  if (started) return;
  started = true;
  const settings = readSoundSettings(readStored());
  const facts = { isSupported: isAudioSupported(), platform: platformOf(navigator.userAgent) };
  change({
    settings,
    orders: freshSetup({ ...facts, isEnabled: settings.orderSounds, volume: settings.orderVolume }),
    reservations: freshSetup({ ...facts, isEnabled: settings.reservationSounds, volume: settings.reservationVolume }),
  });
  // The first touch anywhere unlocks the sound for good; a browser may take it back, so every touch tries. When it is
  // whole, and not while the finger is down: what stands above changes then, and a press would come off its button.
  for (const touch of ['click', 'keydown'] as const) addEventListener(touch, () => void wake(), { capture: true });
  // Some browsers give their leave without a touch: a device that was set up keeps ringing after a reload.
  void wake();
}

function readStored(): string | null {
  try {
    return localStorage.getItem(SOUND_SETTINGS_KEY);
  } catch {
    return null;
  }
}

async function wake(): Promise<void> {
  if (isUnlocked() && state.canPlay) return;
  if (!(await unlock())) return change({});
  change({
    orders: awake(state.orders),
    reservations: awake(state.reservations),
  });
}

function awake(setup: SoundSetup): SoundSetup {
  const tapped = setupStep(setup, 'tapped');
  return tapped.isEnabled && !tapped.isInitialized ? setupStep(tapped, 'initialized') : tapped;
}

function subscribe(onChange: () => void): () => void {
  start();
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

export function soundState(): SoundState {
  return state;
}

export const watchSounds = subscribe;

export function useSounds(): SoundState {
  return useSyncExternalStore(subscribe, soundState, () => AT_FIRST);
}

function keep(settings: SoundSettings): void {
  try {
    localStorage.setItem(SOUND_SETTINGS_KEY, JSON.stringify(settings));
  } catch {
    // A full or forbidden storage: the settings hold as long as the page does.
  }
  change({
    settings,
    orders: { ...state.orders, volume: settings.orderVolume },
    reservations: { ...state.reservations, volume: settings.reservationVolume },
  });
}

function step(kind: Kind, event: SetupEvent): void {
  change({ [kind]: setupStep(state[kind], event) });
}

/** Turns the sounds of a kind on or off; the first time the device is set up. */
export async function setEnabled(kind: Kind, isOn: boolean): Promise<void> {
  const remember = (on: boolean) =>
    keep({ ...state.settings, ...(kind === 'orders' ? { orderSounds: on } : { reservationSounds: on }) });
  if (!isOn) {
    step(kind, 'disable');
    return remember(false);
  }
  step(kind, 'enable');
  if (!state[kind].isInitializing) return remember(true);
  const works = await unlock();
  step(kind, works ? 'initialized' : 'failed');
  if (works) step(kind, 'tapped');
  else say(kind, soundMessages.initializationFailed, true);
  remember(works);
}

export function setVolume(kind: Kind, volume: number): void {
  keep(kind === 'orders' ? withOrderVolume(state.settings, volume) : withReservationVolume(state.settings, volume));
}

export async function test(kind: Kind): Promise<void> {
  await wake();
  const { settings } = state;
  const { sound } = OWN[kind];
  const volume = kind === 'orders' ? settings.orderVolume : settings.reservationVolume;
  const own = settings.custom[sound];
  const isAudible = await play(sound, volume, own);
  if (!isAudible) return say(kind, soundMessages.testFailed, true);
  // The default was heard in place of one's own: the browser has forgotten that one.
  if (own !== null && !(await isThere(sound, own))) {
    return say(kind, { text: silences.ownSoundGone, ms: soundMessages.testFailed.ms }, true);
  }
  say(kind, kind === 'orders' ? soundMessages.orderTested : soundMessages.reservationTested);
}

/** What a person can do about sounds that are not heard here. */
export function silenceReason(sounds: SoundState, kind: Kind): Silence | null {
  return whySilent(sounds[kind], {
    isReservations: kind === 'reservations',
    isNativeApp: isNativeApp(),
    isAtWork: isWorkplace(location.pathname, isNativeApp()),
  });
}

/** One's own sound, kept on this device. */
export async function upload(kind: Kind, file: File): Promise<void> {
  const { sound, address } = OWN[kind];
  const problem = soundFileProblem(file);
  if (problem !== null) return say(kind, { text: problem, ms: soundMessages.uploaded.ms }, true);
  const bytes = await file.arrayBuffer();
  if (!(await canDecode(bytes))) {
    return say(kind, { text: soundTexts.doesNotLoad, ms: soundMessages.uploaded.ms }, true);
  }
  await keepCustomSound(address, bytes);
  forgetSound(address);
  keep(withCustomSound(state.settings, sound, address));
  say(kind, soundMessages.uploaded);
}

export async function restoreDefault(kind: Kind): Promise<void> {
  const { sound, address } = OWN[kind];
  keep(withCustomSound(state.settings, sound, null));
  forgetSound(address);
  say(kind, soundMessages.restored);
  await dropCustomSound(address);
}

function say(of: Kind, { text, ms }: { readonly text: string; readonly ms: number }, isBad = false): void {
  clearTimeout(silence);
  change({ notice: { of, text, isBad } });
  silence = setTimeout(() => change({ notice: null }), ms);
}
