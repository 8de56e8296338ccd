import { addCents, cents, centsOf, subtractCents, toDollars, ZERO, type Cents } from '../../core/money.ts';
import { percentOf } from '../../core/rates.ts';
import { localDate, type DateText, type TimeText, type ZoneId } from '../../core/time.ts';
import { localTime, weekdayOf, type Weekday } from '../../hours/index.ts';
import { applyDiscounts, spread, type Discount } from '../../pricing/discounts.ts';
import { lineNet, subtotalOf, type PricedLine } from '../../pricing/priced-line.ts';
import { foodSum } from '../../pricing/points.ts';
import type { Charge } from '../../pricing/price.ts';
import type { OrderType } from '../order-types.ts';

/** What an order must be for a promotion to hold. All conditions of a promotion must hold. */
export type PromotionCondition =
  | { readonly kind: 'minimum'; readonly amount: Cents }
  /** At least `count` of these dishes; `label` names them for guests. */
  | { readonly kind: 'dishes'; readonly ids: readonly string[]; readonly count?: number; readonly label?: string }
  | { readonly kind: 'categories'; readonly ids: readonly string[]; readonly count?: number; readonly label?: string }
  | { readonly kind: 'service'; readonly services: readonly OrderType[] }
  | { readonly kind: 'location'; readonly ids: readonly string[] }
  /** An end that is not later than the start is on the next day. */
  | { readonly kind: 'daypart'; readonly from: TimeText; readonly until: TimeText }
  | { readonly kind: 'weekday'; readonly days: readonly Weekday[] }
  | { readonly kind: 'first-order' };
export const CONDITION_KINDS = [
  'minimum',
  'dishes',
  'categories',
  'service',
  'location',
  'daypart',
  'weekday',
  'first-order',
] as const satisfies readonly PromotionCondition['kind'][];

/** `dishes` and `cheapest` are the dishes that the conditions name; without such a condition, every dish. */
export const EFFECT_TARGETS = ['order', 'dishes', 'cheapest', 'delivery'] as const;
export type EffectTarget = (typeof EFFECT_TARGETS)[number];

export type PromotionEffect = {
  readonly of: EffectTarget;
  /** For `cheapest`: one dish of every so many is cheaper. Without it, one dish of the order. */
  readonly every?: number;
} & ({ readonly kind: 'percent'; readonly percent: number } | { readonly kind: 'amount'; readonly amount: Cents });

export interface Promotion {
  readonly id: string;
  /** Shown to guests on their bill. */
  readonly name: string;
  /** Guests must type it; null: it applies by itself. */
  readonly code: string | null;
  readonly conditions: readonly PromotionCondition[];
  readonly effect: PromotionEffect;
  /** The first and the last day. */
  readonly from: DateText | null;
  readonly until: DateText | null;
  /** It has a limit, or is for first orders: only the server knows whether a guest can still have it. */
  readonly isLimited: boolean;
}

/** The offer of a welcome mail, as the API gives it. */
export interface WelcomeOffer {
  readonly code: string;
  readonly percentOff: number;
}

/**
 * The offer of a welcome mail as a promotion. Its code belongs to one account, so the server decides who has it. Its id is
 * its code, which is what orders store as the source of the discount.
 */
export function welcomePromotion({ code, percentOff: percent }: WelcomeOffer): Promotion {
  const effect = { kind: 'percent', of: 'dishes', percent } as const;
  const conditions = [{ kind: 'first-order' }] as const;
  return { id: code, name: code, code, conditions, effect, from: null, until: null, isLimited: true };
}

/** The offer of a welcome mail that the promotion stands for; null if it is another promotion. */
export function welcomeOfferOf({ id, code, effect }: Promotion): WelcomeOffer | null {
  return id === code && effect.kind === 'percent' ? { code, percentOff: effect.percent } : null;
}

export type OfferedLine = PricedLine & { readonly id: string; readonly category?: string | undefined };

/** When, where and how an order is placed. */
export interface OfferMoment {
  readonly now: Date;
  /** The time for which the order is wanted; it decides about weekdays and dayparts. */
  readonly orderedFor: Date;
  readonly zone: ZoneId;
  readonly locationId: string;
  readonly service: OrderType;
}

