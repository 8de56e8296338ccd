import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { hashKey, sameToken } from './secrets.ts';

/** What a link opens for whoever has it, without an account. */
type LinkTo = 'receipt' | 'reservation';

/**
 * The key in the link to something: made of its number and a key of the house, so that none need lie in the
 * database, and a link can be written again whenever it is wanted.
 */
export type LinkKeys = (to: LinkTo, id: string) => string;

export function linkKeysOf(secret: string): LinkKeys {
  const key = createHmac('sha256', secret).update('keys of links').digest();
  return (to, id) => createHmac('sha256', key).update(`${to} ${id}`).digest('base64url').slice(0, 32);
}

/** How a column says that it holds a key's hash; others hold the key itself, as copies from before write it. */
const HASHED = 'sha256:';

interface Thing {
  readonly to: LinkTo;
  readonly id: string;
  /** What its row keeps. */
  readonly stored: string;
}

/** As long as a row keeps its key in clear that is the one to show: a copy from before may be asked for it next. */
export function keyInLink(keys: LinkKeys, { to, id, stored }: Thing): string {
  return stored.startsWith(HASHED) ? keys(to, id) : stored;
}

/** Is this the key to it: the one we would write, or one that was sent before? */
export function fitsLink(keys: LinkKeys, { to, id, stored }: Thing, provided: string | undefined): boolean {
  if (provided === undefined || provided === '') return false;
  const fits = sameToken(keys(to, id), provided);
  return sameToken(stored, stored.startsWith(HASHED) ? `${HASHED}${hashKey(provided)}` : provided) || fits;
}

const BATCH = 500;
/** Copies of the server from before compare with the key itself, and are surely gone a day after the upgrade. */
const UPGRADE = '0020-link-keys';
const KEYS = [
  { table: 'orders', key: 'receipt_token' },
  { table: 'reservations', key: 'manage_token' },
] as const;

/** What opens a receipt or a reservation goes from their rows; its hash stays, so that links that were sent go on working. */
export async function hashLinkKeys({ db }: { readonly db: Db }): Promise<void> {
  const { rows } = await sql<{ over: boolean }>`
    select exists (select from schema_migrations
      where name = ${UPGRADE} and timestamp::timestamptz < now() - interval '1 day') as over
  `.execute(db);
  if (!rows[0]?.over) return;
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
