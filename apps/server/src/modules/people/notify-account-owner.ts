import type { Context, Tx } from '../../context.ts';
import { inLanguageOf } from '../../platform/i18n/request-language.ts';
import { queueMessages } from '../outbox/queue-message.ts';
import { brandOf, customMail } from '../outbox/templates/index.ts';
import { readSite } from '../locations/restaurant/site.ts';

/** Informs the owner of an account about a change of its sign-in methods, or an admin about what needs attention. */
export async function notifyAccountOwner(
  context: Pick<Context, 'db' | 'clock' | 'ids' | 'publicUrl'>,
  tx: Tx,
  { userId, email, name }: { readonly userId: string; readonly email: string; readonly name: string },
  template: 'codes_off' | 'passkey_added' | 'provider_linked' | 'password_changed' | 'webhook_off' | 'text_limit',
  writeText: (restaurant: string) => { readonly subject: string; readonly message: string },
  onceKey?: string,
): Promise<void> {
  const site = await readSite(tx);
  const brand = brandOf(site, context.publicUrl);
  const person = await tx.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst();
  const write = () => customMail({ brand, customerName: name, imageUrl: null, ...writeText(site.name) });
  const mail = inLanguageOf(person ?? {}, write, site);
  await queueMessages(tx, context, [{ channel: 'mail', to: email, userId, template, onceKey, ...mail }]);
}