/** Why a promotion does not hold. */
export type PromotionProblem =
  | { readonly reason: 'not-yet' | 'ended'; readonly day: DateText }
  | { readonly reason: 'location' | 'first-order' | 'used-up' | 'used' }
  | { readonly reason: 'service'; readonly services: readonly OrderType[] }
  | { readonly reason: 'weekday'; readonly days: readonly Weekday[] }
  | { readonly reason: 'daypart'; readonly from: TimeText; readonly until: TimeText }
  | { readonly reason: 'dishes'; readonly missing: number; readonly label: string }
  | { readonly reason: 'minimum'; readonly amount: Cents; readonly missing: Cents };

/** Why a promotion does not hold; null if it does. A problem that ordering more would solve comes last. */
export function promotionProblem(
  { conditions, from, until }: Pick<Promotion, 'conditions' | 'from' | 'until'>,
  lines: readonly OfferedLine[],
  moment: OfferMoment,
): PromotionProblem | null {
  const today = localDate(moment.now, moment.zone);
  if (from !== null && today < from) return { reason: 'not-yet', day: from };
  if (until !== null && today > until) return { reason: 'ended', day: until };
  const problems = conditions.flatMap((condition) => conditionProblem(condition, lines, moment) ?? []);
  return problems.toSorted((a, b) => Number(isSolvedByOrderingMore(a)) - Number(isSolvedByOrderingMore(b)))[0] ?? null;
}

/** True if the guest can solve it by ordering more. */
function isSolvedByOrderingMore({ reason }: PromotionProblem): boolean {
  return reason === 'minimum' || reason === 'dishes';
}

function conditionProblem(
  condition: PromotionCondition,
  lines: readonly OfferedLine[],
  { orderedFor, zone, locationId, service }: OfferMoment,
): PromotionProblem | null {
  switch (condition.kind) {
    case 'minimum': {
      const { amount } = condition;
      const missing = subtractCents(amount, subtotalOf(lines));
      return missing > 0 ? { reason: 'minimum', amount, missing } : null;
    }
    case 'dishes':
    case 'categories': {
      const { count = 1, label = '' } = condition;
      const missing = count - lines.reduce((sum, line) => sum + (isNamed(condition, line) ? line.quantity : 0), 0);
      return missing > 0 ? { reason: 'dishes', missing, label } : null;
    }
    case 'service':
      return condition.services.includes(service) ? null : { reason: 'service', services: condition.services };
    case 'location':
      return condition.ids.includes(locationId) ? null : { reason: 'location' };
    case 'daypart': {
      const { from, until } = condition;
      const time = localTime(orderedFor, zone);
      const holds = from < until ? time >= from && time < until : time >= from || time < until;
      return holds ? null : { reason: 'daypart', from, until };
    }
    case 'weekday': {
      const { days } = condition;
      return days.includes(weekdayOf(localDate(orderedFor, zone))) ? null : { reason: 'weekday', days };
    }
    // 'first-order': the server knows who orders and leaves the promotion out.
    default:
      return null;
  }
}

type NamingCondition = PromotionCondition & { readonly kind: 'dishes' | 'categories' };

function isNamed({ kind, ids }: NamingCondition, { id, category = '' }: OfferedLine): boolean {
  return ids.includes(kind === 'dishes' ? id : category);
}

/** True for a dish that the conditions name, and for every dish if they name none. */
function isTargetDish({ conditions }: Pick<Promotion, 'conditions'>, line: OfferedLine): boolean {
  const naming = conditions.filter(
    (condition): condition is NamingCondition => condition.kind === 'dishes' || condition.kind === 'categories',
  );
  return naming.length === 0 || naming.some((condition) => isNamed(condition, line));
}

type Effective = Pick<Promotion, 'conditions' | 'effect'>;

const isFree = ({ effect }: Effective): boolean => effect.kind === 'percent' && effect.percent === 100;

