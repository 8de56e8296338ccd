import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { inLanguageOf } from '../../platform/i18n/interpreter.ts';
import { queueMessages } from '../messages/queue-message.ts';
import { brandOf, custom } from '../messages/templates/index.ts';
import { readSite } from '../settings/site.ts';

interface Owner {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}

/** Whose account it is hears of what was changed about signing in, so that nobody does it unnoticed. */
export async function tellOwner(
  context: Context,
  tx: Tx,
  { userId, email, name }: Owner,
  template: 'codes_off' | 'passkey_added',
  says: (house: string) => { readonly subject: string; readonly message: string },
): Promise<void> {
  const site = await readSite(tx);
  const brand = brandOf(site, context.publicUrl);
  const person = await tx.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst();
  const write = () => custom({ brand, customerName: name, imageUrl: null, ...says(site.name) });
  const { subject, text, content } = inLanguageOf(person ?? {}, write, site);
  await queueMessages(tx, context, [{ channel: 'mail', to: email, userId, template, subject, text, content }]);
}
