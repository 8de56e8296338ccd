import { sql, type Kysely } from 'kysely';

/**
 * Whether a person has stated what a dish contains. Dishes from before have no value and count as stated, as they did.
 * A dish that nobody has stated has no allergens in `allergens`, so older copies of the server can read it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table menu_items add column allergens_stated boolean,
      add constraint unstated_allergens check (allergens_stated is not false or allergens = '{}') not valid;
    alter table chain_dishes add column allergens_stated boolean,
      add constraint unstated_chain_allergens check (allergens_stated is not false or allergens = '{}') not valid
  `.execute(db);
}
