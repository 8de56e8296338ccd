import { say } from '@tiffin/domain/core';
import type { Db } from '../../platform/db/connection.ts';
import { brandOf } from '../messages/outbox/templates/write-mail.ts';
import { passwordResetMail } from '../messages/outbox/templates/account-mails.ts';
import type { RenderedMail } from '../messages/outbox/templates/index.ts';
import { readSite } from '../locations/settings/site.ts';

/** The mail with the link to reset the password. */
export async function resetMail(
  db: Db,
  publicUrl: string,
  name: string,
  url: string,
): Promise<Pick<RenderedMail, 'subject' | 'text' | 'content'>> {
  const brand = brandOf(await readSite(db), publicUrl);
  const { subject, text, content } = passwordResetMail({ brand, customerName: name, url, validFor: say`1 hour` });
  return { subject, text, content };
}
