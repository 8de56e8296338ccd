import { isCount, type Figure } from '@tiffin/domain/stats';
import { formatCount } from '../../ui/figures.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';

/** A figure or a part of it: money, or how many. */
export function amountText(figure: Figure, amount: number): string {
  return isCount(figure) ? formatCount(amount) : formatMoney(centsOf(amount));
}
