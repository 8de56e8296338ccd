import { sql, type Kysely } from 'kysely';

/** Reads the rows from before the checks of 0080 and 0083, without blocking their writers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table menu_items validate constraint unstated_allergens;
    alter table chain_dishes validate constraint unstated_chain_allergens;
    alter table reservations validate constraint reservations_source_check;
    alter table delivery_steps validate constraint delivery_steps_step_check
  `.execute(db);
}
