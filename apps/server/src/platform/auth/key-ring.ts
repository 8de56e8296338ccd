import { createHmac, hkdfSync } from 'node:crypto';
import { sameToken } from './secrets.ts';

/** What a key is for. A key of one purpose is useless for another. */
export type KeyPurpose = 'sign-in' | 'links' | 'devices' | 'passkeys' | 'codes' | 'pins' | 'sandbox';

/** A key with the id under which the database names it. */
export interface RingKey {
  readonly id: string;
  readonly key: string;
}

/**
 * The keys that are derived from AUTH_SECRET and from the secrets before it. Everything new is made with the current
 * key, and what older keys made stays valid while their secret is on the ring.
 */
export interface KeyRing {
  readonly current: (purpose: KeyPurpose) => RingKey;
  /** All keys, the current one first. */
  readonly all: (purpose: KeyPurpose) => readonly RingKey[];
  /** The secrets themselves, the newest first: versions before the ring used them as keys. */
  readonly secrets: readonly string[];
}

/** Makes a ring of secrets, the newest first. */
export function keyRing(secrets: readonly [string, ...string[]]): KeyRing {
  const rings = new Map<KeyPurpose, readonly [RingKey, ...RingKey[]]>();
  const ringOf = (purpose: KeyPurpose): readonly [RingKey, ...RingKey[]] => {
    const ring = rings.get(purpose) ?? mapAll(secrets, (secret) => ringKey(secret, purpose));
    rings.set(purpose, ring);
    return ring;
  };
  return { secrets, all: ringOf, current: (purpose) => ringOf(purpose)[0] };
}

function mapAll<A, B>([first, ...rest]: readonly [A, ...A[]], map: (each: A) => B): readonly [B, ...B[]] {
  return [map(first), ...rest.map(map)];
}

function ringKey(secret: string, purpose: KeyPurpose): RingKey {
  return { key: derive(secret, purpose), id: derive(secret, `id of ${purpose}`).slice(0, 7) };
}

function derive(secret: string, info: string): string {
  return Buffer.from(hkdfSync('sha256', secret, 'tiffin', info, 32)).toString('hex');
}

type MacEncoding = 'base64' | 'base64url' | 'hex';

export function macOf(key: string, content: string | Uint8Array, encoding: MacEncoding): string {
  return createHmac('sha256', key).update(content).digest(encoding);
}

/**
 * Whether one of the keys that were ever used for a purpose made a signature: those on the ring, and the secrets
 * themselves, which earlier versions used for everything.
 */
export function isSignedByRing({ all, secrets }: KeyRing, purpose: KeyPurpose, isSignedBy: (key: string) => boolean) {
  // Every key is tried, so that the time does not tell which one it was.
  const results = [...all(purpose).map(({ key }) => key), ...secrets].map(isSignedBy);
  return results.includes(true);
}

/** Whether one of those keys made the MAC of this content. */
export function isMacOfRing(
  ring: KeyRing,
  purpose: KeyPurpose,
  {
    content,
    mac,
    encoding,
  }: { readonly content: string | Uint8Array; readonly mac: string; readonly encoding: MacEncoding },
): boolean {
  return isSignedByRing(ring, purpose, (key) => sameToken(macOf(key, content, encoding), mac));
}
