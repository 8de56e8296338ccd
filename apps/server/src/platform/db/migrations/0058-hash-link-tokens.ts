import { sql, type Kysely } from 'kysely';

/**
 * Rows of earlier versions could still hold the token of their link in plain text. Their hashes replace them, so that
 * links that were sent keep working. A copy of an earlier version that still runs writes tokens that can be derived,
 * and their links work too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update orders set receipt_token = 'sha256:' || encode(sha256(convert_to(receipt_token, 'UTF8')), 'hex')
    where receipt_token not like 'sha256:%';

    update reservations set manage_token = 'sha256:' || encode(sha256(convert_to(manage_token, 'UTF8')), 'hex')
    where manage_token not like 'sha256:%';

    drop index orders_clear_key;
    drop index reservations_clear_key
  `.execute(db);
}
