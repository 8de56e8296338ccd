import { fireEvent, screen, waitFor, type Screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Answers } from '../../../testing/network.ts';
import { dalForOne, ordersOf, tableForTwo } from '../../../testing/samples.ts';

/** A fake loudspeaker that records what it plays, at which volume and when. */
const played: { readonly sound: string; readonly volume: number; readonly at: number }[] = [];
let leave: 'running' | 'suspended' = 'running';

class Loudspeaker {
  state: string = 'suspended';
  readonly destination = {};
  readonly currentTime = 0;
  async resume() {
    this.state = leave;
  }
  createGain() {
    return { gain: { value: 0 }, connect() {} };
  }
  private plays(sound: () => string) {
    let volume = () => 0;
    return {
      connect: (to: { gain: { value: number } }) => {
        volume = () => to.gain.value;
      },
      start: () => played.push({ sound: sound(), volume: volume(), at: performance.now() }),
      stop() {},
    };
  }
  createBufferSource() {
    const source = { buffer: { name: '' } };
    return Object.assign(
      source,
      this.plays(() => source.buffer.name),
    );
  }
  createOscillator() {
    return Object.assign(
      { frequency: { value: 0 } },
      this.plays(() => 'tone'),
    );
  }
  async decodeAudioData(bytes: ArrayBuffer) {
    const text = new TextDecoder().decode(bytes);
    if (text.includes('broken')) throw new Error('no sound');
    return { name: /[\w-]+(?=\.wav)/.exec(text)?.[0] ?? text };
  }
}

const ownSounds = vi.hoisted(() => new Map<string, ArrayBuffer>());
// The test DOM has no IndexedDB, so its content is mocked.
vi.mock(import('./custom-sounds.ts'), async (original) => ({
  ...(await original()),
  storeCustomSound: async (address: string, bytes: ArrayBuffer) => void ownSounds.set(address, bytes),
  readCustomSound: async (address: string) => ownSounds.get(address) ?? null,
  dropCustomSound: async (address: string) => void ownSounds.delete(address),
}));

beforeEach(() => {
  played.length = 0;
  ownSounds.clear();
  leave = 'running';
  vi.stubGlobal('AudioContext', Loudspeaker);
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(globalThis, 'Capacitor');
});

const reservations: Answers = {
  getReservationDay: {
    day: {
      date: '2026-11-20',
      isToday: true,
      isClosed: false,
      timeZone: 'America/Halifax',
      asOf: '2026-11-20T12:00:00.000Z',
      seatsPerSlot: 20,
      slots: [],
      reservations: [],
    },
  },
  getAllReservations: { reservations: [], total: 0, nextCursor: null, asOf: '2026-11-20T12:00:00.000Z' },
};

async function open(section: 'orders' | 'reservations', settings: Record<string, unknown> = {}, answers: Answers = {}) {
  localStorage.setItem('sound_settings', JSON.stringify(settings));
  const { openOffice, sendLiveEvent: sendEvent } = await import('../../../testing/show.tsx');
  const office = openOffice(section, { ...reservations, ...answers });
  return { ...office, sendEvent };
}

async function settingsOf(section: 'orders' | 'reservations', settings: Record<string, unknown> = {}) {
  const office = await open(section, settings);
  await office.press(/Sound Settings$/);
  await expect(screen).toShow('Test sound');
  return office;
}

const shows = (words: string | RegExp) => screen.queryAllByText(words).length > 0;
const removed = (page: Screen, words: string | RegExp, ms: number) =>
  waitFor(() => expect(page.queryByText(words)).toBeNull(), { timeout: ms });
const newOrder = (change: Partial<typeof dalForOne> = {}) => ({
  locationId: 'truro',
  order: { ...dalForOne, orderTime: new Date().toISOString(), ...change },
});
const received = () => played.map(({ sound, volume }) => `${sound} ${volume}`);

/** Opens the board with sound unlocked. */
async function ringing(settings: Record<string, unknown> = {}, answers: Answers = {}) {
  const office = await open('orders', settings, answers);
  await expect(screen).toShow('Under Preparation');
  await office.user.click(screen.getAllByText('Under Preparation')[0] as HTMLElement);
  await expect(screen).toShow('Sound on');
  return office;
}

