import { addCents, toDollars } from '@tiffin/domain/core';
import type { ReportPeriod } from '@tiffin/domain/stats';
import { centsOf, formatDay, formatMoney } from '../../ui/format.ts';

/** An amount of the API as text. */
export const dollars = (amount: number) => formatMoney(centsOf(amount));
export const negativeDollars = (amount: number) => dollars(amount === 0 ? 0 : -amount);

/** Adds amounts of the API in cents, because sums of decimals would be off by fractions of a cent. */
export const sumOfDollars = (amounts: readonly number[]) => toDollars(addCents(...amounts.map(centsOf)));

/** The days of a period, such as 'Nov 1 – Nov 30'. */
export const periodText = ({ from, to }: ReportPeriod) =>
  from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
