import { sql, type Kysely } from 'kysely';

/**
 * A payment that was recorded by mistake stays, and a row beside it takes it back: as with a change of the order what came
 * in is then the bill's no more. No money moved, so nobody is told of a refund, and the row never changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table refunds
      add column is_undo boolean not null default false,
      add constraint refunds_undo check (not is_undo or (of_change and status = 'succeeded' and method <> 'card'))
  `.execute(db);
}
