import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares hashes, which are all of one length, in constant time. */
export function sameToken(right: string, given: string): boolean {
  return timingSafeEqual(hash(right), hash(given));
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
