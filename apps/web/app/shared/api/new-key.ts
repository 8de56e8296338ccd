/** Returns the same key for a repeated request, so that it is done once, and a new key for another request. */
export function createKeyCache(): (request: unknown) => string {
  let sent = { body: '', key: '' };
  return (request) => {
    const body = JSON.stringify(request);
    if (sent.body !== body) sent = { body, key: newKey() };
    return sent.key;
  };
}

/** A unique key. Unlike crypto.randomUUID it also works on a page without TLS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
