import { sql, type Kysely } from 'kysely';

/**
 * A number that rises with each change of a reservation, for calendars. Until now the number was the time of the change
 * in seconds; existing reservations continue from there, because calendars ignore a lower number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table reservations add column sequence integer not null default 0;
    update reservations set sequence = floor(extract(epoch from updated_at))::bigint % 2147483648
  `.execute(db);
}
