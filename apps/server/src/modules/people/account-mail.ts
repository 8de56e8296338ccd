import type { Db } from '../../db/connection.ts';
import { readSite } from '../settings/site.ts';

/** The mails that carry a link to the account: a new password, or that an address is really somebody's. */
export async function accountMail(
  db: Db,
  kind: 'password_reset' | 'verify_email',
  name: string,
  url: string,
): Promise<{ subject: string; text: string }> {
  const site = await readSite(db);
  if (kind === 'password_reset') {
    return {
      subject: `A new password for ${site.name}`,
      text: `Hello ${name},\n\nsomebody, probably you, asked for a new password. Choose it here within an hour:\n\n${url}\n\nIf it was not you, nothing needs to be done.\n\n${site.name}`,
    };
  }
  return {
    subject: `Is this your address? ${site.name}`,
    text: `Hello ${name},\n\nplease confirm that this address is yours:\n\n${url}\n\nIf you did not make an account, nothing needs to be done.\n\n${site.name}`,
  };
}
