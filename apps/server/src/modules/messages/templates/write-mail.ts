import { SUBJECT_MAX } from '@tiffin/domain/messages';
import { oneLine, webAddress, type MailBrand, type MailDraft } from './mail.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';

export interface WrittenMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function writeMail(brand: MailBrand, draft: MailDraft): WrittenMail {
  return {
    subject: oneLine(draft.subject).slice(0, SUBJECT_MAX),
    html: renderHtml(brand, draft),
    text: renderText(brand, draft),
    headers: draft.unsubscribeUrl === null ? {} : unsubscribeHeaders(draft.unsubscribeUrl),
  };
}

/** Mail programs show their own unsubscribe button for these (RFC 8058), one press and no sign-in. */
function unsubscribeHeaders(url: string): Readonly<Record<string, string>> {
  return { 'List-Unsubscribe': `<${webAddress(url)}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
