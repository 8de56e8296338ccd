import { centsOf, toDollars, ZERO, type Cents } from '../core/money.ts';
import { applyRate, rateFromPercent, rateToPercent, type Rate } from '../core/rates.ts';
import type { TaxClass } from '../core/tax-classes.ts';
import type { Charge, ChargeKind } from '../pricing/price.ts';
import { orderTypeGoesTo, type OrderType } from './order-types.ts';

/** The kinds of charges that a location can set. The kind is also the id of its rule. */
export const RULE_KINDS = ['service', 'bag', 'small-order'] as const satisfies readonly ChargeKind[];
export type RuleKind = (typeof RULE_KINDS)[number];
/** Why staff took charges off an order. */
export type ChargeReasons = { readonly [kind in RuleKind]?: string | undefined };

interface ChargeTerms {
  readonly kind: RuleKind;
  readonly orderTypes: readonly OrderType[];
  /** For service at a table: the smallest party that pays it; absent for any party. */
  readonly fromPartySize?: number | undefined;
  readonly taxClass: TaxClass;
  /** The guest decides whether to pay it. */
  readonly isVoluntary: boolean;
  /** Staff may take it off an order, with a reason. */
  readonly staffMayRemove: boolean;
  /** For service: it is shared like tips. Rules from before have none. */
  readonly goesToStaff?: boolean | undefined;
}

/** A charge that a location adds to its orders: one rule of each kind at most. */
export interface ChargeRule extends ChargeTerms {
  /** For service: the part of the dishes after discounts and points. */
  readonly percent?: Rate | undefined;
  /** For a bag and a small order: once per order. */
  readonly amount?: Cents | undefined;
  /** For a small order: charged if the dishes cost less than this. */
  readonly below?: Cents | undefined;
}

/** Whether staff may take a charge off an order: what the guest decides, and what its rule allows. */
export function mayStaffRemove({
  isVoluntary,
  staffMayRemove,
}: Pick<ChargeTerms, 'isVoluntary' | 'staffMayRemove'>): boolean {
  return isVoluntary || staffMayRemove;
}

/** The charges of a round. A bag and a small order are charged once per order, and a tab is many orders. */
export function rulesOfRound(rules: readonly ChargeRule[]): ChargeRule[] {
  return rules.filter(({ kind }) => kind === 'service');
}

interface ChargedOrder {
  readonly orderType: OrderType;
  /** What the dishes cost after discounts and points. */
  readonly food: Cents;
  readonly partySize?: number | null | undefined;
  /** The charges that the guest declined or that staff took off. */
  readonly without?: readonly ChargeKind[] | undefined;
}

/** The charges of an order by the rules of its location, without those of nothing. */
export function chargesByRules(
  rules: readonly ChargeRule[],
  { orderType, food, partySize = null, without = [] }: ChargedOrder,
): Charge[] {
  return rules
    .filter((rule) => rule.orderTypes.includes(orderType) && !without.includes(rule.kind))
    .filter(({ fromPartySize = 0 }) => !orderTypeGoesTo(orderType, 'table') || fromPartySize <= (partySize ?? 0))
    .map((rule): Charge => {
      const { kind, percent, taxClass, isVoluntary, goesToStaff } = rule;
      const terms = { isVoluntary: isVoluntary || undefined, goesToStaff: goesToStaff || undefined };
      return { kind, amount: amountOf(rule, food), taxClass, percent, ...terms };
    })
    .filter(({ amount }) => amount !== ZERO);
}

function amountOf({ kind, percent, amount = ZERO, below = ZERO }: ChargeRule, food: Cents): Cents {
  if (percent !== undefined) return applyRate(food, percent);
  return kind === 'small-order' && (food === ZERO || food >= below) ? ZERO : amount;
}

/** The charges of a placed order whose dishes now cost this much. Only a percentage changes. */
export function recalculateCharges(charges: readonly Charge[], food: Cents): Charge[] {
  return charges.map((charge) =>
    charge.percent === undefined ? charge : { ...charge, amount: applyRate(food, charge.percent) },
  );
}

/**
 * An offer is chosen with the charges that it leads to. Then points and discounts by staff lower the dishes further, and
 * the charges by rules follow; the delivery fee does not.
 */
export function finalCharges(offered: readonly Charge[], byFinalFood: readonly Charge[]): Charge[] {
  const isDelivery = ({ kind }: Charge) => kind === 'delivery';
  return [...offered.filter(isDelivery), ...byFinalFood.filter((charge) => !isDelivery(charge))];
}

/** A rule in the API: money in dollars, and 15 for 15 %. */
export interface WireChargeRule extends ChargeTerms {
  readonly percent?: number | undefined;
  readonly amount?: number | undefined;
  readonly below?: number | undefined;
}

export function toWireChargeRule({ percent, amount, below, ...terms }: ChargeRule): WireChargeRule {
  return {
    ...terms,
    percent: percent === undefined ? undefined : rateToPercent(percent),
    amount: amount === undefined ? undefined : toDollars(amount),
    below: below === undefined ? undefined : toDollars(below),
  };
}

export function chargeRuleFromWire({ percent, amount, below, ...terms }: WireChargeRule): ChargeRule {
  return {
    ...terms,
    percent: percent === undefined ? undefined : rateFromPercent(percent),
    amount: amount === undefined ? undefined : centsOf(amount),
    below: below === undefined ? undefined : centsOf(below),
  };
}
