import { isCount, type Figure } from '@tiffin/domain/stats';
import { formatCount } from '../../ui/figures.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';

/** A figure or a part of it: money, or how many. */
export function amountText(figure: Figure, amount: number): string {
  return isCount(figure) ? formatCount(amount) : formatMoney(centsOf(amount));
}

/** '+$5.00' or '-$5.00'. */
export function differenceText(figure: Figure, amount: number): string {
  return amount > 0 ? `+${amountText(figure, amount)}` : amountText(figure, amount);
}
