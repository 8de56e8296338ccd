import { clampVolume, SOUND_LOAD_TIMEOUT_MS, type Sound } from './sound-settings.ts';
import newOrder from '../../../assets/sounds/new-order.wav';
import newReservation from '../../../assets/sounds/new-reservation.wav';
import urgentOrder from '../../../assets/sounds/urgent-order.wav';
import { readCustomSound } from './custom-sounds.ts';

const DEFAULT_FILES: Readonly<Record<Sound, string>> = {
  'new-order': newOrder,
  'urgent-order': urgentOrder,
  'new-reservation': newReservation,
};

/** Replaces a file that could not be loaded: the same rhythm from an oscillator. */
const TONES: Readonly<Record<Sound, readonly number[]>> = {
  'new-order': [880, 1318],
  'urgent-order': [1046, 1318, 1568, 1318],
  'new-reservation': [659, 830],
};

/** From the start of one tone to the start of the next. */
const TONE_EVERY_S = 0.18;
const TONE_S = 0.15;
const RESUME_WAIT_MS = 300;

let context: AudioContext | null = null;
const loaded = new Map<string, Promise<AudioBuffer | null>>();

export function isAudioSupported(): boolean {
  return typeof AudioContext !== 'undefined';
}

/** True if the page may play sound now. Browsers allow it only after the person touched the page. */
export function isAudioUnlocked(): boolean {
  return context?.state === 'running';
}

/** Asks the browser for permission and loads the sounds. Returns false when the user must touch the page first. */
export async function unlockAudio(): Promise<boolean> {
  if (!isAudioSupported()) return false;
  context ??= new AudioContext();
  // `resume` may wait for a touch forever, so the wait is limited.
  await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, RESUME_WAIT_MS))]);
  for (const sound of Object.keys(DEFAULT_FILES)) if (isSound(sound)) void load(sound, null);
  return isAudioUnlocked();
}

function isSound(name: string): name is Sound {
  return Object.hasOwn(DEFAULT_FILES, name);
}

/** Plays a loaded sound immediately, or a tone when it is not available. Returns false when nothing played. */
export async function playSound(sound: Sound, volume: number, custom: string | null): Promise<boolean> {
  if (!context || !isAudioUnlocked()) return false;
  const buffer = (custom && (await load(sound, custom))) || (await load(sound, null));
  const gain = context.createGain();
  gain.gain.value = clampVolume(volume);
  gain.connect(context.destination);
  if (buffer) {
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(gain);
    source.start();
  } else {
    playTone(context, gain, TONES[sound]);
  }
  return true;
}

/** Two tones in turn, unlike every other sound: a dish contains what a guest must not eat. */
export function playAllergyAlarm(volume: number): void {
  if (!context || !isAudioUnlocked()) return;
  const gain = context.createGain();
  gain.gain.value = clampVolume(volume);
  gain.connect(context.destination);
  playTone(context, gain, [740, 415, 740, 415, 740, 415]);
}

/** False if the browser has lost the custom sound. */
export async function isSoundStored(sound: Sound, custom: string): Promise<boolean> {
  return (await load(sound, custom)) !== null;
}

function playTone(audio: AudioContext, gain: GainNode, pitches: readonly number[]): void {
  pitches.forEach((pitch, index) => {
    const oscillator = audio.createOscillator();
    oscillator.frequency.value = pitch;
    oscillator.connect(gain);
    const at = audio.currentTime + index * TONE_EVERY_S;
    oscillator.start(at);
    oscillator.stop(at + TONE_S);
  });
}

/** Loads the custom sound with this address, or the default (null). Null if it cannot be loaded or decoded. */
function load(sound: Sound, custom: string | null): Promise<AudioBuffer | null> {
  const key = custom ?? DEFAULT_FILES[sound];
  const cached = loaded.get(key);
  if (cached) return cached;
  const loading = (custom === null ? fetchBytes(DEFAULT_FILES[sound]) : readCustomSound(custom))
    .then((bytes) => (bytes && context ? context.decodeAudioData(bytes) : null))
    .catch(() => null);
  loaded.set(key, loading);
  // Retries a failed load the next time.
  void loading.then((buffer) => buffer ?? loaded.delete(key));
  return loading;
}

async function fetchBytes(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(SOUND_LOAD_TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** True if the browser can play this file. */
export async function canDecode(bytes: ArrayBuffer): Promise<boolean> {
  if (!isAudioSupported()) return false;
  context ??= new AudioContext();
  // A copy, because decoding empties the buffer that it gets.
  return context.decodeAudioData(bytes.slice(0)).then(
    () => true,
    () => false,
  );
}

/** Drops the cached sound, because a new file has the same address. */
export function forgetSound(address: string): void {
  loaded.delete(address);
}