/** True if each order gets a dish for nothing: free is the cheapest dish, and not one of so many. */
export function givesDishWithEachOrder(promotion: Effective): boolean {
  return isFree(promotion) && promotion.effect.of === 'cheapest' && promotion.effect.every === undefined;
}

/** True if it makes the dishes of a whole order free. */
export function givesWholeOrder(promotion: Effective): boolean {
  const { conditions, effect } = promotion;
  const namesDishes = conditions.some(({ kind }) => kind === 'dishes' || kind === 'categories');
  return isFree(promotion) && (effect.of === 'order' || (effect.of === 'dishes' && !namesDishes));
}

/** True after its last day. */
export function hasPromotionEnded({ until }: Pick<Promotion, 'until'>, today: DateText): boolean {
  return until !== null && until < today;
}

/** One dish of at least two and at most so many can be free. */
export const EVERY_LIMITS = { least: 2, most: 20 } as const;

/** The ids of the dishes that the effect can make cheaper; null if it is about the order or its delivery. */
export function targetDishes(
  { conditions, effect }: Pick<Promotion, 'conditions' | 'effect'>,
  lines: readonly OfferedLine[],
): readonly string[] | null {
  if (effect.of === 'order' || effect.of === 'delivery') return null;
  return lines.filter((line) => isTargetDish({ conditions }, line)).map(({ id }) => id);
}

/**
 * What a promotion takes off lines and charges, as exact amounts. The offer of a welcome mail lowers the price of each
 * dish instead, so it has no row on the bill.
 */
export function promotionDiscounts(
  promotion: Promotion,
  lines: readonly OfferedLine[],
  charges: readonly Charge[],
): Discount[] {
  const { id: source, name: label, conditions, effect } = promotion;
  const origin = { kind: 'promo', source, label } as const;
  const welcome = welcomeOfferOf(promotion);
  if (welcome) return [{ on: 'dishes', off: { percent: welcome.percentOff }, ...origin }];
  if (effect.of === 'delivery') {
    return charges.flatMap(({ kind, amount }, charge): Discount[] =>
      kind === 'delivery' ? [{ on: { charge }, off: { amount: reductionOf(effect, amount) }, ...origin }] : [],
    );
  }
  const ids = targetDishes({ conditions, effect }, lines);
  const areTargets = lines.map(({ id }) => ids === null || ids.includes(id));
  const targetSum = addCents(...lines.map((line, i) => (areTargets[i] ? lineNet(line) : ZERO)));
  const shares =
    effect.of === 'cheapest'
      ? cheapestShares(effect, lines, areTargets)
      : spreadOverTargets(reductionOf(effect, targetSum), lines, areTargets);
  return shares.flatMap((amount, line): Discount[] =>
    amount === 0 ? [] : [{ on: { line }, off: { amount }, ...origin }],
  );
}

/** What the effect takes off a sum, at most the whole sum. */
function reductionOf(effect: PromotionEffect, sum: Cents): Cents {
  return effect.kind === 'percent' ? percentOf(sum, effect.percent) : cents(Math.min(effect.amount, sum));
}

function spreadOverTargets(amount: Cents, lines: readonly OfferedLine[], areTargets: readonly boolean[]): Cents[] {
  if (amount === 0) return [];
  const positions = lines.flatMap((_, i) => (areTargets[i] ? [i] : []));
  const parts = spread(
    amount,
    positions.flatMap((i) => lines[i] ?? []),
  );
  const shares = lines.map(() => ZERO);
  positions.forEach((position, i) => (shares[position] = parts[i] ?? ZERO));
  return shares;
}

/** Takes the effect off the cheapest dishes, one each. Of equal prices the lowest id counts, in any sequence of lines. */
function cheapestShares(
  effect: PromotionEffect,
  lines: readonly OfferedLine[],
  areTargets: readonly boolean[],
): Cents[] {
  const sorted = lines
    .map((line, index) => ({ line, index }))
    .filter(({ line, index }) => areTargets[index] && line.quantity > 0)
    .toSorted((a, b) => a.line.unitPrice - b.line.unitPrice || (a.line.id < b.line.id ? -1 : 1) || a.index - b.index);
  const units = sorted.reduce((sum, { line }) => sum + line.quantity, 0);
  let left = effect.every === undefined ? Math.min(1, units) : Math.floor(units / effect.every);
  const shares = lines.map(() => ZERO);
  for (const { line, index } of sorted) {
    const portions = Math.min(left, line.quantity);
    shares[index] = cents(reductionOf(effect, line.unitPrice) * portions);
    left -= portions;
  }
  return shares;
}