test('a new order rings, and an urgent one has a different sound [A-SOUND-14] [A-SOUND-25]', async () => {
  const { sendEvent } = await ringing();
  sendEvent('order.created', newOrder());
  await waitFor(() => expect(received()[0]).toBe('new-order 0.8'));
  sendEvent(
    'order.created',
    newOrder({ id: 'b', orderId: 'TRU-20261120-BBBBB', pricing: { ...dalForOne.pricing, total: 100.01 } }),
  );
  await waitFor(() => expect(received()).toContain('urgent-order 0.8'), { timeout: 4_000 });
});

test('an order with more than five dishes is urgent [A-SOUND-26]', async () => {
  const { sendEvent } = await ringing();
  sendEvent('order.created', newOrder({ itemCount: 6 }));
  await waitFor(() => expect(received()[0]).toBe('urgent-order 0.8'));
});

test('an order with five dishes for a hundred dollars is not urgent [A-SOUND-27]', async () => {
  const { sendEvent } = await ringing();
  sendEvent('order.created', newOrder({ itemCount: 5, pricing: { ...dalForOne.pricing, total: 100 } }));
  await waitFor(() => expect(received()[0]).toBe('new-order 0.8'));
});

test('the popup repeats the sound every 2 seconds at 0.9 [A-SOUND-19]', async () => {
  const { sendEvent } = await ringing({ orderVolume: 0.3 });
  sendEvent('order.created', newOrder());
  await waitFor(() => expect(received().slice(0, 3)).toEqual(['new-order 0.3', 'new-order 0.9', 'new-order 0.9']), {
    timeout: 7_000,
  });
  const between = (played[2]?.at ?? 0) - (played[1]?.at ?? 0);
  expect(between).toBeGreaterThan(1_900);
  expect(between).toBeLessThan(3_500);
});

test('a postponed order continues to ring [A-SOUND-19]', async () => {
  const { sendEvent, press } = await ringing();
  sendEvent('order.created', newOrder());
  const accept = await screen.findByRole('button', { name: 'Accept Order & Start Preparing' });
  await waitFor(() => expect(accept.getAttribute('aria-disabled')).toBeNull(), { timeout: 10_000 });
  await press('Snooze for a minute');
  await screen.findByRole('alert', { name: 'New order' });
  const before = played.length;
  await waitFor(() => expect(played.length).toBeGreaterThan(before + 1), { timeout: 7_000 });
});

test('a refund of a dish being prepared rings at the volume of orders; one of a pending or ready order does not', async () => {
  const cooking = { ...dalForOne, status: 'preparing' as const };
  const waits = { ...dalForOne, id: 'b', orderId: 'TRU-20261120-BBBBB', status: 'ready' as const };
  const { sendEvent } = await ringing(
    { orderVolume: 0.3 },
    { getLocationOrders: ({ status }) => ordersOf(status === 'open' ? [cooking, waits] : []) },
  );
  const refunded = (order: typeof dalForOne) => ({
    locationId: 'truro',
    order: { ...order, version: 2, items: order.items.map((item) => ({ ...item, refundedQuantity: 1 })) },
  });
  sendEvent('order.updated', refunded(waits));
  sendEvent('order.updated', refunded(cooking));
  await expect(screen).toShow('AAAAA: do not cook 1 Dal, refunded');
  await waitFor(() => expect(received()).toEqual(['urgent-order 0.3']));
  expect(shows(/BBBBB: do not cook/)).toBe(false);
});

test('two orders in quick succession ring a second apart [A-SOUND-42]', async () => {
  // A real clock counts what a busy machine adds to the first sound.
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { sendEvent } = await ringing();
  sendEvent('order.created', newOrder());
  await waitFor(() => expect(played).toHaveLength(1), { interval: 20 });
  sendEvent('order.created', newOrder({ id: 'b', orderId: 'TRU-20261120-BBBBB' }));
  await waitFor(() => expect(played.length).toBeGreaterThan(1), { timeout: 5_000 });
  expect((played[1]?.at ?? 0) - (played[0]?.at ?? 0)).toBeGreaterThanOrEqual(1000);
});

