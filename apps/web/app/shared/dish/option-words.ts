import type { OptionGroup } from '@tiffin/domain/options';
import { formatMoney } from '../../ui/format.ts';

/** What is said beside a group: how many to choose, how many are chosen, and what more of them costs. */
function need({ kind, min, max, included, eachExtra, options }: OptionGroup, units: number): string {
  if (kind === 'one') return min > 0 ? 'choose 1' : 'optional';
  const most = Math.min(
    max,
    options.reduce((sum, { maxUnits }) => sum + maxUnits, 0),
  );
  const wanted =
    units > 0 && units >= min
      ? `${units} chosen`
      : min > 0
        ? `choose ${min === most ? min : `at least ${min}`}`
        : max < options.length
          ? `up to ${max}`
          : 'optional';
  if (eachExtra === 0) return wanted;
  return included > 0
    ? `${wanted}, ${included} included, then ${formatMoney(eachExtra)} each`
    : `${wanted}, ${formatMoney(eachExtra)} each`;
}

export const optionWords = {
  need,
  soldOut: 'Sold out',
  contains: (allergens: string) => `contains ${allergens}`,
} as const;
