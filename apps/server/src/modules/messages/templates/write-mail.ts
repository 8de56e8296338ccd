import { language, say, SOURCE_LANGUAGE } from '@tiffin/domain/core';
import { SUBJECT_MAX } from '@tiffin/domain/messages';
import type { MailBrand, MailContent, MailDraft, BillLine, Block } from '../../../platform/db/kept-json.ts';
import { inLanguage, languageOf } from '../../../platform/i18n/interpreter.ts';
import type { SiteSettings } from '../../settings/site.ts';
import { renderHtml } from './render-html.ts';
import { currencyOf, moneyText, oneLine, webAddress } from './words.ts';

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

const WIDTH = 56;

/** The same mail for programs, and people, that want no HTML. */
export function renderText(brand: MailBrand, draft: MailDraft): string {
  const url = draft.unsubscribeUrl === null ? null : webAddress(draft.unsubscribeUrl);
  const unsubscribe = url === null ? [] : [say`Unsubscribe with one click: ${url}`];
  return `${[
    draft.title,
    ...draft.blocks.map((it) => block(it, currencyOf(brand))).filter((text) => text !== ''),
    ['-- ', draft.reason, ...unsubscribe].join('\n'),
    [brand.name, brand.postalAddress, brand.phone, brand.email, brand.url].filter((line) => line !== '').join('\n'),
  ].join('\n\n')}\n`;
}

function block(it: Block, currency: string): string {
  const line = (each: BillLine) => billLine(each, currency);
  switch (it.kind) {
    case 'figure':
      return told(it.label, it.value);
    case 'facts':
      return it.facts.map(([label, value]) => told(label, value)).join('\n');
    case 'bill':
      return [
        `${it.title} (${it.badge})`,
        ...it.dishes.map(line),
        '-'.repeat(WIDTH),
        ...it.sums.map(line),
        line(it.total),
        ...it.below.map(line),
      ].join('\n');
    case 'code':
      return told(it.label, it.code);
    case 'button':
      return told(it.label, webAddress(it.url));
    case 'image':
      return '';
    default:
      return it.text.trim();
  }
}

/** Not every language sets its colon as English does. */
function told(label: string, value: string): string {
  return say`${label}: ${value}`;
}

/** Amounts stand under each other; a long name pushes its amount, never loses it. */
function billLine({ text, note, amount }: BillLine, currency: string): string {
  const name = note === null ? text : `${text} (${note})`;
  const money = moneyText(amount, currency);
  return `${name}${' '.repeat(Math.max(2, WIDTH - name.length - money.length))}${money}`;
}
