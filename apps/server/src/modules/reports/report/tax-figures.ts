import { rate as rateOf, rateToDecimal, type Cents } from '@tiffin/domain/core';
import { reportTaxKey } from '@tiffin/domain/stats';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import type { AmountOfFigure } from './money-figures.ts';
import type { SaleTakenBack } from './read-sales-taken-back.ts';
import { soldTaxes, type ReportScope } from './report-rows.ts';

/** A tax at one rate, with all registration numbers on the bills. */
export interface TaxName {
  readonly code: string;
  readonly label: string;
  readonly registration: string | null;
  readonly rate: number;
}

export interface TaxFigure extends TaxName {
  readonly base: Cents;
  readonly amount: Cents;
  readonly refundedBase: Cents;
  readonly refundedAmount: Cents;
}

/** The taxes of the bills that were sold, and of those that were taken back. */
export async function readTaxNames(
  db: Db | Tx,
  scope: ReportScope,
  takenBack: readonly SaleTakenBack[],
): Promise<TaxName[]> {
  const { rows: sold } = await sql<TaxName>`
    select code, min(label) as label, string_agg(distinct registration, ', ') as registration, rate
    from (${soldTaxes(scope)}) t group by code, rate order by code, rate desc
  `.execute(db);
  const names = new Map<string, TaxName>();
  for (const { code, label, registration, rate } of [...sold, ...takenBack.flatMap(({ taxes }) => taxes)]) {
    const key = taxKey({ code, rate });
    if (!names.has(key)) names.set(key, { code, label, registration, rate });
  }
  return [...names.values()];
}

/** The taxes less what refunds took back. */
export function taxFigures(amountOf: AmountOfFigure, names: readonly TaxName[]): TaxFigure[] {
  return names.map((name) => {
    const key = taxKey(name);
    return {
      ...name,
      base: amountOf('taxBase', key),
      amount: amountOf('tax', key),
      refundedBase: amountOf('taxBaseRefunds', key),
      refundedAmount: amountOf('taxRefunds', key),
    };
  });
}

const taxKey = ({ code, rate }: Pick<TaxName, 'code' | 'rate'>) => reportTaxKey(code, rateToDecimal(rateOf(rate)));
