import { reportBrowserError } from '../../../shared/errors/report-browser-error.ts';
import { PRINT_TIMEOUT_MS, PrinterError, type Printer } from './printer.ts';

/** Every error while printing means that the printer cannot be reached; the first one is kept as the cause. */
const outOfReach = (cause: unknown) => new PrinterError('out-of-reach', { cause });

/** Only the Android app can connect to network printers. */
export const canPrintOverNetwork = () => 'androidBridge' in globalThis;

export async function sendOverNetwork(
  { host, port }: Extract<Printer, { way: 'network' }>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const { printOverNetwork } = await import('@tiffin/android');
  try {
    await printOverNetwork(host, port, bytes);
  } catch (cause) {
    throw outOfReach(cause);
  }
}

/** The part of Web Serial that printing needs; TypeScript has no types for it. */
interface SerialPort {
  readonly writable: WritableStream<Uint8Array<ArrayBuffer>> | null;
  getInfo(): { usbVendorId?: number; usbProductId?: number };
  open(options: { baudRate: number }): Promise<void>;
  close(): Promise<void>;
}
interface Serial {
  requestPort(): Promise<SerialPort>;
  getPorts(): Promise<SerialPort[]>;
}
type SerialPrinter = Extract<Printer, { way: 'serial' }>;

function serial(): Serial | null {
  return 'serial' in navigator ? (navigator.serial as Serial) : null;
}

export const hasSerial = () => serial() !== null;

/** Asks the user to choose a serial port; null when they cancel. */
export async function chooseSerial(baudRate: number): Promise<SerialPrinter | null> {
  const port = await serial()
    ?.requestPort()
    .catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotFoundError') return null;
      throw error;
    });
  if (!port) return null;
  const { usbVendorId = null, usbProductId = null } = port.getInfo();
  return { way: 'serial', baudRate, vendorId: usbVendorId, productId: usbProductId };
}

export async function sendOverSerial(printer: SerialPrinter, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const ports = (await serial()?.getPorts()) ?? [];
  const port = ports.find((each) => {
    const { usbVendorId = null, usbProductId = null } = each.getInfo();
    return usbVendorId === printer.vendorId && usbProductId === printer.productId;
  });
  // Unlike a USB printer, a port stays when the printer is unplugged, so only the permission can be missing.
  if (!port) throw new PrinterError('gone');
  // Open only while printing, because another window may need it next.
  try {
    await port.open({ baudRate: printer.baudRate });
    try {
      const writer = port.writable?.getWriter();
      if (!writer) throw new PrinterError('out-of-reach');
      // A printer that is switched off may block the cable's flow control forever.
      const giveUp = () => writer.abort(new PrinterError('out-of-reach')).catch(reportBrowserError);
      const timer = setTimeout(() => void giveUp(), PRINT_TIMEOUT_MS);
      try {
        await writer.write(bytes);
        await writer.close();
      } finally {
        clearTimeout(timer);
      }
    } finally {
      await port.close();
    }
  } catch (cause) {
    throw outOfReach(cause);
  }
}

/** The part of WebUSB that printing needs; TypeScript has no types for it. */
interface UsbEndpoint {
  readonly endpointNumber: number;
  readonly direction: 'in' | 'out';
  readonly type: string;
}
interface UsbInterface {
  readonly interfaceNumber: number;
  readonly alternates: readonly {
    readonly interfaceClass: number;
    readonly endpoints: readonly UsbEndpoint[];
  }[];
}
interface UsbDevice {
  readonly vendorId: number;
  readonly productId: number;
  readonly productName?: string;
  readonly configuration: { readonly interfaces: readonly UsbInterface[] } | null;
  open(): Promise<void>;
  close(): Promise<void>;
  selectConfiguration(value: number): Promise<void>;
  claimInterface(number: number): Promise<void>;
  transferOut(endpoint: number, bytes: Uint8Array<ArrayBuffer>): Promise<{ readonly status?: string }>;
}
interface Usb {
  requestDevice(options: { filters: readonly { classCode: number }[] }): Promise<UsbDevice>;
  getDevices(): Promise<UsbDevice[]>;
}
type UsbPrinter = Extract<Printer, { way: 'usb' }>;

/** The code of printers in the USB standard. */
const PRINTER_CLASS = 7;

function usb(): Usb | null {
  return 'usb' in navigator ? (navigator.usb as Usb) : null;
}

export const hasUsb = () => usb() !== null;

/** Asks the user to choose a USB printer; null when they cancel. */
export async function chooseUsb(): Promise<UsbPrinter | null> {
  const device = await usb()
    ?.requestDevice({ filters: [{ classCode: PRINTER_CLASS }] })
    .catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotFoundError') return null;
      throw error;
    });
  if (!device) return null;
  const { vendorId, productId, productName = '' } = device;
  return { way: 'usb', vendorId, productId, name: productName };
}

export async function sendOverUsb(printer: UsbPrinter, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const devices = (await usb()?.getDevices()) ?? [];
  const device = devices.find(
    ({ vendorId, productId }) => vendorId === printer.vendorId && productId === printer.productId,
  );
  // The browser does not list a permitted printer that is not plugged in.
  if (!device) throw new PrinterError('out-of-reach');
  // Closing a busy device aborts its transfer.
  const timer = setTimeout(() => void device.close().catch(reportBrowserError), PRINT_TIMEOUT_MS);
  try {
    await device.open();
    try {
      // Without a configuration, the device has no interfaces. The first one has the number 1.
      if (device.configuration === null) await device.selectConfiguration(1);
      const { interfaceNumber, endpoint } = findPrinterInterface(device);
      await device.claimInterface(interfaceNumber);
      const { status } = await device.transferOut(endpoint, bytes);
      if (status !== undefined && status !== 'ok') throw new PrinterError('out-of-reach');
    } finally {
      await device.close();
    }
  } catch (cause) {
    throw outOfReach(cause);
  } finally {
    clearTimeout(timer);
  }
}

/** The interface of the device that prints, and its endpoint that takes the bytes. */
function findPrinterInterface(device: UsbDevice): { interfaceNumber: number; endpoint: number } {
  for (const { interfaceNumber, alternates } of device.configuration?.interfaces ?? []) {
    const [first] = alternates;
    const out = first?.endpoints.find(({ direction, type }) => direction === 'out' && type === 'bulk');
    if (first?.interfaceClass === PRINTER_CLASS && out) return { interfaceNumber, endpoint: out.endpointNumber };
  }
  throw new PrinterError('out-of-reach');
}
