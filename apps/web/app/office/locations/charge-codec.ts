import { say, toDollars } from '@tiffin/domain/core';
import {
  chargeRuleFromWire,
  chargeRulesProblem,
  ORDER_TYPES,
  orderTypeGoesTo,
  RULE_KINDS,
  type RuleKind,
  type WireChargeRule,
} from '@tiffin/domain/order';
import { chargeLabel } from '@tiffin/domain/pricing';
import { isPartySize, PARTY_PROBLEM } from '@tiffin/domain/reservation';
import { parseAmount } from '../../ui/amount-typed.ts';
import type { FormField } from '../../ui/form.ts';
import type { ManagedLocation } from './location-data.ts';

type TypedText = 'percent' | 'fromPartySize' | 'amount' | 'below';
/** A charge in the form. One that is not in use is not sent. */
export type TypedCharge = Omit<Required<WireChargeRule>, TypedText | 'kind'> &
  Readonly<Record<TypedText, string>> & { readonly isOn: boolean };
export type TypedCharges = Readonly<Record<RuleKind, TypedCharge>>;

export function chargesField(): FormField<ManagedLocation['charges'] | undefined, TypedCharges, WireChargeRule[]> {
  return {
    label: say`Charges`,
    initialValue: toTyped(),
    toTyped,
    toPayload,
    problem(typed) {
      const { isOn, fromPartySize } = typed.service;
      if (isOn && fromPartySize.trim() !== '' && !isPartySize(Number(fromPartySize))) return PARTY_PROBLEM;
      return chargeRulesProblem(toPayload(typed).map(chargeRuleFromWire))?.message ?? null;
    },
    formatValue: (rules) => rules.map(({ kind, percent }) => chargeLabel(kind, percent)).join(', '),
  };
}

/** Servers of earlier versions do not send the rules. */
function toTyped(rules: readonly WireChargeRule[] = []): TypedCharges {
  const typed = (kind: RuleKind): TypedCharge => {
    const rule = rules.find((each) => each.kind === kind);
    return {
      orderTypes: ORDER_TYPES.filter((type) => orderTypeGoesTo(type, 'table') === (kind === 'service')),
      taxClass: 'charge',
      isVoluntary: false,
      staffMayRemove: true,
      goesToStaff: false,
      ...rule,
      isOn: rule !== undefined,
      percent: String(rule?.percent ?? ''),
      fromPartySize: String(rule?.fromPartySize ?? ''),
      amount: rule?.amount?.toFixed(2) ?? '',
      below: rule?.below?.toFixed(2) ?? '',
    };
  };
  return { service: typed('service'), bag: typed('bag'), 'small-order': typed('small-order') };
}

/** Undefined for what cannot be read, which is a problem of the rules like a missing number. */
function numberOf(typed: string, most = Infinity): number | undefined {
  const hundredths = parseAmount(typed);
  return hundredths === null || hundredths > most * 100 ? undefined : toDollars(hundredths);
}

function toPayload(typed: TypedCharges): WireChargeRule[] {
  return RULE_KINDS.filter((kind) => typed[kind].isOn).map((kind) => {
    const { isOn: _isOn, percent, fromPartySize, amount, below, orderTypes, goesToStaff, ...terms } = typed[kind];
    const rule = { kind, orderTypes: [...orderTypes], ...terms };
    if (kind === 'bag') return { ...rule, amount: numberOf(amount) };
    if (kind === 'small-order') return { ...rule, amount: numberOf(amount), below: numberOf(below) };
    const service = { percent: numberOf(percent, 100), fromPartySize: Number(fromPartySize) || undefined };
    return { ...rule, ...service, goesToStaff: goesToStaff || undefined };
  });
}
