/** The site a tablet belongs to: its origin and nothing behind it, for only an origin is trusted with the device. */
export function siteAddress(text: string | undefined): string | null {
  const url = text === undefined ? null : URL.parse(text.trim());
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  return url.origin;
}
