import type { BillLine, Block, MailBrand, MailDraft } from '../../../db/kept-json.ts';
import { moneyText, webAddress } from './words.ts';

const WIDTH = 56;

/** The same mail for programs, and people, that want no HTML. */
export function renderText(brand: MailBrand, draft: MailDraft): string {
  const unsubscribe =
    draft.unsubscribeUrl === null ? [] : [`Unsubscribe with one click: ${webAddress(draft.unsubscribeUrl)}`];
  return `${[
    draft.title,
    ...draft.blocks.map(block).filter((text) => text !== ''),
    ['-- ', draft.reason, ...unsubscribe].join('\n'),
    [brand.name, brand.postalAddress, brand.phone, brand.email, brand.url].filter((line) => line !== '').join('\n'),
  ].join('\n\n')}\n`;
}

function block(it: Block): string {
  switch (it.kind) {
    case 'figure':
      return `${it.label}: ${it.value}`;
    case 'facts':
      return it.facts.map(([label, value]) => `${label}: ${value}`).join('\n');
    case 'bill':
      return [
        `${it.title} (${it.badge})`,
        ...it.dishes.map(billLine),
        '-'.repeat(WIDTH),
        ...it.sums.map(billLine),
        billLine(it.total),
        ...it.below.map(billLine),
      ].join('\n');
    case 'code':
      return `${it.label}: ${it.code}`;
    case 'button':
      return `${it.label}: ${webAddress(it.url)}`;
    case 'image':
      return '';
    default:
      return it.text.trim();
  }
}

/** Amounts stand under each other; a long name pushes its amount, never loses it. */
function billLine({ text, note, amount }: BillLine): string {
  const name = note === null ? text : `${text} (${note})`;
  const money = moneyText(amount);
  return `${name}${' '.repeat(Math.max(2, WIDTH - name.length - money.length))}${money}`;
}
