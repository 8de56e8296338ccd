import { createHmac } from 'node:crypto';
import type { KeyRing } from './key-ring.ts';
import { hashKey, sameToken } from './secrets.ts';

/** What a link opens without an account. */
type LinkTo = 'receipt' | 'payment' | 'reservation' | 'wait' | 'gift-card' | 'printed-card' | 'sitting' | 'table-guest';

/**
 * Derives the token in a link from the number and the server's secret, so that the database stores only a hash and a
 * link can be shown again.
 */
export interface LinkKeys {
  (to: LinkTo, id: string): string;
  /** All tokens of one link: the current one, and those of the other keys on the ring. */
  readonly all: (to: LinkTo, id: string) => readonly string[];
}

export function linkKeysOf(ring: KeyRing): LinkKeys {
  // Versions before the ring derived one key from the secret itself.
  const earlier = ring.secrets.map((secret) => createHmac('sha256', secret).update('keys of links').digest());
  const makers = [...ring.all('links').map(({ key }) => tokenMaker(key)), ...earlier.map(tokenMaker)];
  return Object.assign(tokenMaker(ring.current('links').key), {
    all: (to: LinkTo, id: string) => makers.map((make) => make(to, id)),
  });
}

function tokenMaker(key: string | Buffer) {
  return (to: LinkTo, id: string) => createHmac('sha256', key).update(`${to} ${id}`).digest('base64url').slice(0, 32);
}

/** Marks a stored value as a hash. */
const HASHED = 'sha256:';

interface Link {
  readonly to: LinkTo;
  readonly id: string;
  /** The value stored in the row. */
  readonly stored: string;
}

/** What the database stores of a link's token. */
export function storedLinkKey(keys: LinkKeys, to: LinkTo, id: string): string {
  return `${HASHED}${hashKey(keys(to, id))}`;
}

/** Whether a token matches: the derived one, or one that was sent under another secret or by an earlier version. */
export function isLinkTokenValid(keys: LinkKeys, { to, id, stored }: Link, provided: string | undefined): boolean {
  if (provided === undefined || provided === '') return false;
  const matches = keys.all(to, id).map((token) => sameToken(token, provided));
  return sameToken(stored, `${HASHED}${hashKey(provided)}`) || matches.includes(true);
}
