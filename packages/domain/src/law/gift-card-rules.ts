import { say } from '../core/language.ts';
import { amountWithCurrency, cents, ZERO, type Cents } from '../core/money.ts';
import type { LawSource } from './fiscal-rules.ts';

interface GiftCardRule {
  /** Up to this balance the law lets the guest have the rest in cash. */
  readonly paidOutUpTo: Cents;
  readonly source: LawSource | null;
}

/**
 * What the law of a province says about gift cards that somebody paid for. This is a reading of public pages on
 * 2026-11-28, not legal advice. None of these provinces allows an expiry date or a fee for a card of one business, so no
 * card has one anywhere.
 */
const GIFT_CARD_RULES: Readonly<Record<string, GiftCardRule>> = {
  NB: rule(ZERO, 'New Brunswick, Gift Cards Act', 'https://www.gnb.ca/cnb/news/jus/2008e1866ju.htm'),
  NS: rule(ZERO, 'Nova Scotia, Gift Card Regulations', 'https://novascotia.ca/just/regulations/regs/cpgiftcard.htm'),
  QC: rule(
    cents(500),
    'Québec, Regulation respecting the application of the Consumer Protection Act, s. 79.5',
    'https://www.legisquebec.gouv.qc.ca/en/document/cr/P-40.1,%20r.%203',
  ),
};

function rule(paidOutUpTo: Cents, title: string, url: string): GiftCardRule {
  return { paidOutUpTo, source: { title, url } };
}

/** The rule of a province. Elsewhere the law was not looked up, and nothing must be paid out. */
export function giftCardRule(region: string | null): GiftCardRule {
  return GIFT_CARD_RULES[region ?? ''] ?? { paidOutUpTo: ZERO, source: null };
}

/** Why what is left on a card is not paid out in cash, or null. `due` is that sum in coins. */
export function payOutProblem(region: string | null, { left, due }: { left: Cents; due: Cents }): string | null {
  const { paidOutUpTo } = giftCardRule(region);
  if (paidOutUpTo === 0) return say`No law is known here that pays out what is left on a card.`;
  if (left > paidOutUpTo) return say`Only a rest of up to ${amountWithCurrency(paidOutUpTo)} is paid out in cash.`;
  return due === 0 ? say`Nothing is left on the card that could be paid out in coins.` : null;
}
