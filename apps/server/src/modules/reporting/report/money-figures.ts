import { cents, sumOf, type Cents } from '@tiffin/domain/core';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/connection.ts';
import type { SaleTakenBack } from './read-sales-taken-back.ts';
import { sumCents } from './sum-cents.ts';

export interface TenderFigure {
  readonly tender: string;
  readonly count: number;
  readonly amount: Cents;
  readonly rounding: Cents;
  readonly tips: Cents;
  readonly refunded: Cents;
}

export interface PayoutFigure {
  readonly provider: string;
  readonly count: number;
  readonly payments: Cents;
  readonly refunds: Cents;
  readonly amount: Cents;
}

interface MoneyRow {
  readonly tender: string;
  readonly provider: string;
  readonly count: number;
  readonly amount: number;
  readonly tip: number;
  readonly rounding: number;
  readonly tips: number;
}

/** Adds up payments or refunds by tender and provider. */
export async function readMoney(
  db: Db,
  rowsOf: RawBuilder<unknown>,
  count: RawBuilder<unknown>,
  tips: RawBuilder<unknown>,
): Promise<MoneyRow[]> {
  const { rows } = await sql<MoneyRow>`
    select tender, provider, ${count} as count, sum(amount) as amount, sum(tip) as tip, sum(rounding) as rounding, ${tips} as tips
    from (${rowsOf}) m group by 1, 2 order by 4 desc, 1, 2
  `.execute(db);
  return rows;
}

const moneyOf = ({ amount, tip, rounding }: MoneyRow) => amount + tip + rounding;

/** What was received by each tender, less what was paid out. */
export function tendersOf(
  payments: readonly MoneyRow[],
  refunds: readonly MoneyRow[],
  takenBack: readonly SaleTakenBack[],
): TenderFigure[] {
  const names = [...new Set([...payments, ...refunds].map(({ tender }) => tender))];
  const figures = names.map((tender) => {
    const isOwn = (row: { readonly tender: string | null }) => row.tender === tender;
    const [came, went] = [payments.filter(isOwn), refunds.filter(isOwn)];
    const refunded = sumCents(went, moneyOf);
    const tipsBack = sumCents(takenBack.filter(isOwn), ({ parts }) => parts.tip);
    return {
      tender,
      count: sumOf(came.map(({ count }) => count)),
      amount: cents(sumCents(came, moneyOf) - refunded),
      rounding: cents(sumCents(came, ({ rounding }) => rounding) - sumCents(went, ({ rounding }) => rounding)),
      tips: cents(sumCents(came, ({ tips }) => tips) - sumCents(went, ({ tips }) => tips) - tipsBack),
      refunded,
    };
  });
  return figures.toSorted((a, b) => b.amount - a.amount);
}

/** Money at the counter is not paid out by anyone. */
export function payoutsOf(payments: readonly MoneyRow[], refunds: readonly MoneyRow[]): PayoutFigure[] {
  const providers = [...new Set([...payments, ...refunds].map(({ provider }) => provider))];
  return providers
    .filter((provider) => provider !== 'till')
    .map((provider) => {
      const [came, went] = [payments, refunds].map((rows) => rows.filter((row) => row.provider === provider));
      const [received, returned] = [sumCents(came ?? [], moneyOf), sumCents(went ?? [], moneyOf)];
      return {
        provider,
        count: sumOf((came ?? []).map(({ count }) => count)),
        payments: received,
        refunds: returned,
        amount: cents(received - returned),
      };
    });
}
