import type { Config } from '../../config.ts';
import type { SiteSettings } from '../settings/site.ts';

/** Whom mails come from: the sender of the settings, at the address the mail server lets us use. */
export function senderFrom(site: SiteSettings, config: Pick<Config, 'MAIL_FROM'>): { name: string; address: string } {
  const [, name = '', address = ''] = /^\s*(?:"?([^"<]*?)"?\s*<)?([^<>\s]+)>?\s*$/.exec(config.MAIL_FROM ?? '') ?? [];
  return { name: name || site.sender.name || site.name, address: address || site.sender.email };
}
