import type { Cart, PricedCart } from '@tiffin/domain/cart';
import { percentText, say } from '@tiffin/domain/core';
import {
  promotionProblem,
  promotionProblemText,
  welcomeOfferOf,
  type OfferMoment,
  type Promotion,
} from '@tiffin/domain/order';
import { takenOff } from '@tiffin/domain/pricing';
import { formatMoney } from '../../ui/format.ts';

/** Why the promotion of a typed code does not hold for the cart; null if it does. */
export function codeProblem(promotion: Promotion | null, cart: Cart, moment: OfferMoment): string | null {
  if (promotion === null) return null;
  const lines = cart.map(({ price, ...line }) => ({ ...line, unitPrice: price }));
  const problem = promotionProblem(promotion, lines, moment);
  return problem && promotionProblemText(promotion.code ?? '', problem);
}

/** What a code does for the cart, or what is missing. */
export function codeEffect(
  promotion: Promotion | null,
  cart: Cart,
  moment: OfferMoment,
  { promotion: applied, adjustments }: Pick<PricedCart, 'promotion' | 'adjustments'>,
): string | null {
  if (promotion === null) return null;
  const problem = codeProblem(promotion, cart, moment);
  if (problem) return problem;
  const code = promotion.code ?? '';
  if (applied?.id !== promotion.id) return say`${code} is valid, but another offer takes more off. That one counts.`;
  const welcome = welcomeOfferOf(promotion);
  if (welcome) return say`${welcome.code} takes ${percentText(welcome.percentOff)} off each dish.`;
  const amount = formatMoney(takenOff(adjustments, promotion.id));
  return say`${code} takes ${amount} off.`;
}
