/** So many devices may follow one thing for one person; more is somebody who tries something. */
export const DEVICES_MAX = 10;
const ENDPOINT_MAX = 1000;

/**
 * Whether a browser's push service could have this address: a name of the public web, by TLS. What the
 * name leads to is looked at once more when it is asked.
 */
export function isPushEndpoint(text: string): boolean {
  if (text.length > ENDPOINT_MAX) return false;
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '') return false;
  // A name with a top level of letters: no number is one, however it is written, and no name of this server's own.
  return (
    /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/.test(url.hostname) &&
    !/\.(?:local|localhost|internal|lan|home|arpa)$/.test(url.hostname)
  );
}
