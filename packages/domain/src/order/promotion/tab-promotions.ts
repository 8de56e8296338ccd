import { say } from '../../core/language.ts';
import { promotionProblem, type OfferedLine, type OfferMoment, type Promotion } from './promotions.ts';

const PROBLEM_TEXTS = {
  code: (name: string) => say`${name} does not hold on a tab: it needs a code.`,
  limited: (name: string) => say`${name} does not hold on a tab: it is limited to a number of uses or to first orders.`,
  minimum: (name: string) => say`${name} does not hold on a tab: it needs a minimum in one order.`,
  dishes: (name: string) => say`${name} does not hold on a tab: it needs several dishes in one order.`,
  once: (name: string) => say`${name} does not hold on a tab: it counts once for each order.`,
} as const;

/**
 * Why a promotion does not hold on a tab; null if it does. Each round is an order, so only a percentage that looks at
 * every dish alone gives the same, however the guests spread their dishes over rounds.
 */
export function tabPromotionProblem({
  code,
  isLimited,
  conditions,
  effect,
}: Promotion): keyof typeof PROBLEM_TEXTS | null {
  if (code !== null) return 'code';
  if (isLimited) return 'limited';
  if (conditions.some(({ kind }) => kind === 'minimum')) return 'minimum';
  if (conditions.some((condition) => 'count' in condition && (condition.count ?? 1) > 1)) return 'dishes';
  return effect.kind === 'amount' || effect.of === 'cheapest' ? 'once' : null;
}

/** What to tell staff about promotions that would hold for these dishes at the counter, but do not on a tab. */
export function lostPromotionTexts(
  promotions: readonly Promotion[],
  lines: readonly OfferedLine[],
  moment: OfferMoment,
): string[] {
  return promotions.flatMap((promotion) => {
    const problem = tabPromotionProblem(promotion);
    const holdsAtCounter = promotion.code === null && promotionProblem(promotion, lines, moment) === null;
    return problem !== null && holdsAtCounter ? [PROBLEM_TEXTS[problem](promotion.name)] : [];
  });
}
