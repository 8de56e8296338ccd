import { say } from '../core/language.ts';
import type { Cents } from '../core/money.ts';

/** The European Economic Area, where Directive (EU) 2023/2673 applies. Other countries were not looked up. */
const EEA: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

/** Whether consumers may withdraw from the purchase of a gift card that they bought online. */
export function hasWithdrawal(country: string): boolean {
  return EEA.has(country);
}

/** 14 days, which end on the next working day (Regulation 1182/71). At Easter that is four days later. */
const WITHDRAWAL_MS = (14 + 4) * 24 * 60 * 60_000;

/** Why nobody can withdraw from the purchase of a card, or null. Of a used card, what is left on it goes back. */
export function withdrawalProblem(card: {
  readonly country: string;
  readonly isBoughtOnline: boolean;
  readonly ageMs: number;
  readonly left: Cents;
}): string | null {
  if (!hasWithdrawal(card.country))
    return say`In the country of this restaurant there is no button to withdraw. Please call us.`;
  if (!card.isBoughtOnline) return say`This card was not bought online. Please ask the restaurant that sold it.`;
  if (card.left === 0) return say`Nothing is left on this card: it was used, or its money went back already.`;
  return card.ageMs > WITHDRAWAL_MS
    ? say`The 14 days to withdraw are over. The card stays valid. Please call us with questions.`
    : null;
}