test('orders from before the board was opened ring only as reminders after 20 seconds, 0.2 louder each time [A-SOUND-13] [A-SOUND-15] [A-SOUND-16]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await ringing(
    { orderVolume: 0.3 },
    { getLocationOrders: ({ status }) => ordersOf(status === 'open' ? [dalForOne] : []) },
  );
  const first = () => played.filter(({ volume }) => volume !== 0.9);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(first()).toEqual([]);
  await vi.advanceTimersByTimeAsync(50_000);
  const volumes = first().map(({ volume }) => volume);
  expect(volumes.length).toBeGreaterThan(1);
  expect(volumes[1]).toBeCloseTo((volumes[0] ?? 0) + 0.2);
});

test('a file that does not load in 5 seconds is replaced by a tone [A-SOUND-44]', async () => {
  const limits: number[] = [];
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms);
    return timeout(ms);
  });
  const office = await open('orders');
  const fetch = globalThis.fetch;
  vi.stubGlobal('fetch', (input: Request | string) =>
    typeof input === 'string' && input.endsWith('.wav') ? Promise.reject(new TypeError('late')) : fetch(input),
  );
  await expect(screen).toShow('Under Preparation');
  await office.user.click(screen.getAllByText('Under Preparation')[0] as HTMLElement);
  await expect(screen).toShow('Sound on');
  office.sendEvent('order.created', newOrder());
  await waitFor(() => expect(received()[0]).toBe('tone 0.8'));
  expect(limits).toContain(5_000);
  vi.restoreAllMocks();
});

test('a phone plays no sound before the first tap, and the menu asks for it [A-SOUND-18] [A-ERR-105]', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 15)');
  leave = 'suspended';
  const { sendEvent } = await settingsOf('orders');
  await expect(screen).toShow(/User interaction required/);
  await expect(screen).toShow(/on android/);
  sendEvent('order.created', newOrder());
  expect(played).toEqual([]);
  vi.restoreAllMocks();
});

test('the kitchen’s sounds do not play outside the back office [A-SOUND-17] [A-ERR-109]', async () => {
  leave = 'suspended';
  const { sendEvent, press } = await open('orders');
  await expect(screen).toShow('Under Preparation');
  leave = 'running';
  history.replaceState(null, '', '/menu/truro#orders');
  await press(/Sound Settings$/);
  await expect(screen).toShow(/not_admin_context/);
  sendEvent('order.created', newOrder());
  await expect(screen).toShow('Start Preparing');
  expect(played).toEqual([]);
});

test('a browser without sound says so, and the test plays nothing [A-ERR-102] [A-SOUND-35]', async () => {
  vi.stubGlobal('AudioContext', undefined);
  await settingsOf('orders');
  await expect(screen).toShow(/Audio notifications are not supported on this device\/browser\./);
  await expect(screen).toShow('Not Supported');
});

test('the till’s app without sound says what is missing [A-ERR-108]', async () => {
  vi.stubGlobal('AudioContext', undefined);
  vi.stubGlobal('Capacitor', {});
  await settingsOf('orders');
  await expect(screen).toShow(/native_not_implemented/);
  vi.stubGlobal('Capacitor', undefined);
});

test('a successful test is confirmed for 2 seconds [A-SOUND-21] [A-ERR-98]', async () => {
  const { press } = await settingsOf('orders');
  await press('Test sound');
  await expect(screen).toShow(/Sound test successful!/);
  expect(received()).toEqual(['new-order 0.8']);
  const began = performance.now();
  await removed(screen, /Sound test successful!/, 4_000);
  expect(performance.now() - began).toBeGreaterThan(1_500);
});

test('a test without sound shows an error [A-ERR-97]', async () => {
  leave = 'suspended';
  const { press } = await settingsOf('orders');
  await press('Test sound');
  await expect(screen).toShow(/Test failed/);
});

test('the test of the reservation sound plays it, at 0.7 by default [A-SOUND-11] [A-ERR-99]', async () => {
  const { press } = await settingsOf('reservations', { reservationSounds: true });
  await press('Test sound');
  await expect(screen).toShow(/Reservation sound test successful!/);
  expect(received()).toEqual(['new-reservation 0.7']);
  expect(shows('70%')).toBe(true);
});

