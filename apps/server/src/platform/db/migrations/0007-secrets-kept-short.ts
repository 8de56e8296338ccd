import { sql, type Kysely } from 'kysely';

/** Links for a new password are kept hashed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update verifications
    set identifier = rtrim(translate(encode(sha256(convert_to(identifier, 'UTF8')), 'base64'), '+/', '-_'), '=')
    where identifier like 'reset-password:%'
  `.execute(db);
}
