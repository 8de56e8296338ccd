import { sql, type Kysely } from 'kysely';

/**
 * Records who confirmed an address: its account's own session or a provider. A link alone confirmed it before, also
 * when a mail scanner opened it, so customers with a password confirm theirs again. Staff accounts were checked by the
 * admin who gave them their role.
 *
 * Provider tokens are not used after a sign-in and are removed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column email_confirmed_at timestamptz,
      add column staff_since timestamptz,
      add column weak_password text check (weak_password in ('allowed', 'refused'));

    update users u set email_confirmed_at = updated_at
    where email_verified and (role <> 'customer' or not exists (
      select from sign_in_accounts a where a.user_id = u.id and a.provider_id = 'credential'));

    update sign_in_accounts
    set access_token = null, refresh_token = null, id_token = null,
      access_token_expires_at = null, refresh_token_expires_at = null
    where num_nonnulls(access_token, refresh_token, id_token, access_token_expires_at, refresh_token_expires_at) > 0;

    alter table pins add column key_id text;

    alter table sent_codes drop constraint sent_codes_purpose_check;
    alter table sent_codes add constraint sent_codes_purpose_check check (purpose in ('order', 'claim', 'address'))
  `.execute(db);
}
