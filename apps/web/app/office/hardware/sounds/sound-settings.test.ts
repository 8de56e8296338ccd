import { POPUP_ITEMS_SHOWN } from '../../board/new-order-alarm.tsx';
import { expect, test } from 'vitest';
import { orderSound, reminderVolume } from './alarm.ts';
import {
  clampVolume,
  isWorkplace,
  SOUND_LOAD_TIMEOUT_MS,
  DEFAULT_SOUND_SETTINGS,
  readSoundSettings,
  volumeText,
  withCustomSound,
  withOrderVolume,
  withReservationVolume,
} from './sound-settings.ts';
import {
  initialSoundSetup,
  platformOf,
  setupBanner,
  setupStep,
  soundLabel,
  soundBlockedReason,
  type SoundSituation,
  type SetupEvent,
  type SoundSetup,
} from './setup.ts';
import { SOUND_BYTES_MAX, SOUND_FORMATS, soundFileProblem } from './custom-sounds.ts';

test('reads the stored settings and replaces each invalid field with its default [A-SOUND-09]', () => {
  const stored = {
    orderSounds: false,
    orderVolume: 0.25,
    reservationSounds: true,
    reservationVolume: 1,
    custom: { 'new-order': '/a.mp3', 'urgent-order': '/b.mp3', 'new-reservation': '/c.mp3' },
  };
  expect(readSoundSettings(JSON.stringify(stored))).toEqual(stored);
  for (const spoilt of [null, '', '{', '5', 'null', '[]', '{"orderVolume":2,"custom":7}', '{"orderSounds":"yes"}']) {
    expect(readSoundSettings(spoilt)).toEqual(DEFAULT_SOUND_SETTINGS);
  }
  expect(readSoundSettings('{"custom":{"new-order":"","urgent-order":5}}')).toEqual(DEFAULT_SOUND_SETTINGS);
});

test.each([
  [0, 0],
  [1, 1],
  [0.05, 0.05],
  [1.01, 0.8],
  [-0.01, 0.8],
  ['0.5', 0.8],
  [null, 0.8],
  [Number.NaN, 0.8],
])('setting the volume to %j results in %d [A-SOUND-40]', (value, volume) => {
  expect(withOrderVolume(DEFAULT_SOUND_SETTINGS, value).orderVolume).toBe(volume);
  const reservation = withReservationVolume({ ...DEFAULT_SOUND_SETTINGS, reservationVolume: 0.8 }, value);
  expect(reservation.reservationVolume).toBe(volume);
});

test.each([
  [-1, 0],
  [0, 0],
  [0.5, 0.5],
  [1, 1],
  [1.4, 1],
  [Number.NaN, 0],
])('clamps the volume %d to %d [A-SOUND-41]', (volume, clamped) => {
  expect(clampVolume(volume)).toBe(clamped);
});

test.each([
  [0.8, 0, 0.8],
  [0.8, 1, 1],
  [0.8, 5, 1],
  [0.1, 1, 0.3],
  [0.1, 2, 0.5],
  [0, 0, 0],
])('from volume %d, after %i reminders: %d [A-SOUND-16]', (volume, times, now) => {
  expect(reminderVolume(volume, times)).toBe(now);
});

test('setting or resetting the new-order sound also applies to the urgent sound [A-SOUND-24]', () => {
  const own = withCustomSound(DEFAULT_SOUND_SETTINGS, 'new-order', '/bell.mp3');
  expect(own.custom).toEqual({ 'new-order': '/bell.mp3', 'urgent-order': '/bell.mp3', 'new-reservation': null });
  expect(withCustomSound(own, 'new-order', null).custom).toEqual(DEFAULT_SOUND_SETTINGS.custom);
  expect(withCustomSound(own, 'new-reservation', '/ding.mp3').custom).toEqual({
    'new-order': '/bell.mp3',
    'urgent-order': '/bell.mp3',
    'new-reservation': '/ding.mp3',
  });
});

test.each([
  [0, '0%'],
  [0.05, '5%'],
  [0.55, '55%'],
  [0.7, '70%'],
  [1, '100%'],
])('shows the volume %d as %s', (volume, text) => {
  expect(volumeText(volume)).toBe(text);
});

test('only high urgency plays the urgent sound', () => {
  expect((['high', 'medium', 'normal'] as const).map(orderSound)).toEqual(['urgent-order', 'new-order', 'new-order']);
});

test.each([
  ['/admin', false, true],
  ['/admin/dashboard', false, true],
  ['/menu/truro', false, false],
  ['/', false, false],
  ['/menu/truro', true, true],
])('with path %s and native app %s, sounds are available: %s', (path, native, answer) => {
  expect(isWorkplace(path, native)).toBe(answer);
});

