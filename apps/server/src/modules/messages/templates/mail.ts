import type { Cents } from '@tiffin/domain/core';

/** The restaurant as a mail shows it: every value is a setting. */
export interface MailBrand {
  readonly name: string;
  /** Where the site lives, without a slash at the end. */
  readonly url: string;
  readonly phone: string;
  readonly email: string;
  readonly postalAddress: string;
}

/** One dish, or one sum beneath the dishes. */
export interface BillLine {
  readonly text: string;
  readonly note: string | null;
  readonly amount: Cents;
}

/**
 * What a mail is made of. Templates only choose blocks and words: the two renderers alone know HTML
 * and plain text, so every value is escaped in one place and both versions say the same.
 */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'figure'; readonly label: string; readonly value: string }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [label: string, value: string])[] }
  | {
      readonly kind: 'bill';
      readonly title: string;
      readonly badge: string;
      readonly dishes: readonly BillLine[];
      readonly sums: readonly BillLine[];
      readonly total: BillLine;
      readonly below: readonly BillLine[];
    }
  | { readonly kind: 'code'; readonly label: string; readonly code: string }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'image'; readonly url: string; readonly alt: string }
  | { readonly kind: 'small'; readonly text: string };

export interface MailDraft {
  readonly subject: string;
  /** What an inbox shows beside the subject. */
  readonly preheader: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  /** Why this mail came, and how to get no more of its kind. */
  readonly reason: string;
  readonly unsubscribeUrl: string | null;
}

/** A line break in a subject would begin a new header. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Links lead to the web and nowhere else. */
export function isWebAddress(url: string): boolean {
  const protocol = URL.parse(url)?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}

export function webAddress(url: string): string {
  if (!isWebAddress(url)) throw new RangeError(`not a web address: ${url}`);
  return new URL(url).href;
}