/** The offer that counts for an order, and what it takes off. */
export interface ChosenOffer {
  readonly discounts: readonly Discount[];
  /** Null if none counts. */
  readonly promotion: Promotion | null;
  readonly charges: readonly Charge[];
}

/**
 * Chooses one offer: the one with which the guest pays least, and of equal ones that of the welcome mail. An offer that
 * takes a delivery below its minimum, or makes it dearer because free delivery is lost, is left out. The result depends
 * neither on the order of the promotions nor on that of the lines.
 */
export function chooseOffer(
  lines: readonly OfferedLine[],
  promotions: readonly Promotion[],
  moment: OfferMoment,
  {
    chargesFor = () => [],
    missingFor = () => ZERO,
  }: {
    /** The charges of an order whose dishes cost this much after discounts. */
    readonly chargesFor?: (food: Cents) => readonly Charge[];
    /** What such an order lacks to the minimum of its delivery. */
    readonly missingFor?: (food: Cents) => Cents;
  } = {},
): ChosenOffer {
  const evaluate = (promotion: Promotion | null) => {
    const isOnDelivery = promotion?.effect.of === 'delivery';
    const onDishes = promotion === null || isOnDelivery ? [] : promotionDiscounts(promotion, lines, []);
    const food = foodSum(applyDiscounts(lines, onDishes).lines);
    const charges = chargesFor(food);
    const discounts = isOnDelivery ? promotionDiscounts(promotion, lines, charges) : onDishes;
    const offered = applyDiscounts(lines, discounts, charges);
    const due = addCents(food, ...offered.charges.map(({ amount, off = ZERO }) => subtractCents(amount, off)));
    return { offer: { promotion, discounts, charges }, due, missing: missingFor(food) };
  };
  // The first of equally good offers wins, and the empty text sorts first.
  const sortKey = (promotion: Promotion) => (welcomeOfferOf(promotion) ? '' : promotion.id);
  return promotions
    .filter((promotion) => promotionProblem(promotion, lines, moment) === null)
    .toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
    .map(evaluate)
    .reduce((best, candidate) => {
      const isBetter = candidate.missing === best.missing ? candidate.due < best.due : candidate.missing < best.missing;
      return isBetter ? candidate : best;
    }, evaluate(null)).offer;
}

/** Amounts are dollars in the API. */
type ToWire<Part> = Part extends { readonly amount: Cents } ? Omit<Part, 'amount'> & { readonly amount: number } : Part;
export interface WirePromotion extends Omit<Promotion, 'conditions' | 'effect'> {
  readonly conditions: readonly ToWire<PromotionCondition>[];
  readonly effect: ToWire<PromotionEffect>;
}

/** Converts the amount of a condition or effect, if any. `never` allows conversions to cents and to dollars. */
const inUnit =
  (convert: (amount: never) => number) =>
  <Part extends object>(part: Part): Part =>
    'amount' in part ? { ...part, amount: convert(part.amount as never) } : part;

/** A promotion as the API gives it. */
export function promotionToWire({ conditions, effect, ...promotion }: Promotion): WirePromotion {
  const toWire = inUnit(toDollars);
  return { ...promotion, conditions: conditions.map(toWire), effect: toWire(effect) };
}

/** A promotion from the API. The cast is safe because the amounts, the only difference, are cents again. */
export function promotionFromWire({ conditions, effect, ...promotion }: WirePromotion): Promotion {
  const fromWire = inUnit(centsOf);
  return { ...promotion, conditions: conditions.map(fromWire), effect: fromWire(effect) } as Promotion;
}
