import { sql } from 'kysely';
import type { Context } from '../../context.ts';

/** What opens something to whoever has it: a password, an account, a booking, a receipt. */
const KEY = /(\/reset-password\/|[?&;]token=)[\w.~%-]+/g;

/** Messages whose key opens an account. */
export const ACCOUNT_TEMPLATES = ['password_reset', 'verify_email'] as const;
/** As long as their links work. */
const WORKS_FOR_MS = 60 * 60_000;

export function withoutKeys<T extends string | null>(body: T): T | string {
  return body === null ? body : body.replaceAll(KEY, '$1…');
}

/** A mail's text and content once it is sent: only its recipient has its keys from then on. */
export function emptied(message: { readonly body_text: string; readonly mail_content: object | null }): {
  readonly body_text: string;
  readonly mail_content: string | null;
} {
  const { body_text: text, mail_content: content } = message;
  return { body_text: withoutKeys(text), mail_content: content && withoutKeys(JSON.stringify(content)) };
}

/** Mails to accounts that nobody sent, once their links are over. */
export async function emptyOldAccountMails({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const old = await db
    .selectFrom('messages')
    .select(['id', 'body_text', 'mail_content'])
    .where('template', 'in', ACCOUNT_TEMPLATES)
    .where('status', 'in', ['outbox', 'failed', 'cancelled'])
    .where('created_at', '<', new Date(clock.now().getTime() - WORKS_FOR_MS))
    .where(sql<boolean>`body_text ~ '(/reset-password/|[?&;]token=)[[:alnum:]]'`)
    .execute();
  for (const message of old) {
    await db.updateTable('messages').set(emptied(message)).where('id', '=', message.id).execute();
  }
}
