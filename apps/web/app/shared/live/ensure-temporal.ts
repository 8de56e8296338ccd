/** Loads a Temporal polyfill where the browser has none; must complete before the first use. */
export async function ensureTemporal(): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
}
