import { oneLine } from '../core/unknown.ts';

/** What stands between the parts of a host's name: the full stop, and what browsers read as one. */
const NAME_DOT = /(?<=[\p{L}\p{N}-])[.。．｡](?=\p{L})/gu;
/** Of an address in numbers, 1.2.3.4, no part stays with the next; a price has one dot. */
const NUMBER_DOT = /(?<=\d[.。．｡]\d{1,3}|(?<![\d.。．｡])\d{1,3}(?=[.。．｡]\d{1,3}[.。．｡]))[.。．｡](?=\d)/gu;

/**
 * What a guest typed, in a message that reaches whatever address or number they gave: nothing in it
 * becomes a link there, nor a paragraph that reads as ours, so that nobody sends theirs in our name.
 */
export function withoutLinks(typed: string): string {
  return oneLine(typed.replaceAll(/\p{Cf}+/gu, ''))
    .replaceAll(/[:：]\/\//g, ': ')
    .replaceAll(NAME_DOT, '$& ')
    .replaceAll(NUMBER_DOT, '$& ');
}
