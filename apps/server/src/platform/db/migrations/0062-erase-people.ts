import { sql, type Kysely } from 'kysely';

/**
 * Columns for erasing people: when a row lost its person, what the figures count its guest as since, and the number
 * that replaces the name of former staff. Stored responses to orders get the rights of their requester, which earlier
 * versions did not store; the present rights are the closest that is known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders add column erased_at timestamptz, add column erased_guest uuid;
    alter table reservations add column erased_at timestamptz;
    alter table payment_sessions add column erased_at timestamptz;
    alter table users add column former_staff_number integer unique;

    update idempotency_keys k set asked_as = jsonb_build_object('role', u.role, 'locationIds',
      case when u.role = 'admin' then '[]' else coalesce((
        select jsonb_agg(l.location_id) from user_locations l where l.user_id = u.id), '[]') end)
    from users u
    where k.asked_as is null and k.actor = 'person:' || u.id and u.role <> 'customer'
  `.execute(db);
}
