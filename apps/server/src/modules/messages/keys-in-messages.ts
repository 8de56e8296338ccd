import { sql, type Expression, type Selectable, type SqlBool } from 'kysely';
import type { LinkKeys } from '../../platform/auth/link-keys.ts';
import type { Context } from '../../context.ts';
import type { Schema } from '../../platform/db/schema.ts';

/** What opens something to whoever has it: a password, an account, a booking, a receipt. PostgreSQL reads it too. */
const KEY = /(\/reset-password\/|[?&;]token=)[\w.~%-]+|(code is:? |"code": ?")\d{6}(?!\d)/g;
const GONE = /(\/reset-password\/|[?&;]token=|code is:? )…/;

/** Messages whose key opens an account. */
const ACCOUNT_TEMPLATES = ['password_reset', 'verify_email', 'sent_code'];
/** As long as their links work. */
const WORKS_FOR_MS = 60 * 60_000;
/** Copies of the server from before write no key again: what they may be asked to show or send stays whole for a day. */
const SEEN_WITHIN_MS = 24 * 60 * 60_000;
/** A mail that bounces does so within days, and then links that we cannot write again are needed. */
const BOUNCES_WITHIN_MS = 3 * 24 * 60 * 60_000;
const BATCH = 200;

export function opensAnAccount(template: string): boolean {
  return ACCOUNT_TEMPLATES.includes(template);
}

export function withoutKeys<T extends string | null>(body: T): T | string {
  return body === null ? body : body.replaceAll(KEY, '$1$2…');
}

type Message = Selectable<Schema['messages']>;
type About = Pick<Message, 'order_id' | 'reservation_id'>;

/** What a message needs no longer once it was sent: a link to an account, and one that we write again when we are asked. */
export function isEmptiedWhenSent(message: About & Pick<Message, 'template'>): boolean {
  return opensAnAccount(message.template) || message.order_id !== null || message.reservation_id !== null;
}

const OWN = /(\/(receipt|orders|reservations)\/([\w-]+)\?token=)…/g;

/** A message about an order or a reservation as it was before it was emptied; it never gets keys to anything else. */
export function withItsKeys(
  keys: LinkKeys,
  message: About & Pick<Message, 'body_text' | 'mail_content'>,
): Pick<Message, 'body_text' | 'mail_content'> {
  const write = (text: string) =>
    text.replaceAll(OWN, (cut, link: string, page: string, id: string) => {
      if (page === 'reservations') return id === message.reservation_id ? `${link}${keys('reservation', id)}` : cut;
      return id === message.order_id ? `${link}${keys('receipt', id)}` : cut;
    });
  const { body_text: text, mail_content: content } = message;
  return {
    body_text: write(text),
    // the same, but for the keys
    mail_content: content && (JSON.parse(write(JSON.stringify(content))) as typeof content),
  };
}

/** Sent again, it would lead nowhere. */
export function isEmptied(body: string): boolean {
  return GONE.test(body);
}

const cut = (column: 'body_text' | 'mail_content' | 'headers') =>
  sql<string>`regexp_replace(${sql.ref(column)}::text, ${KEY.source}, ${'\\1\\2…'}, 'g')`;

/** A message from which only its recipient has the keys from now on. */
export const EMPTIED = {
  body_text: cut('body_text'),
  mail_content: sql<string | null>`${cut('mail_content')}::jsonb`,
  headers: sql<string | null>`${cut('headers')}::jsonb`,
  keeps_keys: false,
};

/** Mails to accounts once their links are over, links that we write again, and whatever was sent some days ago. */
export async function emptyOldMessages({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  await emptyInBatches(
    db,
    sql`template = any(${ACCOUNT_TEMPLATES}) and status in ('outbox', 'failed', 'cancelled')
      and created_at < ${before(WORKS_FOR_MS)}`,
  );
  const ours = sql`(order_id is not null or reservation_id is not null)`;
  await emptyInBatches(
    db,
    sql`${ours} and status in ('outbox', 'failed', 'cancelled') and created_at < ${before(SEEN_WITHIN_MS)}`,
  );
  await emptyInBatches(db, sql`${ours} and sent_at is not null and status = 'sent'`);
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
