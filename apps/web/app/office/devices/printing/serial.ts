import { reportBrowserError } from '../../../shared/errors/report-browser-error.ts';
import { PATIENCE_MS, PrinterError, type Printer } from './printer.ts';

/** The part of Web Serial that printing needs; TypeScript does not know it yet. */
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

/** Asks the person which port it is; null when they choose none. */
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
  if (!port) throw new PrinterError('gone');
  // Open only while it prints: another window may need it next.
  try {
    await port.open({ baudRate: printer.baudRate });
    try {
      const writer = port.writable?.getWriter();
      if (!writer) throw new PrinterError('out-of-reach');
      // A printer that is switched off holds its cable's line up, and would for ever.
      const giveUp = () => writer.abort(new PrinterError('out-of-reach')).catch(reportBrowserError);
      const late = setTimeout(() => void giveUp(), PATIENCE_MS);
      try {
        await writer.write(bytes);
        await writer.close();
      } finally {
        clearTimeout(late);
      }
    } finally {
      await port.close();
    }
  } catch (cause) {
    throw new PrinterError('out-of-reach', { cause });
  }
}
