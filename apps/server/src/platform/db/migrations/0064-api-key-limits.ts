import { sql, type Kysely } from 'kysely';

/**
 * Limits of API keys. Null means no limit, so existing keys keep all their rights. The network address of the last use
 * is removed after the days of the security log; `expiry_logged_at` is set when the logs have the expiry.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_keys
      add column scopes text[] check (cardinality(scopes) > 0),
      add column location_ids text[] check (cardinality(location_ids) > 0),
      add column expires_at timestamptz,
      add column expiry_logged_at timestamptz,
      add column last_used_address text
  `.execute(db);
}
