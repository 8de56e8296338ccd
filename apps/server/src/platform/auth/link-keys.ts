import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
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

/** Prefix of a column that stores a hash. */
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

/** A row of an earlier version may still contain a plain token, which was sent then. */
export function keyInLink(keys: LinkKeys, { to, id, stored }: Thing): string {
  return stored.startsWith(HASHED) ? keys(to, id) : stored;
}

/** Whether a token matches: the derived one, or one that was sent earlier. */
export function fitsLink(keys: LinkKeys, { to, id, stored }: Thing, provided: string | undefined): boolean {
  if (provided === undefined || provided === '') return false;
  const fits = sameToken(keys(to, id), provided);
  return sameToken(stored, stored.startsWith(HASHED) ? `${HASHED}${hashKey(provided)}` : provided) || fits;
}

const BATCH = 500;
const KEYS = [
  { table: 'orders', key: 'receipt_token' },
  { table: 'reservations', key: 'manage_token' },
] as const;

/** Replaces plain tokens of earlier versions by their hashes, so that links that were sent keep working. */
export async function hashLinkKeys({ db }: { readonly db: Db }): Promise<void> {
  for (const { table, key } of KEYS) {
    for (;;) {
      const { numAffectedRows = 0n } = await sql`
        update ${sql.table(table)} set ${sql.ref(key)} = ${HASHED} || encode(sha256(convert_to(${sql.ref(key)}, 'UTF8')), 'hex')
        where id in (select id from ${sql.table(table)} where ${sql.ref(key)} not like 'sha256:%' limit ${BATCH}
          for update skip locked)
      `.execute(db);
      if (numAffectedRows < BATCH) break;
    }
  }
}
