import type { Db } from '../platform/db/connection.ts';

/** The text of the newest message of this template to this recipient. */
export async function newestMessage(db: Db, recipient: string, template: string): Promise<string> {
  const { body_text: text } = await db
    .selectFrom('messages')
    .select('body_text')
    .where('recipient', '=', recipient)
    .where('template', '=', template)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return text;
}

/** The newest code that was sent to see or erase what belongs to an address. */
export async function newestSentCode(db: Db, recipient: string): Promise<string> {
  return /code is:? (\d{6})/.exec(await newestMessage(db, recipient, 'sent_code'))?.[1] ?? '';
}
