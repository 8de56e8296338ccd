import { registerPlugin } from '@capacitor/core';

/** The native plugin of the app (`NetworkPrinter.java`), which sends bytes to a printer on the local network. */
interface NetworkPrinterPlugin {
  print(job: { host: string; port: number; base64: string }): Promise<void>;
}

const plugin = registerPlugin<NetworkPrinterPlugin>('NetworkPrinter');

/** Rejects if the printer does not respond within five seconds or closes the connection. */
export function printOverNetwork(host: string, port: number, bytes: Uint8Array): Promise<void> {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte));
  return plugin.print({ host, port, base64: btoa(letters.join('')) });
}
