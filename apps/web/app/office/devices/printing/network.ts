import { PrinterError, type Printer } from './printer.ts';

/** Only the Android app can talk to a printer on the network. */
export const hasNetwork = () => 'androidBridge' in globalThis;

export async function sendOverNetwork(
  { host, port }: Extract<Printer, { way: 'network' }>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const { printOverNetwork } = await import('@tiffin/android');
  try {
    await printOverNetwork(host, port, bytes);
  } catch (cause) {
    throw new PrinterError('out-of-reach', { cause });
  }
}
