import { afterEach, expect, test, vi } from 'vitest';
import { PRINT_TIMEOUT_MS, PrinterError } from './printer.ts';
import { chooseSerial, hasSerial, sendOverSerial, chooseUsb, hasUsb, sendOverUsb } from './transports.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const bytes = Uint8Array.of(1, 2, 3);
const printer = { way: 'usb', vendorId: 1208, productId: 3624, name: 'TM-T20' } as const;

/** A printer with a storage interface before its printer interface, as some have. */
function usbPrinter({ status = 'ok', opens = true, isPrinter = true } = {}) {
  const did: string[] = [];
  const face = (number: number, interfaceClass: number) => ({
    interfaceNumber: number,
    alternates: [
      {
        interfaceClass,
        endpoints: [
          { endpointNumber: 1, direction: 'in', type: 'bulk' },
          { endpointNumber: 2, direction: 'out', type: 'bulk' },
        ],
      },
    ],
  });
  const device = {
    vendorId: 1208,
    productId: 3624,
    productName: 'TM-T20',
    configuration: null as object | null,
    async open() {
      if (!opens) throw new DOMException('Access denied.', 'SecurityError');
      did.push('open');
    },
    async selectConfiguration(value: number) {
      did.push(`configuration ${value}`);
      device.configuration = { interfaces: [face(0, 8), ...(isPrinter ? [face(1, 7)] : [])] };
    },
    claimInterface: async (number: number) => void did.push(`claim ${number}`),
    async transferOut(endpoint: number, sent: Uint8Array) {
      did.push(`endpoint ${endpoint}: ${sent.join(' ')}`);
      return { status };
    },
    close: async () => void did.push('close'),
  };
  return { device, did };
}

function plugUsb(devices: object[]): void {
  const [first] = devices;
  const requestDevice = () =>
    first ? Promise.resolve(first) : Promise.reject(new DOMException('No device selected.', 'NotFoundError'));
  vi.stubGlobal('navigator', { usb: { requestDevice, getDevices: async () => devices } });
}

test('chooses a USB printer and sends the data to its printer interface', async () => {
  const { device, did } = usbPrinter();
  plugUsb([device]);
  expect(hasUsb()).toBe(true);
  expect(await chooseUsb()).toEqual(printer);
  await sendOverUsb(printer, bytes);
  expect(did).toEqual(['open', 'configuration 1', 'claim 1', 'endpoint 2: 1 2 3', 'close']);
});

test('cancelling the printer choice returns no printer and no error', async () => {
  plugUsb([]);
  expect(await chooseUsb()).toBeNull();
});

test.each([
  ['unplugged', null, undefined],
  ['taken by a driver', usbPrinter({ opens: false }), undefined],
  ['stalled', usbPrinter({ status: 'stall' }), 'close'],
  ['no printer at all', usbPrinter({ isPrinter: false }), 'close'],
])('a USB printer that is %s cannot be reached and is released', async (_how, made, last) => {
  plugUsb(made ? [made.device] : []);
  await expect(sendOverUsb(printer, bytes)).rejects.toMatchObject({ fault: 'out-of-reach' });
  expect(made?.did.at(-1)).toBe(last);
});

test('a serial printer is opened at its speed for the job and closed afterwards', async () => {
  const did: unknown[] = [];
  const port = {
    getInfo: () => ({}),
    open: async ({ baudRate }: { baudRate: number }) => void did.push(`open ${baudRate}`),
    close: async () => void did.push('close'),
    writable: new WritableStream<Uint8Array>({ write: (sent) => void did.push(sent.join(' ')) }),
  };
  vi.stubGlobal('navigator', { serial: { requestPort: async () => port, getPorts: async () => [port] } });
  expect(hasSerial()).toBe(true);
  const chosen = await chooseSerial(38_400);
  expect(chosen).toEqual({ way: 'serial', baudRate: 38_400, vendorId: null, productId: null });
  await sendOverSerial({ way: 'serial', baudRate: 38_400, vendorId: null, productId: null }, bytes);
  expect(did).toEqual(['open 38400', '1 2 3', 'close']);
});

test('gives up a serial printer that accepts no data', async () => {
  vi.useFakeTimers();
  let closed = false;
  const port = {
    getInfo: () => ({}),
    open: () => Promise.resolve(),
    close: async () => void (closed = true),
    writable: new WritableStream<Uint8Array>({
      write: (_bytes, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    }),
  };
  vi.stubGlobal('navigator', { serial: { getPorts: async () => [port] } });
  const sending = sendOverSerial({ way: 'serial', baudRate: 9600, vendorId: null, productId: null }, bytes);
  const [sent] = await Promise.allSettled([sending, vi.advanceTimersByTimeAsync(PRINT_TIMEOUT_MS)]);
  expect(sent).toMatchObject({ status: 'rejected', reason: { fault: 'out-of-reach' } });
  expect(closed).toBe(true);
});

test('a serial port without browser permission must be chosen again', async () => {
  vi.stubGlobal('navigator', { serial: { getPorts: async () => [] } });
  const sent = sendOverSerial({ way: 'serial', baudRate: 9600, vendorId: 1, productId: 2 }, bytes);
  await expect(sent).rejects.toEqual(new PrinterError('gone'));
});

test('a browser without Web Serial and WebUSB offers neither', () => {
  vi.stubGlobal('navigator', {});
  expect([hasUsb(), hasSerial()]).toEqual([false, false]);
});
