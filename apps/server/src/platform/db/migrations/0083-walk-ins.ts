import { sql, type Kysely } from 'kysely';

/** Parties without a reservation take seats as well. Orders that could not be delivered come back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table reservations drop constraint reservations_source_check;
    alter table reservations add constraint reservations_source_check check (source in ('web', 'phone', 'walk-in')) not valid;
    alter table delivery_steps drop constraint delivery_steps_step_check;
    alter table delivery_steps add constraint delivery_steps_step_check
      check (step in ('waiting', 'taken', 'on-the-way', 'at-door', 'delivered', 'failed', 'returned')) not valid
  `.execute(db);
}
