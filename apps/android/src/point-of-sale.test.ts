import { afterAll, beforeEach, expect, test, vi } from 'vitest';

const TABLET =
  'Mozilla/5.0 (Linux; Android 14; SM-X200 Build/UP1A; wv) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36';

const logged: string[] = [];
const log = (line: string) => logged.push(line);
const back = vi.fn<() => void>();
/** Records the native calls: 'StatusBar.hide' … */
const native = vi.fn<(call: string) => Promise<void>>();
const received: Record<string, (event: unknown) => void> = {};
const platform = { name: 'android' };
const browser = { userAgent: TABLET, vendor: 'Example' };

/*
 * The bridge that Android adds to the page before Capacitor loads. Plugins with a header here are native; Device uses
 * its web implementation.
 */
const promised = (name: string, method: string) => ({ name, methods: [{ name: method, rtype: 'promise' }] });
vi.stubGlobal('CapacitorCustomPlatform', platform);
vi.stubGlobal('Capacitor', {
  PluginHeaders: [
    promised('StatusBar', 'hide'),
    promised('KeepAwake', 'keepAwake'),
    {
      name: 'App',
      methods: [{ name: 'addListener' }, ...['exitApp', 'minimizeApp'].map((name) => ({ name, rtype: 'promise' }))],
    },
  ],
  nativePromise: (plugin: string, method: string) => native(`${plugin}.${method}`),
  nativeCallback(_plugin: string, _method: string, { eventName }: { eventName: string }, callback: () => void) {
    received[eventName] = callback;
    return Promise.resolve(eventName);
  },
});
vi.stubGlobal('history', { back });
vi.stubGlobal('document', new EventTarget());
vi.stubGlobal('navigator', browser);
vi.stubGlobal('window', globalThis);
const { App } = await import('@capacitor/app');
const { startPointOfSale } = await import('./index.ts');
const { initializePointOfSale } = await import('./point-of-sale.ts');

// Other files run in the same process.
afterAll(() => void vi.unstubAllGlobals());

beforeEach(() => {
  vi.resetAllMocks();
  native.mockResolvedValue();
  logged.length = 0;
  for (const name of Object.keys(received)) delete received[name];
  platform.name = 'android';
  browser.userAgent = TABLET;
});

test('on Android it reads the device, hides the status bar and succeeds [C-POS-02] [C-POS-03] [C-POS-06]', async () => {
  expect(await initializePointOfSale(log)).toEqual({
    success: true,
    deviceInfo: expect.objectContaining({ model: 'SM-X200', operatingSystem: 'android' }),
  });
  expect(native.mock.calls).toEqual([['StatusBar.hide']]);
});

test.each(['web', 'ios'] as const)(
  'on %s it fails with not_android and touches nothing [C-POS-06] [A-SHELL-10]',
  async (name) => {
    platform.name = name;
    expect(await initializePointOfSale(log)).toEqual({ success: false, reason: 'not_android' });
    expect(native).not.toHaveBeenCalled();
    expect(received).toEqual({});
  },
);

test('returns the error message if a native call fails on Android [C-POS-06]', async () => {
  native.mockRejectedValue(new Error('no status bar here'));
  expect(await initializePointOfSale(log)).toEqual({ success: false, error: 'no status bar here' });
  browser.userAgent = '';
  expect(await initializePointOfSale(log)).toEqual({
    success: false,
    error: 'Device API not available in this browser',
  });
});

test('the back button goes back if there is a previous page, and never closes the app [C-POS-04]', async () => {
  await initializePointOfSale(log);
  received['backButton']?.({ canGoBack: false });
  expect(back).not.toHaveBeenCalled();
  received['backButton']?.({ canGoBack: true });
  expect(back).toHaveBeenCalledOnce();
  // Calls reach the bridge in their order, so an exit would have arrived before this one.
  await App.minimizeApp();
  expect(native.mock.calls.slice(1)).toEqual([['App.minimizeApp']]);
});

test('logs when the app goes to the background and when it returns [C-POS-05]', async () => {
  await initializePointOfSale(log);
  for (const isActive of [false, true]) received['appStateChange']?.({ isActive });
  expect(logged).toEqual(['Point of sale: in the background', 'Point of sale: active']);
});

test('logs any result and keeps the screen awake if possible [C-POS-07]', async () => {
  native.mockRejectedValueOnce(new Error('no status bar here'));
  await startPointOfSale(log);
  expect(logged).toEqual(['Point of sale: {"success":false,"error":"no status bar here"}']);
  await startPointOfSale(log);
  expect(logged.slice(1)).toEqual([expect.stringContaining('"success":true')]);
  expect(native).toHaveBeenLastCalledWith('KeepAwake.keepAwake');
  native.mockImplementation((call) =>
    call.startsWith('KeepAwake') ? Promise.reject(new Error('asleep')) : Promise.resolve(),
  );
  await startPointOfSale(log);
  expect(logged.at(-1)).toBe('Point of sale: the screen may sleep: Error: asleep');
});
