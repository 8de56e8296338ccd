import { sql, type Kysely } from 'kysely';

/**
 * A mail is kept as what it says; what it looks like is made when it is sent or shown. That is a tenth
 * of the room, and less work for whoever places an order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table messages add column mail_content jsonb;
    alter table messages drop column body_html;
  `.execute(db);
}