test('the menu shows that sounds are off and turns them on [A-SOUND-20] [A-SOUND-32] [A-SOUND-35] [A-ERR-107]', async () => {
  const { press } = await settingsOf('reservations');
  await expect(screen).toShow(/Reservation notifications disabled/);
  expect(shows('Disabled')).toBe(true);
  await press(/New reservation sounds/, 'switch');
  await expect(screen).toShow('Active');
  expect(JSON.parse(localStorage.getItem('sound_settings') ?? '')).toMatchObject({ reservationSounds: true });
});

test('sounds that cannot be set up stay off and ask for setup [A-SOUND-34] [A-ERR-96] [A-ERR-103] [A-ERR-104]', async () => {
  leave = 'suspended';
  const { press } = await settingsOf('reservations');
  await press(/New reservation sounds/, 'switch');
  await expect(screen).toShow(/Initialization failed/);
  expect(shows('Setup Required')).toBe(true);
  expect(shows(/Service not initialized/)).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /New reservation sounds/ }).checked).toBe(false);
});

test('the setup shows the state, the volume and the platform [A-SOUND-12]', async () => {
  await settingsOf('reservations', { reservationSounds: true, reservationVolume: 0.4 });
  await expect(screen).toShow('40%');
  expect(shows('Active')).toBe(true);
  expect(shows(/on web/)).toBe(true);
});

test('a reservation rings once [A-SOUND-01]', async () => {
  const { sendEvent } = await ringing({ reservationSounds: true, orderSounds: true });
  sendEvent('reservation.created', { locationId: 'truro', reservation: tableForTwo });
  await waitFor(() => expect(received()).toEqual(['new-reservation 0.7']));
});

test('reservation sounds cannot be turned on outside the back office [A-SOUND-31]', async () => {
  const { press } = await settingsOf('reservations');
  history.replaceState(null, '', '/menu/truro#reservations');
  await press(/New reservation sounds/, 'switch');
  await expect(screen).toShow(/not_admin_context/);
  expect(received()).toEqual([]);
});

const fileInput = () => document.querySelector('input[type=file]') as HTMLInputElement;
const sound = (name: string, bytes: BlobPart, type = 'audio/mpeg') => new File([bytes], name, { type });

test('a custom sound is confirmed for 3 seconds and also applies to urgent orders [A-SOUND-22] [A-SOUND-24] [A-ERR-100]', async () => {
  const { user } = await settingsOf('orders');
  await user.upload(fileInput(), sound('bell.mp3', 'bell'));
  await expect(screen).toShow(/Custom sound uploaded successfully!/);
  const began = performance.now();
  const { custom } = JSON.parse(localStorage.getItem('sound_settings') ?? '');
  expect(custom).toEqual({
    'new-order': 'device:new-order',
    'urgent-order': 'device:new-order',
    'new-reservation': null,
  });
  await removed(screen, /Custom sound uploaded/, 5_000);
  expect(performance.now() - began).toBeGreaterThan(2_500);
});

test('resetting to the default sound is confirmed for 2 seconds [A-SOUND-23] [A-ERR-101]', async () => {
  const { press } = await settingsOf('orders', { custom: { 'new-order': 'device:new-order' } });
  await press('Use Default');
  await expect(screen).toShow(/Restored default sound/);
  await press('Test sound');
  await waitFor(() => expect(received()).toEqual(['new-order 0.8']));
});

test('order sounds have a switch, on by default, and a volume of 0.8 in steps of 0.05, shown in percent [A-SOUND-02] [A-SOUND-03] [A-SOUND-10]', async () => {
  const { press } = await settingsOf('orders');
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /order sounds/i }).checked).toBe(true);
  const slider = screen.getByLabelText<HTMLInputElement>('Volume');
  expect([slider.value, slider.min, slider.max, slider.step]).toEqual(['0.8', '0', '1', '0.05']);
  expect(shows('80%')).toBe(true);
  await press(/order sounds/i, 'switch');
  await expect(screen).toShow('Disabled');
});

