import { cents, ZERO, type Cents } from '@tiffin/domain/core';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/connection.ts';
import type { SaleTakenBack } from './read-sales-taken-back.ts';
import { soldTaxes, type ReportScope } from './report-rows.ts';
import { sumCents } from './sum-cents.ts';

export interface TaxFigure {
  readonly code: string;
  readonly label: string;
  readonly registration: string | null;
  readonly rate: number;
  readonly base: Cents;
  readonly amount: Cents;
  readonly refundedBase: Cents;
  readonly refundedAmount: Cents;
}

type TaxRow = Omit<TaxFigure, 'refundedBase' | 'refundedAmount'>;

/** Reads the taxes of the bills that were sold, by code and rate, with all registration numbers on them. */
export async function readTaxes(db: Db, scope: ReportScope): Promise<TaxRow[]> {
  const { rows } = await sql<TaxRow>`
    select code, min(label) as label, string_agg(distinct registration, ', ') as registration, rate,
           sum(base) as base, sum(amount) as amount
    from (${soldTaxes(scope)}) t group by code, rate order by code, rate desc
  `.execute(db);
  return rows;
}

/** The taxes less what refunds took back. */
export function withRefunds(sold: readonly TaxRow[], takenBack: readonly SaleTakenBack[]): TaxFigure[] {
  const keyOf = (tax: { readonly code: string; readonly rate: number }) => `${tax.code} ${tax.rate}`;
  const back = Map.groupBy(taxesTakenBack(takenBack), keyOf);
  const known = new Set(sold.map(keyOf));
  const onlyBack = [...back.values()].flatMap((rows) =>
    rows.slice(0, 1).flatMap((tax) => (known.has(keyOf(tax)) ? [] : [{ ...tax, base: ZERO, amount: ZERO }])),
  );
  return [...sold, ...onlyBack].map((tax) => lessRefunds(tax, back.get(keyOf(tax)) ?? []));
}

function lessRefunds(tax: TaxRow, back: readonly TaxRow[]): TaxFigure {
  const refundedBase = sumCents(back, ({ base }) => base);
  const refundedAmount = sumCents(back, ({ amount }) => amount);
  const { code, label, registration, rate } = tax;
  return {
    code,
    label,
    registration,
    rate,
    base: cents(tax.base - refundedBase),
    amount: cents(tax.amount - refundedAmount),
    refundedBase,
    refundedAmount,
  };
}

function taxesTakenBack(takenBack: readonly SaleTakenBack[]): TaxRow[] {
  return takenBack.flatMap(({ taxes, parts }) =>
    taxes.map(({ code, label, registration, rate }, index) => ({
      code,
      label,
      registration,
      rate,
      base: parts.bases[index] ?? ZERO,
      amount: parts.taxes[index] ?? ZERO,
    })),
  );
}
