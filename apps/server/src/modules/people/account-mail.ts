import { say } from '@tiffin/domain/core';
import type { Db } from '../../platform/db/connection.ts';
import { brandOf } from '../messages/templates/write-mail.ts';
import { passwordReset, verifyEmail } from '../messages/templates/account-mails.ts';
import type { WrittenMail } from '../messages/templates/index.ts';
import { readSite } from '../settings/site.ts';

/** The mails that carry a link to the account: a new password, or that an address is really somebody's. */
export async function accountMail(
  db: Db,
  publicUrl: string,
  kind: 'password_reset' | 'verify_email',
  name: string,
  url: string,
): Promise<Pick<WrittenMail, 'subject' | 'text' | 'content'>> {
  const write = kind === 'password_reset' ? passwordReset : verifyEmail;
  const brand = brandOf(await readSite(db), publicUrl);
  // How long both links work.
  const { subject, text, content } = write({ brand, customerName: name, url, validFor: say`1 hour` });
  return { subject, text, content };
}
