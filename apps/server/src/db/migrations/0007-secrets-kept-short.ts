import { sql, type Kysely } from 'kysely';

/** Links for a new password are kept hashed; a message that was sent keeps no key to anything. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update verifications
    set identifier = rtrim(translate(encode(sha256(convert_to(identifier, 'UTF8')), 'base64'), '+/', '-_'), '=')
    where identifier like 'reset-password:%';

    update messages set
      body_text = regexp_replace(body_text, '(/reset-password/|[?&;]token=)[[:alnum:]_.~%-]+', '\\1…', 'g'),
      mail_content =
        regexp_replace(mail_content::text, '(/reset-password/|[?&;]token=)[[:alnum:]_.~%-]+', '\\1…', 'g')::jsonb
    where body_text ~ '(/reset-password/|[?&;]token=)[[:alnum:]]'
      and (status = 'sent' or template in ('password_reset', 'verify_email') and status not in ('queued', 'sending'))
  `.execute(db);
}
