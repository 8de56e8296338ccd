/** The same wish sent again goes under the same key, and so is done once; another wish has another. */
export function keyKeeper(): (request: unknown) => string {
  let sent = { body: '', key: '' };
  return (wished) => {
    const request = JSON.stringify(wished);
    if (sent.body !== request) sent = { body: request, key: newKey() };
    return sent.key;
  };
}

/** A key nobody else has; unlike crypto.randomUUID it also comes on a till without TLS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
