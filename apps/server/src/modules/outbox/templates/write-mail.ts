import { currentLanguage, say, SOURCE_LANGUAGE } from '@tiffin/domain/core';
import { SUBJECT_MAX } from '@tiffin/domain/messages';
import type { MailBrand, MailContent, ComposedMail, BillLine, MailBlock } from '../../../platform/db/stored-json.ts';
import { inLanguage, languageOf } from '../../../platform/i18n/request-language.ts';
import type { SiteSettings } from '../../locations/restaurant/site.ts';
import { renderHtml } from './render-html.ts';
import { currencyOf, moneyText, toSingleLine, webAddress } from './mail-formats.ts';

/** A mail in the language of its recipient, ready to be queued. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly content: MailContent;
  readonly headers: Readonly<Record<string, string>>;
}

/** What every mail shows of the restaurant. */
export function brandOf(site: SiteSettings, publicUrl: string): MailBrand {
  const { name, phone, email, address, sender, brandColour: colour, accentColour: accent, currency } = site;
  const postalAddress = sender.postalAddress || address;
  return { name, url: publicUrl, phone, email, postalAddress, colour, accent, currency };
}

/** Writes a mail as plain text, and as content for `htmlOf`. Advertising needs the link to unsubscribe. */
export function writeMail(
  brand: MailBrand,
  mail: Omit<ComposedMail, 'unsubscribeUrl'> & Partial<Pick<ComposedMail, 'unsubscribeUrl'>>,
): RenderedMail {
  const draft = { ...mail, unsubscribeUrl: mail.unsubscribeUrl ?? null };
  const language = currentLanguage();
  return {
    subject: toSingleLine(draft.subject).slice(0, SUBJECT_MAX),
    text: renderText(brand, draft),
    content: { brand, draft, language: language === SOURCE_LANGUAGE ? undefined : language },
    headers: draft.unsubscribeUrl === null ? {} : unsubscribeHeaders(draft.unsubscribeUrl),
  };
}

/** Renders the HTML of a mail when it is sent or shown, in the language in which it was written. */
export function htmlOf({ brand, draft, language: storedLanguage }: MailContent): string {
  return inLanguage(languageOf(storedLanguage), () => renderHtml(brand, draft));
}

/** Mail programs show their own unsubscribe button for these headers (RFC 8058). */
function unsubscribeHeaders(url: string): Readonly<Record<string, string>> {
  return { 'List-Unsubscribe': `<${webAddress(url)}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** The width of a bill in characters. */
const BILL_WIDTH = 56;

/** The plain text of a mail, for programs that show no HTML. */
export function renderText(brand: MailBrand, draft: ComposedMail): string {
  const url = draft.unsubscribeUrl === null ? null : webAddress(draft.unsubscribeUrl);
  const unsubscribe = url === null ? [] : [say`Unsubscribe with one click: ${url}`];
  return `${[
    draft.title,
    ...draft.blocks.map((block) => blockText(block, currencyOf(brand))).filter((text) => text !== ''),
    ['-- ', draft.reason, ...unsubscribe].join('\n'),
    [brand.name, brand.postalAddress, brand.phone, brand.email, brand.url].filter((line) => line !== '').join('\n'),
  ].join('\n\n')}\n`;
}

function blockText(block: MailBlock, currency: string): string {
  const line = (each: BillLine) => billLine(each, currency);
  switch (block.kind) {
    case 'figure':
      return labelled(block.label, block.value);
    case 'facts':
      return block.facts.map(([label, value]) => labelled(label, value)).join('\n');
    case 'bill':
      return [
        `${block.title} (${block.badge})`,
        ...block.dishes.map(line),
        '-'.repeat(BILL_WIDTH),
        ...block.sums.map(line),
        line(block.total),
        ...block.below.map(line),
      ].join('\n');
    case 'code':
      return labelled(block.label, block.code);
    case 'button':
      return labelled(block.label, webAddress(block.url));
    case 'image':
      return '';
    default:
      return block.text.trim();
  }
}

/** Languages differ in the space before a colon. */
function labelled(label: string, value: string): string {
  return say`${label}: ${value}`;
}

/** Aligns the amounts; a long name pushes its amount to the right. */
function billLine({ text, note, amount }: BillLine, currency: string): string {
  const name = note === null ? text : `${text} (${note})`;
  const money = moneyText(amount, currency);
  return `${name}${' '.repeat(Math.max(2, BILL_WIDTH - name.length - money.length))}${money}`;
}
