import type { Cents } from '@tiffin/domain/core';
import type { ReportFigure } from '@tiffin/domain/stats';

export type AmountOfFigure = (figure: ReportFigure, key?: string) => Cents;

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

/** What was received by each tender, less what was paid out. */
export function tenderFigures(amountOf: AmountOfFigure, tenders: readonly string[]): TenderFigure[] {
  return tenders
    .map((tender) => ({
      tender,
      count: amountOf('tenderCount', tender),
      amount: amountOf('tender', tender),
      rounding: amountOf('tenderRounding', tender),
      tips: amountOf('tenderTips', tender),
      refunded: amountOf('tenderRefunds', tender),
    }))
    .toSorted((a, b) => b.amount - a.amount || a.tender.localeCompare(b.tender));
}

export function payoutFigures(amountOf: AmountOfFigure, providers: readonly string[]): PayoutFigure[] {
  return providers
    .map((provider) => ({
      provider,
      count: amountOf('payoutCount', provider),
      payments: amountOf('payoutPayments', provider),
      refunds: amountOf('payoutRefunds', provider),
      amount: amountOf('payout', provider),
    }))
    .toSorted((a, b) => b.amount - a.amount || a.provider.localeCompare(b.provider));
}
