import { startPointOfSale } from '@tiffin/android';

/** Inside the Android app. What the console says stands in the tablet's log. */
export function start(): Promise<void> {
  // oxlint-disable-next-line no-console
  return startPointOfSale((line) => console.info(line));
}
