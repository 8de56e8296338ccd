import { KeepAwake } from '@capacitor-community/keep-awake';
import { initializePointOfSale } from './point-of-sale.ts';

export { printOverNetwork } from './network-printer.ts';

/** Runs when the site starts in the Android app. The result is only logged. */
export async function startPointOfSale(log: (line: string) => void): Promise<void> {
  const outcome = await initializePointOfSale(log);
  log(`Point of sale: ${JSON.stringify(outcome)}`);
  if (!outcome.success) return;
  await KeepAwake.keepAwake().catch((error: unknown) => log(`Point of sale: the screen may sleep: ${String(error)}`));
}
