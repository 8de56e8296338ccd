import { registerPlugin } from '@capacitor/core';

/** The app's own plugin (`NetworkPrinter.java`): bytes to a printer on the local network. */
interface NetworkPrinterPlugin {
  print(job: { host: string; port: number; base64: string }): Promise<void>;
}

const plugin = registerPlugin<NetworkPrinterPlugin>('NetworkPrinter');

/** Rejects when the printer does not answer within five seconds or hangs up. */
export function printOverNetwork(host: string, port: number, bytes: Uint8Array): Promise<void> {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte));
  return plugin.print({ host, port, base64: btoa(letters.join('')) });
}
