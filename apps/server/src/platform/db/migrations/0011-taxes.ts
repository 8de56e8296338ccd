import { sql, type Kysely } from 'kysely';

/** What a dish is before the law, and the taxes a location carries. Locations of before go on by their postal code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table menu_items add column tax_class text not null default 'meal'
      check (tax_class in ('meal', 'liquor', 'grocery', 'untaxed'));

    -- whose law is followed, or codes of its own; null: what the postal code says
    alter table locations add column taxes jsonb;
    -- what tips in per cent are reckoned on, where no law says it; null: on the sum with tax
    alter table locations add column tip_base text check (tip_base in ('before-tax', 'with-tax'))
  `.execute(db);
}
