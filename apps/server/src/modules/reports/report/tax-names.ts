import { rate as rateOf, rateToDecimal } from '@tiffin/domain/core';
import { reportTaxKey } from '@tiffin/domain/stats';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import type { SaleTakenBack } from './read-sales-taken-back.ts';
import { soldTaxes, type ReportScope } from './report-rows.ts';

/** A tax at one rate, with all registration numbers on the bills. */
export interface TaxName {
  readonly code: string;
  readonly label: string;
  readonly registration: string | null;
  readonly rate: number;
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
    const key = taxKeyOf({ code, rate });
    if (!names.has(key)) names.set(key, { code, label, registration, rate });
  }
  return [...names.values()];
}

export const taxKeyOf = ({ code, rate }: Pick<TaxName, 'code' | 'rate'>) =>
  reportTaxKey(code, rateToDecimal(rateOf(rate)));
