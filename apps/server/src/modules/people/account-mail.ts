import { say } from '@tiffin/domain/core';
import type { Db } from '../../platform/db/connection.ts';
import { brandOf } from '../outbox/templates/write-mail.ts';
import { passwordResetMail, verifyEmailMail } from '../outbox/templates/account-mails.ts';
import type { RenderedMail } from '../outbox/templates/index.ts';
import { readSite } from '../settings/site.ts';

/** The mails with an account link: to reset the password or to confirm the address. */
export async function accountMail(
  db: Db,
  publicUrl: string,
  kind: 'password_reset' | 'verify_email',
  name: string,
  url: string,
): Promise<Pick<RenderedMail, 'subject' | 'text' | 'content'>> {
  const write = kind === 'password_reset' ? passwordResetMail : verifyEmailMail;
  const brand = brandOf(await readSite(db), publicUrl);
  // Both links are valid for this long.
  const { subject, text, content } = write({ brand, customerName: name, url, validFor: say`1 hour` });
  return { subject, text, content };
}
