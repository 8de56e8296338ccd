import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql, type Kysely } from 'kysely';

/** The files of the schema; each refers only to tables of the files before it. */
const FILES = [
  'catalog',
  'people',
  'orders',
  'payments',
  'reservations',
  'messages',
  'reports',
  'platform',
  'bill-triggers',
];

/** The whole schema of 0.2.0. It replaces migrations 0001 to 0078. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  for (const file of FILES) {
    const statements = await readFile(path.join(import.meta.dirname, 'baseline', `${file}.sql`), 'utf8');
    await sql.raw(statements).execute(db);
  }
  await addHeatLevels(db);
}

/** Every restaurant starts with these heat levels. Their names are translated by the product. */
async function addHeatLevels(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into option_groups
      (id, name, kind, min_units, max_units, included, each_extra_cents, is_size, created_at, updated_at)
    values ('spice_level', 'Spice level', 'one', 1, 1, 0, 0, false, '2026-01-01Z', '2026-01-01Z');

    insert into group_options (group_id, id, name, price_cents, is_default, max_units, allergens, breaks, position)
    values ('spice_level', 'mild', 'Mild', 0, true, 1, '{}', '{}', 0),
           ('spice_level', 'medium', 'Medium', 0, false, 1, '{}', '{}', 1),
           ('spice_level', 'hot', 'Hot', 0, false, 1, '{}', '{}', 2)
  `.execute(db);
}
