/** Returns the origin of the site. Only an origin gets access to the device. */
export function siteAddress(text: string | undefined): string | null {
  const url = text === undefined ? null : URL.parse(text.trim());
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  return url.origin;
}
