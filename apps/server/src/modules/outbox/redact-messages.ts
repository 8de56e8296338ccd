import { sql, type Expression, type SqlBool } from 'kysely';
import type { LinkKeys } from '../../platform/auth/link-keys.ts';
import type { Context } from '../../context.ts';
import type { Row } from '../../platform/db/schema.ts';
import { PAYMENT_PROVIDERS } from '../../adapters/payment/providers.ts';

/**
 * Secrets in messages that open an account, a reservation or a receipt, or set a password. PostgreSQL uses this
 * pattern too.
 */
const SECRET_PATTERN =
  /(\/reset-password\/|[?&;]token=)[\w.~%-]+|([?&;]code=|code (?:is|est)[:\s\u00a0\u202f]{1,3}|"code": ?")\d{6}(?!\d)/g;
const REDACTED_PATTERN = /(\/reset-password\/|[?&;]token=|[?&;]code=|code (?:is|est)[:\s\u00a0\u202f]{1,3})…/;

const HOUR_MS = 60 * 60_000;
/** Templates whose link or code opens an account or answers for a guest, with the time for which it is valid. */
const ACCOUNT_TEMPLATES: ReadonlyMap<string, number> = new Map([
  ['password_reset', HOUR_MS],
  ['sent_code', HOUR_MS],
  ['verify_email', 24 * HOUR_MS],
  ['staff_invitation', 7 * 24 * HOUR_MS],
  ['waitlist', 24 * HOUR_MS],
  ['gift_card', 7 * 24 * HOUR_MS],
]);
/** Older copies of the server cannot restore links, so messages they may show or send stay complete for a day. */
const COMPLETE_FOR_MS = 24 * 60 * 60_000;
/** A mail bounces within days; until then links that cannot be restored must be kept. */
const BOUNCES_WITHIN_MS = 3 * 24 * 60 * 60_000;
const BATCH = 200;

/** True if the link or code of the message opens an account or answers for a guest. */
export function hasAccountLink(template: string): boolean {
  return ACCOUNT_TEMPLATES.has(template);
}

/** Removes access links and codes from a text. */
export function redactSecrets<T extends string | null>(body: T): T | string {
  return body === null ? body : body.replaceAll(SECRET_PATTERN, '$1$2…');
}

const PAYMENT_PAGE = new RegExp(
  `(${PAYMENT_PROVIDERS.map(({ pagePrefix }) => pagePrefix.replaceAll(/\W/g, '\\$&')).join('|')})[^\\s"'<>\\\\…]+`,
  'g',
);

/** Removes all links with which a program could act for a guest: access links, and pages that take a payment. */
export function redactLinks<T extends string | null>(text: T): T | string {
  return text === null ? text : redactSecrets(text).replaceAll(PAYMENT_PAGE, '$1…');
}

/** Removes these links from all texts of an object. */
export function redactLinksIn<T extends object>(answer: T): T {
  const json = JSON.stringify(answer, (_name, value: unknown) =>
    typeof value === 'string' ? redactLinks(value) : value,
  );
  // Only texts have changed, so the type is the same.
  return JSON.parse(json) as T;
}

type Message = Row<'messages'>;
type MessageSubject = Pick<Message, 'order_id' | 'reservation_id'>;

/** True if the message loses its links when it is sent: account links, and links that can be restored on demand. */
export function isRedactedWhenSent(message: MessageSubject & Pick<Message, 'template'>): boolean {
  return hasAccountLink(message.template) || message.order_id !== null || message.reservation_id !== null;
}

const REDACTED_LINK = /(\/(receipt|orders|reservations)\/([\w-]+)\?token=)…/g;

/** Restores the links of a message about an order or a reservation; never links to anything else. */
export function restoreLinks(
  keys: LinkKeys,
  message: MessageSubject & Pick<Message, 'body_text' | 'mail_content'>,
): Pick<Message, 'body_text' | 'mail_content'> {
  const write = (text: string) =>
    text.replaceAll(REDACTED_LINK, (hidden, link: string, page: string, id: string) => {
      if (page === 'reservations') return id === message.reservation_id ? `${link}${keys('reservation', id)}` : hidden;
      return id === message.order_id ? `${link}${keys('receipt', id)}` : hidden;
    });
  const { body_text: text, mail_content: content } = message;
  return {
    body_text: write(text),
    // Only links have changed, so the type is the same.
    mail_content: content && (JSON.parse(write(JSON.stringify(content))) as typeof content),
  };
}

/** True if links were removed, so that sending it again is useless. */
export function isRedacted(body: string): boolean {
  return REDACTED_PATTERN.test(body);
}

const redactColumn = (column: 'body_text' | 'mail_content' | 'headers') =>
  sql<string>`regexp_replace(${sql.ref(column)}::text, ${SECRET_PATTERN.source}, ${'\\1\\2…'}, 'g')`;

/** Removes the links of a message, so that only its recipient still has them. */
export const REDACTED_COLUMNS = {
  body_text: redactColumn('body_text'),
  mail_content: sql<string | null>`${redactColumn('mail_content')}::jsonb`,
  headers: sql<string | null>`${redactColumn('headers')}::jsonb`,
  keeps_keys: false,
};

/**
 * Removes links from account mails after they expire, from messages whose links can be restored, and from everything
 * sent days ago.
 */
export async function redactOldMessages({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  for (const [template, validMs] of ACCOUNT_TEMPLATES) {
    await redactInBatches(
      db,
      sql`template = ${template} and status in ('outbox', 'failed', 'cancelled') and created_at < ${before(validMs)}`,
    );
  }
  const isRestorable = sql`(order_id is not null or reservation_id is not null)`;
  await redactInBatches(
    db,
    sql`${isRestorable} and status in ('outbox', 'failed', 'cancelled') and created_at < ${before(COMPLETE_FOR_MS)}`,
  );
  await redactInBatches(db, sql`${isRestorable} and sent_at is not null and status = 'sent'`);
  await redactInBatches(db, sql`sent_at < ${before(BOUNCES_WITHIN_MS)} and status in ('sent', 'failed')`);
}

async function redactInBatches(db: Context['db'], condition: Expression<SqlBool>): Promise<void> {
  for (;;) {
    const batch = db.selectFrom('messages').select('id').where('keeps_keys', '=', true).where(condition).limit(BATCH);
    const { numUpdatedRows } = await db
      .updateTable('messages')
      .set(REDACTED_COLUMNS)
      .where('id', 'in', batch.forUpdate().skipLocked())
      .executeTakeFirst();
    if (numUpdatedRows < BATCH) return;
  }
}
