import { failure, type Failure } from '../core/errors.ts';
import { say, sayNow } from '../core/language.ts';
import type { ChargeKind } from '../pricing/price.ts';
import { CHARGE_LABELS } from '../pricing/staff-discounts.ts';
import { mayStaffRemove, type ChargeRule } from './charge-rules.ts';

/* Apart from the rules, which guests download. */

/** Why an order cannot be without these charges; null if it can. */
export function withoutChargesProblem(
  rules: readonly ChargeRule[],
  without: readonly ChargeKind[],
  isStaff: boolean,
): Failure | null {
  const fixed = rules.find(
    (rule) => without.includes(rule.kind) && !(isStaff ? mayStaffRemove(rule) : rule.isVoluntary),
  );
  if (!fixed) return null;
  const charge = sayNow(CHARGE_LABELS[fixed.kind]);
  const words = isStaff
    ? say`The settings of this location do not let staff take this charge off: ${charge}. An owner can change that.`
    : say`This charge is part of every such order and cannot be left out: ${charge}.`;
  return failure('invalid-argument', words, { field: 'withoutCharges', charge: fixed.kind });
}

/** The first problem of the rules of a location; null if there is none. */
export function chargeRulesProblem(rules: readonly ChargeRule[]): Failure | null {
  const wrong = ({ kind }: ChargeRule, words: string) =>
    failure('invalid-argument', `${sayNow(CHARGE_LABELS[kind])}: ${words}`, { field: 'charges', charge: kind });
  for (const [index, rule] of rules.entries()) {
    const { kind, percent, amount, below, fromPartySize, orderTypes, goesToStaff = false } = rule;
    const isService = kind === 'service';
    if (rules.findIndex((each) => each.kind === kind) !== index) return wrong(rule, say`This charge is there twice.`);
    if (orderTypes.length === 0) return wrong(rule, say`Choose at least one kind of order.`);
    if (isService && !percent) return wrong(rule, say`Enter the percentage.`);
    if (!isService && !amount) return wrong(rule, say`Enter the amount.`);
    if (kind === 'small-order' && !below) return wrong(rule, say`Enter the amount below which an order is small.`);
    const hasForeignField =
      (isService ? amount !== undefined : percent !== undefined || fromPartySize !== undefined || goesToStaff) ||
      (kind !== 'small-order' && below !== undefined);
    if (hasForeignField) return wrong(rule, say`This charge has a setting that belongs to another kind of charge.`);
  }
  return null;
}
