import type { SiteSettings } from '../../settings/site.ts';
import type { MailBrand } from './mail.ts';

export function brandOf(site: SiteSettings, publicUrl: string): MailBrand {
  const { name, phone, email, address, sender } = site;
  return { name, url: publicUrl, phone, email, postalAddress: sender.postalAddress || address };
}
