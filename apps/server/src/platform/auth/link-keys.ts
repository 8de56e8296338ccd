import { createHmac } from 'node:crypto';
import { hashKey, sameToken } from './secrets.ts';

/** What a link opens without an account. */
type LinkTo = 'receipt' | 'reservation';

/**
 * Derives the token in a link from the number and the server's secret, so that the database stores only a hash and a
 * link can be shown again.
 */
export type LinkKeys = (to: LinkTo, id: string) => string;

export function linkKeysOf(secret: string): LinkKeys {
  const key = createHmac('sha256', secret).update('keys of links').digest();
  return (to, id) => createHmac('sha256', key).update(`${to} ${id}`).digest('base64url').slice(0, 32);
}

/** Marks a stored value as a hash. */
const HASHED = 'sha256:';

interface Thing {
  readonly to: LinkTo;
  readonly id: string;
  /** The value stored in the row. */
  readonly stored: string;
}

/** What a new row stores of its token. */
export function storedLinkKey(keys: LinkKeys, to: LinkTo, id: string): string {
  return `${HASHED}${hashKey(keys(to, id))}`;
}

/** Whether a token matches: the derived one, or one that was sent under another secret or by an earlier version. */
export function isLinkTokenValid(keys: LinkKeys, { to, id, stored }: Thing, provided: string | undefined): boolean {
  if (provided === undefined || provided === '') return false;
  const fits = sameToken(keys(to, id), provided);
  return sameToken(stored, `${HASHED}${hashKey(provided)}`) || fits;
}
