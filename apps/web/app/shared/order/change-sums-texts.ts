import { centsOf, formatMoney } from '../../ui/format.ts';

/** An amount of the API, in dollars, as text. */
export const money = (dollars: number) => formatMoney(centsOf(dollars));
