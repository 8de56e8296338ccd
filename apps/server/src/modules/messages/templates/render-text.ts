import { say } from '@tiffin/domain/core';
import type { BillLine, Block, MailBrand, MailDraft } from '../../../db/kept-json.ts';
import { currencyOf, moneyText, webAddress } from './words.ts';

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