test.each([
  ['bell.mp3', 'audio/mpeg', 1000, null],
  ['bell.wav', 'audio/wav', 1000, null],
  ['bell.m4a', 'audio/x-m4a', 1000, null],
  ['BELL.MP4', 'video/mp4', 1000, null],
  ['bell.m4a', '', 1000, null],
  ['bell.ogg', 'audio/ogg', 1000, null],
  ['film.mov', 'video/quicktime', 1000, 'File must be an audio file (MP3, MP4, WAV, etc.)'],
  ['film.mp4', 'application/pdf', 1000, 'File must be an audio file (MP3, MP4, WAV, etc.)'],
  ['bell', '', 1000, 'File must be an audio file (MP3, MP4, WAV, etc.)'],
  ['bell.mp3', 'audio/mpeg', SOUND_BYTES_MAX - 1, null],
  ['bell.mp3', 'audio/mpeg', SOUND_BYTES_MAX, 'Audio file must be less than 5MB'],
])('%s (%s, %i bytes): %s [A-SOUND-36] [A-SOUND-39]', (name, type, size, problem) => {
  expect(SOUND_BYTES_MAX).toBe(5 * 1024 * 1024);
  expect(soundFileProblem({ name, type, size })).toBe(problem);
});

test('the picker offers MP3, MP4, WAV and M4A [A-SOUND-39]', () => {
  expect(SOUND_FORMATS).toEqual(['.mp3', '.mp4', '.wav', '.m4a']);
});

test('a sound has 5 seconds to load, and the popup shows 3 items', () => {
  expect(SOUND_LOAD_TIMEOUT_MS).toBe(5000);
  expect(POPUP_ITEMS_SHOWN).toBe(3);
});

const fresh = (changes: Partial<SoundSetup> = {}): SoundSetup => ({
  ...initialSoundSetup({ isSupported: true, isEnabled: false, volume: 0.7, platform: 'web' }),
  ...changes,
});
const after = (setup: SoundSetup, ...events: SetupEvent[]) => events.reduce(setupStep, setup);

test.each<[string, SoundSetup, SetupEvent[], string, boolean]>([
  ['at first', fresh(), [], 'Disabled', false],
  ['enabling for the first time initialises', fresh(), ['enable'], 'Initializing', false],
  ['and then it is on', fresh(), ['enable', 'initialized'], 'Active', true],
  ['off again', fresh(), ['enable', 'initialized', 'disable'], 'Disabled', false],
  ['on again at once', fresh(), ['enable', 'initialized', 'disable', 'enable'], 'Active', true],
  ['a failure asks for setup and stays off', fresh(), ['enable', 'failed'], 'Setup Required', false],
  ['and may be tried again', fresh(), ['enable', 'failed', 'enable'], 'Initializing', false],
  ['cancelled while starting', fresh(), ['enable', 'disable'], 'Disabled', false],
  ['stored as on, and not started', fresh({ isEnabled: true }), [], 'Setup Required', true],
  ['a device without sound', fresh({ isSupported: false }), ['enable', 'initialized'], 'Not Supported', false],
])('%s', (_what, setup, events, label, isEnabled) => {
  const now = after(setup, ...events);
  expect(soundLabel(now)).toBe(label);
  expect(now.isEnabled).toBe(isEnabled);
});

test('phones need a first tap [A-SOUND-12] [A-SOUND-18]', () => {
  const phone = initialSoundSetup({ isSupported: true, isEnabled: false, volume: 0.7, platform: 'ios' });
  expect(phone).toMatchObject({ isInitialized: false, volume: 0.7, platform: 'ios', requiresInteraction: true });
  expect(after(phone, 'tapped').requiresInteraction).toBe(false);
  expect(fresh().requiresInteraction).toBe(false);
  expect(
    initialSoundSetup({ isSupported: true, isEnabled: false, volume: 1, platform: 'android' }).requiresInteraction,
  ).toBe(true);
});

test('the banner stays until both sounds work and explains the next step [A-STAT-12] [A-STAT-13] [A-STAT-14]', () => {
  const on = after(fresh(), 'enable', 'initialized');
  expect(setupBanner(on, on)).toBeNull();
  expect(setupBanner(on, fresh())).toBe('enable');
  expect(setupBanner(fresh(), on)).toBe('enable');
  expect(setupBanner(on, fresh({ requiresInteraction: true }))).toBe('tap');
  expect(setupBanner(after(on, 'disable'), on)).toBe('enable');
});

const atWork = { isReservations: false, isNativeApp: false, isAtWork: true };

test.each<[SoundSetup, Partial<SoundSituation>, string | null]>([
  [after(fresh(), 'enable', 'initialized'), {}, null],
  [fresh(), {}, null],
  [fresh(), { isReservations: true }, 'Reservation notifications disabled'],
  [after(fresh(), 'enable', 'failed'), {}, 'Service not initialized'],
  [fresh({ isEnabled: true }), {}, 'Service not initialized'],
  [fresh({ isEnabled: true, requiresInteraction: true }), {}, 'User interaction required'],
  [fresh({ isSupported: false }), {}, 'Not Supported: Audio notifications are not supported on this device/browser.'],
  [fresh({ isSupported: false }), { isNativeApp: true }, 'native_not_implemented'],
  [fresh({ isEnabled: true }), { isAtWork: false }, 'not_admin_context'],
])('explains why a device plays no sound: case %#', (setup, where, why) => {
  expect(soundBlockedReason(setup, { ...atWork, ...where })).toBe(why);
});

test.each([
  ['Mozilla/5.0 (Linux; Android 14)', 'android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', 'ios'],
  ['Mozilla/5.0 (iPad; CPU OS 18_0)', 'ios'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'web'],
  ['', 'unknown'],
])('detects the platform of %s as %s', (userAgent, platform) => {
  expect(platformOf(userAgent)).toBe(platform);
});
