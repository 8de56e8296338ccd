import { useSyncExternalStore } from 'react';
import { parseJsonFields } from '@tiffin/domain/core';
import { reportBrowserError } from '../../../shared/errors/report-browser-error.ts';
import { runAlone } from '../../../shared/page/run-alone.ts';
import { createStore } from '../../../shared/page/store.ts';
import { storedText } from '../../../shared/offline/text-storage.ts';
import { serverNow } from '../../../shared/live/server-clock.ts';
import { canPrintOverNetwork, sendOverNetwork, hasSerial, sendOverSerial, hasUsb, sendOverUsb } from './transports.ts';
import { encodeEscPos, toPaperWidth, USUAL_SETUP, type PrintContent, type PrinterSetup } from '@tiffin/domain/printing';
import { drawText } from './text-image.ts';
import { PrinterError, parsePrinter, type Printer, type PrintFault, type ConnectionType } from './printer.ts';

export interface PrinterState {
  readonly printer: Printer | null;
  readonly setup: PrinterSetup;
  /** When automatic printing of new orders' tickets began; null when it is off. */
  readonly ticketsSince: string | null;
  /** The fault of the last print; null when it succeeded. */
  readonly fault: PrintFault | null;
  readonly ways: readonly ConnectionType[];
}

/** While the page is rendered on the server, which knows no printer. */
const SERVER_STATE: PrinterState = { printer: null, setup: USUAL_SETUP, ticketsSince: null, fault: null, ways: [] };
const saved = storedText('tiffin_printer');
const lastFault = createStore<PrintFault | null>(null);
/** The last state, because React needs the same object until something changed. */
let snapshot: { readonly text: string | null; readonly fault: PrintFault | null; readonly state: PrinterState } | null =
  null;

export function printerState(): PrinterState {
  const text = saved.read();
  const fault = lastFault.get();
  if (snapshot?.text === text && snapshot.fault === fault) return snapshot.state;
  snapshot = { text, fault, state: { ...parseStored(text), fault, ways: supportedWays() } };
  return snapshot.state;
}

type StoredState = Pick<PrinterState, 'printer' | 'setup' | 'ticketsSince'>;

function parseStored(text: string | null): StoredState {
  // An earlier version stored no setup.
  const { printer, paper, ownLetters, ticketsSince } = parseJsonFields(text);
  return {
    printer: parsePrinter(printer),
    setup: { paper: toPaperWidth(paper), ownLetters: ownLetters === true },
    ticketsSince: typeof ticketsSince === 'string' ? ticketsSince : null,
  };
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

function store(next: Partial<StoredState>): void {
  const { printer, setup, ticketsSince } = { ...printerState(), ...next };
  saved.write(JSON.stringify({ printer, ...setup, ticketsSince }));
}

export function setPrinter(printer: Printer): void {
  lastFault.set(null);
  store({ printer });
}

export function forgetPrinter(): void {
  lastFault.set(null);
  store({ printer: null, setup: USUAL_SETUP, ticketsSince: null });
}

export function setPrinterSetup(change: Partial<PrinterSetup>): void {
  store({ setup: { ...printerState().setup, ...change } });
}

/** Starts from the present: tickets of existing orders were already printed or are not needed. */
export function setAutoPrint(isAutomatic: boolean): void {
  store({ ticketsSince: isAutomatic ? serverNow().toISOString() : null });
}

/** Runs one job after another, across all windows. False when printing failed; the state has the reason. */
export async function runPrintJob(content: PrintContent): Promise<boolean> {
  const { printer, setup } = printerState();
  if (!printer) return false;
  try {
    await runAlone('tiffin_printer', () => send(printer, encodeEscPos(content, drawText, setup)));
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
