import { sql, type Kysely } from 'kysely';

/** Prices may have their tax in them, and a place may ask nobody for a tip. All of before add it, and ask. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- it is in the total already, and no part of what the orders call their tax
    alter table bill_taxes add column included boolean not null default false;
    -- null: it asks
    alter table locations add column asks_tips boolean;
  `.execute(db);
}
