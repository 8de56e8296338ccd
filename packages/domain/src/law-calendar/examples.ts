import { ZERO, type Cents } from '../core/money.ts';
import type { LawExample } from '../law/index.ts';
import {
  calculatePrice,
  NO_TIP,
  taxationOfProvince,
  taxesOf,
  taxName,
  type Province,
  type Taxation,
} from '../pricing/index.ts';
import { say } from '../core/language.ts';
import { percentText } from '../core/rates.ts';

/** An amount of an authority's example beside what the till calculates. */
export interface ComparedAmount {
  /** The tax, or the suggested tip. */
  readonly label: string;
  readonly expected: Cents;
  readonly calculated: Cents;
}

export interface ComparedExample extends Pick<LawExample, 'date' | 'amount' | 'source' | 'kind'> {
  readonly amounts: readonly ComparedAmount[];
}

/** Calculates an authority's example with the functions that price orders. */
export function compareExample(example: LawExample, province: Province): ComparedExample {
  const { date, amount, source, kind } = example;
  return { date, amount, source, kind, amounts: comparedAmounts(example, province) };
}

function comparedAmounts(example: LawExample, province: Province): ComparedAmount[] {
  const taxation = taxationOfProvince(province, example.date);
  if (example.kind === 'suggested-tip') {
    const { percent, tip, amount } = example;
    const line = { unitPrice: amount, quantity: 1 };
    const price = calculatePrice([line], taxation, { kind: 'percent', percent });
    return [{ label: say`Tip of ${percentText(percent)}`, expected: tip, calculated: price.tip }];
  }
  const calculated =
    example.kind === 'tax-inside' ? taxesInside(example.amount, taxation) : taxesOnMeal(example.amount, taxation);
  return Object.entries(example.taxes).map(([code, expected]) => ({
    label: taxName(code),
    expected,
    calculated: calculated.find((tax) => tax.code === code)?.amount ?? ZERO,
  }));
}

function taxesOnMeal(amount: Cents, taxation: Taxation) {
  return calculatePrice([{ unitPrice: amount, quantity: 1 }], taxation, NO_TIP).taxes;
}

/** A no-show fee or lost deposit contains its taxes, each as a fraction of the whole amount: 5/105 and 9.975/109.975. */
function taxesInside(fee: Cents, taxation: Taxation) {
  return taxesOf('charge', fee, { ...taxation, included: true });
}

export function isSameAsTill({ amounts }: ComparedExample): boolean {
  return amounts.every(({ expected, calculated }) => expected === calculated);
}
