import { sql, type Expression, type SqlBool } from 'kysely';
import type { Context } from '../../context.ts';

/** What opens something to whoever has it: a password, an account, a booking, a receipt. PostgreSQL reads it too. */
const KEY = /(\/reset-password\/|[?&;]token=)[\w.~%-]+/g;
const GONE = /(\/reset-password\/|[?&;]token=)…/;

/** Messages whose key opens an account. */
const ACCOUNT_TEMPLATES = ['password_reset', 'verify_email'];
/** As long as their links work. */
const WORKS_FOR_MS = 60 * 60_000;
/** A mail that bounces does so within days, and then its links are needed to send it again. */
const BOUNCES_WITHIN_MS = 3 * 24 * 60 * 60_000;
const BATCH = 200;

export function opensAnAccount(template: string): boolean {
  return ACCOUNT_TEMPLATES.includes(template);
}

export function withoutKeys<T extends string | null>(body: T): T | string {
  return body === null ? body : body.replaceAll(KEY, '$1…');
}

/** Sent again, it would lead nowhere. */
export function isEmptied(body: string): boolean {
  return GONE.test(body);
}

const cut = (column: 'body_text' | 'mail_content' | 'headers') =>
  sql<string>`regexp_replace(${sql.ref(column)}::text, ${KEY.source}, ${'\\1…'}, 'g')`;

/** A message from which only its recipient has the keys from now on. */
export const EMPTIED = {
  body_text: cut('body_text'),
  mail_content: sql<string | null>`${cut('mail_content')}::jsonb`,
  headers: sql<string | null>`${cut('headers')}::jsonb`,
  keeps_keys: false,
};

/** Mails to accounts once their links are over, and whatever was sent some days ago. */
export async function emptyOldMessages({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  await emptyInBatches(
    db,
    sql`template = any(${ACCOUNT_TEMPLATES}) and status in ('outbox', 'failed', 'cancelled')
      and created_at < ${before(WORKS_FOR_MS)}`,
  );
  await emptyInBatches(db, sql`sent_at < ${before(BOUNCES_WITHIN_MS)} and status in ('sent', 'failed')`);
}

async function emptyInBatches(db: Context['db'], old: Expression<SqlBool>): Promise<void> {
  for (;;) {
    const some = db.selectFrom('messages').select('id').where('keeps_keys', '=', true).where(old).limit(BATCH);
    const { numUpdatedRows } = await db
      .updateTable('messages')
      .set(EMPTIED)
      .where('id', 'in', some.forUpdate().skipLocked())
      .executeTakeFirst();
    if (numUpdatedRows < BATCH) return;
  }
}
