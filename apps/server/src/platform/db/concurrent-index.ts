import { sql, type Kysely } from 'kysely';

/**
 * Builds an index while the table is used, for a migration with `runsOutsideTransaction`. An interrupted build leaves an
 * invalid index, which is dropped first.
 */
export async function createIndexConcurrently(
  db: Kysely<unknown>,
  { name, on, unique = false }: { readonly name: string; readonly on: string; readonly unique?: boolean },
): Promise<void> {
  const { rows } = await sql<{ isValid: boolean }>`
    select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  if (rows[0]?.isValid) return;
  if (rows[0]) await sql`drop index concurrently ${sql.id(name)}`.execute(db);
  await sql`create ${sql.raw(unique ? 'unique ' : '')}index concurrently ${sql.id(name)} on ${sql.raw(on)}`.execute(db);
}
