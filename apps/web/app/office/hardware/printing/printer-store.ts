import { useSyncExternalStore } from 'react';
import { parseJsonFields } from '@tiffin/domain/core';
import { reportBrowserError } from '../../../shared/errors/report-browser-error.ts';
import { runAlone } from '../../../shared/page/run-alone.ts';
import { createStore } from '../../../shared/page/store.ts';
import { storedText } from '../../../shared/offline/text-storage.ts';
import { serverNow } from '../../../shared/live/server-clock.ts';
import { canPrintOverNetwork, sendOverNetwork, hasSerial, sendOverSerial, hasUsb, sendOverUsb } from './transports.ts';
import { encodeEscPos, type PrintContent } from '@tiffin/domain/printing';
import { drawText } from './text-image.ts';
import { PrinterError, parsePrinter, type Printer, type PrintFault, type ConnectionType } from './printer.ts';

export interface PrinterState {
  readonly printer: Printer | null;
  /** When automatic printing of new orders' tickets began; null when it is off. */
  readonly ticketsSince: string | null;
  /** The fault of the last print; null when it succeeded. */
  readonly fault: PrintFault | null;
  readonly ways: readonly ConnectionType[];
}

/** While the page is rendered on the server, which knows no printer. */
const SERVER_STATE: PrinterState = { printer: null, ticketsSince: null, fault: null, ways: [] };
const saved = storedText('tiffin_printer');
const lastFault = createStore<PrintFault | null>(null);
/** The last state, because React needs the same object until something changed. */
let snapshot: { readonly text: string | null; readonly fault: PrintFault | null; readonly state: PrinterState } | null =
  null;

export function printerState(): PrinterState {
  const text = saved.read();
  const fault = lastFault.get();
  if (snapshot?.text === text && snapshot.fault === fault) return snapshot.state;
  const { printer, ticketsSince } = parseStored(text);
  snapshot = { text, fault, state: { printer, ticketsSince, fault, ways: supportedWays() } };
  return snapshot.state;
}

function parseStored(text: string | null): Pick<PrinterState, 'printer' | 'ticketsSince'> {
  const { printer, ticketsSince } = parseJsonFields(text);
  return { printer: parsePrinter(printer), ticketsSince: typeof ticketsSince === 'string' ? ticketsSince : null };
}

function supportedWays(): readonly ConnectionType[] {
  const has: Readonly<Record<ConnectionType, () => boolean>> = {
    network: canPrintOverNetwork,
    usb: hasUsb,
    serial: hasSerial,
  };
  return (['network', 'usb', 'serial'] as const).filter((way) => has[way]());
}

export function usePrinter(): PrinterState {
  return useSyncExternalStore(watch, printerState, () => SERVER_STATE);
}

function watch(onChange: () => void): () => void {
  const stops = [saved.subscribe(onChange), lastFault.subscribe(onChange)];
  return () => stops.forEach((stop) => stop());
}

function store(next: Partial<Pick<PrinterState, 'printer' | 'ticketsSince'>>): void {
  const { printer, ticketsSince } = { ...printerState(), ...next };
  saved.write(JSON.stringify({ printer, ticketsSince }));
}

export function setPrinter(printer: Printer): void {
  lastFault.set(null);
  store({ printer });
}

export function forgetPrinter(): void {
  lastFault.set(null);
  store({ printer: null, ticketsSince: null });
}

/** Starts from the present: tickets of existing orders were already printed or are not needed. */
export function setAutoPrint(isAutomatic: boolean): void {
  store({ ticketsSince: isAutomatic ? serverNow().toISOString() : null });
}

/** Runs one job after another, across all windows. False when printing failed; the state has the reason. */
export async function runPrintJob(content: PrintContent): Promise<boolean> {
  const { printer } = printerState();
  if (!printer) return false;
  try {
    await runAlone('tiffin_printer', () => send(printer, encodeEscPos(content, drawText)));
    lastFault.set(null);
    return true;
  } catch (error) {
    if (!(error instanceof PrinterError)) reportBrowserError(error);
    lastFault.set(error instanceof PrinterError ? error.fault : 'out-of-reach');
    return false;
  }
}

function send(printer: Printer, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  switch (printer.way) {
    case 'usb':
      return sendOverUsb(printer, bytes);
    case 'serial':
      return sendOverSerial(printer, bytes);
    default:
      return sendOverNetwork(printer, bytes);
  }
}