test('a custom sound can be chosen and removed, and a test plays it [A-SOUND-04] [A-SOUND-05]', async () => {
  const { press } = await settingsOf('orders');
  expect(screen.getByRole('button', { name: /^Upload/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Use Default' })).toBeTruthy();
  await press('Test sound');
  await waitFor(() => expect(received()).toEqual(['new-order 0.8']));
});

test('the status shows that sounds are active and the platform, and phones ask for a tap [A-SOUND-06] [A-SOUND-07] [A-SOUND-08]', async () => {
  const { press } = await settingsOf('orders');
  await press('Test sound');
  await expect(screen).toShow('Active');
  expect(
    screen
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .join(' '),
  ).toContain('on web');
  expect(shows(/^On mobile/)).toBe(true);
});

test('stores the settings in the browser [A-SOUND-09]', async () => {
  await settingsOf('orders');
  fireEvent.change(screen.getByLabelText('Volume'), { target: { value: '0.5' } });
  await expect(screen).toShow('50%');
  const stored = JSON.parse(localStorage.getItem('sound_settings') ?? '');
  expect(stored).toMatchObject({ orderVolume: 0.5 });
  expect(Object.keys(stored).toSorted()).toEqual([
    'custom',
    'orderSounds',
    'orderVolume',
    'reservationSounds',
    'reservationVolume',
  ]);
});

test('refuses a file that is not audio [A-SOUND-36]', async () => {
  await settingsOf('orders');
  fireEvent.change(fileInput(), { target: { files: [sound('notes.txt', 'x', 'text/plain')] } });
  await expect(screen).toShow(/File must be an audio file \(MP3, MP4, WAV, etc\.\)/);
});

test('refuses a file that cannot be decoded [A-SOUND-38]', async () => {
  const { user } = await settingsOf('orders');
  await user.upload(fileInput(), sound('bell.mp3', 'broken'));
  await expect(screen).toShow(/Invalid audio file or failed to load/);
});

test('reports a custom sound the browser has lost [A-ERR-106]', async () => {
  const { press } = await settingsOf('orders', { custom: { 'new-order': 'device:new-order' } });
  await press('Test sound');
  await expect(screen).toShow(/Sound not found/);
});

test('refuses a sound of 5MB [A-SOUND-37]', async () => {
  const { user } = await settingsOf('orders');
  await user.upload(fileInput(), sound('long.mp3', new Uint8Array(5 * 1024 * 1024)));
  await expect(screen).toShow(/Audio file must be less than 5MB/);
});

test('the picker offers MP3, MP4, WAV and M4A [A-SOUND-39]', async () => {
  await settingsOf('orders');
  expect(fileInput().accept).toBe('audio/*,.mp3,.mp4,.wav,.m4a');
});

test.each([
  ['loud', '80%'],
  [-1, '80%'],
  [1.5, '80%'],
  [0.25, '25%'],
])('shows a stored volume of %s as %s [A-SOUND-40] [A-SOUND-41]', async (orderVolume, words) => {
  await settingsOf('orders', { orderVolume });
  await expect(screen).toShow(words);
  const slider = screen.getByLabelText<HTMLInputElement>('Volume');
  expect([slider.min, slider.max]).toEqual(['0', '1']);
});

test('the banner stays until order sounds work on this device [A-STAT-12] [A-STAT-14]', async () => {
  const { press } = await open('orders', { orderSounds: false });
  await expect(screen).toShow('Sound notifications need setup');
  await press('Enable Sounds Now');
  await waitFor(() => expect(shows('Sound notifications need setup')).toBe(false));
});

test('the reservation sound settings close on Escape and on a click outside [A-SOUND-46] [A-SOUND-47]', async () => {
  const { user, press } = await settingsOf('reservations');
  expect(screen.getByRole('dialog', { name: 'Reservation Sounds' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await removed(screen, 'Test sound', 2_000);
  await press(/Sound Settings$/);
  await expect(screen).toShow('Test sound');
  await user.click(document.body);
  await removed(screen, 'Test sound', 2_000);
});

test('an order taken at another till appears on the board without a sound or a popup', async () => {
  const { sendEvent } = await ringing();
  sendEvent(
    'order.created',
    newOrder({
      id: 'till',
      orderId: 'TRU-20261120-TTTTT',
      acceptedAt: new Date().toISOString(),
      acceptedBy: 'Arjun',
      customerInfo: { ...dalForOne.customerInfo, name: 'Walk-in Wilma' },
    }),
  );
  await expect(screen).toShow('Walk-in Wilma');
  expect(screen.queryByRole('dialog', { name: 'New order' })).toBeNull();
  expect(played).toEqual([]);
});
