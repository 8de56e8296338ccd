import { sql, type Kysely } from 'kysely';

/**
 * How hot a dish is made becomes a group of the house. A house begins with what it had: its names are the product's own
 * and said in every language. Which dish asks for it, its mark says; a line keeps its three columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
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
