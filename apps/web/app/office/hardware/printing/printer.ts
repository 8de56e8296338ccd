import { asRecord } from '@tiffin/domain/core';

export type Printer =
  | { readonly way: 'usb'; readonly vendorId: number; readonly productId: number; readonly name: string }
  | {
      readonly way: 'serial';
      readonly baudRate: number;
      /** The USB ids of the serial adapter; null for a built-in port. */
      readonly vendorId: number | null;
      readonly productId: number | null;
    }
  | { readonly way: 'network'; readonly host: string; readonly port: number };

export type ConnectionType = Printer['way'];

export const BAUD_RATES = [9600, 19_200, 38_400, 115_200] as const;
/** The standard port for raw printing over the network. */
export const RAW_PORT = 9100;

/** Longer than the longest receipt takes over the slowest connection. */
export const PRINT_TIMEOUT_MS = 20_000;

/** Why printing failed. `gone`: the browser lost permission for the printer, so it must be chosen again. */
export type PrintFault = 'gone' | 'out-of-reach';

export class PrinterError extends Error {
  readonly fault: PrintFault;
  constructor(fault: PrintFault, options?: ErrorOptions) {
    super(`printer ${fault}`, options);
    this.fault = fault;
  }
}

/** Reads the stored printer defensively, because an older version may have written it. */
export function parsePrinter(stored: unknown): Printer | null {
  const record = asRecord(stored);
  if (!record) return null;
  const { way, vendorId, productId, name, baudRate, host, port } = record;
  const isNumber = (value: unknown): value is number => typeof value === 'number';
  if (way === 'usb' && isNumber(vendorId) && isNumber(productId)) {
    return { way, vendorId, productId, name: typeof name === 'string' ? name : '' };
  }
  if (way === 'serial' && isNumber(baudRate)) {
    return {
      way,
      baudRate,
      vendorId: isNumber(vendorId) ? vendorId : null,
      productId: isNumber(productId) ? productId : null,
    };
  }
  if (way === 'network' && typeof host === 'string' && isNumber(port)) return { way, host, port };
  return null;
}
