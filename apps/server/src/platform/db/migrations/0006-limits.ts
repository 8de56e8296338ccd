import { sql, type Kysely } from 'kysely';

/** From where a table was booked, and which messages go to somebody who may know nothing of them: both are counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- the network address, while the dinner is still to come
    alter table reservations add column booked_from text;
    create index reservations_from on reservations (booked_from)
      where booked_from is not null and status in ('pending', 'confirmed') and not is_over;

    -- made by somebody who never showed that the recipient is theirs
    alter table messages add column unproven boolean not null default false;
    create index messages_unproven on messages (recipient, created_at) where unproven;
  `.execute(db);
}
