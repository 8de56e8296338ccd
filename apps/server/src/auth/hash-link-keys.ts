import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { HASHED } from './link-keys.ts';

const BATCH = 500;
/** Copies of the server from before compare with the key itself, and are surely gone a day after the upgrade. */
const UPGRADE = '0020-link-keys';
const KEYS = [
  { table: 'orders', key: 'receipt_token' },
  { table: 'reservations', key: 'manage_token' },
] as const;

/** What opens a receipt or a reservation goes from their rows; its hash stays, so that links that were sent go on working. */
export async function hashLinkKeys({ db }: Pick<Context, 'db'>): Promise<void> {
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
