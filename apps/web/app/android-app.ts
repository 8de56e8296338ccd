import { startPointOfSale } from '@tiffin/android';

/** Runs inside the Android app. Console messages go to the tablet's log. */
export function start(): Promise<void> {
  // oxlint-disable-next-line no-console
  return startPointOfSale((line) => console.info(line));
}
