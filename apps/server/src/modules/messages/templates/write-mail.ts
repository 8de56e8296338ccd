import { language, SOURCE_LANGUAGE } from '@tiffin/domain/core';
import { SUBJECT_MAX } from '@tiffin/domain/messages';
import type { MailBrand, MailContent, MailDraft } from '../../../db/kept-json.ts';
import { inLanguage, languageOf } from '../../../language/interpreter.ts';
import type { SiteSettings } from '../../settings/site.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';
import { oneLine, webAddress } from './words.ts';

export interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly content: MailContent;
  readonly headers: Readonly<Record<string, string>>;
}

/** The restaurant in whose name a mail goes. */
export function brandOf(site: SiteSettings, publicUrl: string): MailBrand {
  const { name, phone, email, address, sender, brandColour: colour, accentColour: accent, currency } = site;
  const postalAddress = sender.postalAddress || address;
  return { name, url: publicUrl, phone, email, postalAddress, colour, accent, currency };
}

export function writeMail(brand: MailBrand, draft: MailDraft): WrittenMail {
  return {
    subject: oneLine(draft.subject).slice(0, SUBJECT_MAX),
    text: renderText(brand, draft),
    content: { brand, draft, ...(language() !== SOURCE_LANGUAGE && { language: language() }) },
    headers: draft.unsubscribeUrl === null ? {} : unsubscribeHeaders(draft.unsubscribeUrl),
  };
}

/** As it is sent and shown, in the language it was written in. */
export function htmlOf({ brand, draft, language: kept }: MailContent): string {
  return inLanguage(languageOf(kept), () => renderHtml(brand, draft));
}

/** Mail programs show their own unsubscribe button for these (RFC 8058), one press and no sign-in. */
function unsubscribeHeaders(url: string): Readonly<Record<string, string>> {
  return { 'List-Unsubscribe': `<${webAddress(url)}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
