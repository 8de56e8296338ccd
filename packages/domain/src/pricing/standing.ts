import { subtractCents, ZERO, type Cents } from '../core/money.ts';
import type { Adjustment, Discount } from './discounts.ts';

/**
 * What made a placed bill cheaper, to be reckoned anew with other lines: `at` says where a line of before stands now,
 * `percents` which sources are per cent of every dish, and so of new ones too. Whatever else came off a line goes on
 * coming off it, and goes with it.
 */
export function standingDiscounts(
  adjustments: readonly Adjustment[],
  at: (line: number) => number | undefined,
  percents: Readonly<Record<string, number>>,
): Discount[] {
  const known = new Map<string, Discount>();
  const rest = adjustments.flatMap(({ line, charge, amount, kind, source, label }): Discount[] => {
    const told = { kind, source, label };
    const percent = percents[source];
    if (percent !== undefined && line !== null) {
      known.set(source, { on: 'dishes', off: { percent }, ...told });
      return [];
    }
    const off: { readonly amount: Cents } = { amount: subtractCents(ZERO, amount) };
    if (charge !== null) return [{ on: { charge }, off, ...told }];
    const position = line === null ? undefined : at(line);
    return position === undefined ? [] : [{ on: { line: position }, off, ...told }];
  });
  return [...known.values(), ...rest];
}
