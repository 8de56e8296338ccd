import { SUBJECT_MAX } from '@tiffin/domain/messages';
import { oneLine, webAddress, type MailBrand, type MailDraft } from './mail.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';

/** All that a mail says and in whose name, as it is kept: what it looks like is made of it. */
export interface MailContent {
  readonly brand: MailBrand;
  readonly draft: MailDraft;
}

export interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly content: MailContent;
  readonly headers: Readonly<Record<string, string>>;
}

export function writeMail(brand: MailBrand, draft: MailDraft): WrittenMail {
  return {
    subject: oneLine(draft.subject).slice(0, SUBJECT_MAX),
    text: renderText(brand, draft),
    content: { brand, draft },
    headers: draft.unsubscribeUrl === null ? {} : unsubscribeHeaders(draft.unsubscribeUrl),
  };
}

/** As it is sent and shown. */
export function htmlOf({ brand, draft }: MailContent): string {
  return renderHtml(brand, draft);
}

/** Mail programs show their own unsubscribe button for these (RFC 8058), one press and no sign-in. */
function unsubscribeHeaders(url: string): Readonly<Record<string, string>> {
  return { 'List-Unsubscribe': `<${webAddress(url)}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
