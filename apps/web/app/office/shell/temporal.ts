/** Calendar arithmetic for browsers that do not bring it yet: asked for before the first use. */
export async function ensureTemporal(): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
}
