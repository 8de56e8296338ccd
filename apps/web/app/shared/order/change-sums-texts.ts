import { centsOf, formatMoney } from '../../ui/format.ts';

export const money = (dollars: number) => formatMoney(centsOf(dollars));
