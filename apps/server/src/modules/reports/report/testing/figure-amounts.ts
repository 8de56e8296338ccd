import { rate, rateToDecimal, sumOf } from '@tiffin/domain/core';
import { reportTaxKey, type ReportFigure } from '@tiffin/domain/stats';
import type { ReportFigures } from '../read-report.ts';

interface Amount {
  readonly figure: ReportFigure;
  readonly key: string;
  readonly amount: number;
}

const one = (figure: ReportFigure, amount: number, key = ''): Amount => ({ figure, key, amount });

/**
 * The figures in each field of a report. A new field does not compile before it names a figure, and a figure does not
 * compile before it has its rows.
 */
const FIGURES_OF: { readonly [Field in keyof ReportFigures]: (value: ReportFigures[Field]) => readonly Amount[] } = {
  orders: (orders) => [one('orders', orders)],
  sales: ({ gross, discounts, net }) => [one('gross', gross), one('discounts', discounts), one('net', net)],
  refunds: (refunds) => [one('refunds', refunds)],
  charges: (charges) => [one('charges', charges)],
  chargesByKind: (charges) => charges.map(({ kind, amount }) => one('charges', amount, kind)),
  taxes: (taxes) => [
    one('tax', sumOf(taxes.map(({ amount }) => amount))),
    ...taxes.flatMap(({ code, rate: value, base, amount, refundedBase, refundedAmount }) => {
      const key = reportTaxKey(code, rateToDecimal(rate(value)));
      return [
        one('tax', amount, key),
        one('taxBase', base, key),
        one('taxRefunds', refundedAmount, key),
        one('taxBaseRefunds', refundedBase, key),
      ];
    }),
  ],
  tips: (tips) => [one('tips', tips)],
  cashRounding: (rounding) => [one('cashRounding', rounding)],
  billed: (billed) => [one('billed', billed)],
  owed: (owed) => [one('owed', owed)],
  otherDays: (otherDays) => [one('otherDays', otherDays)],
  giftCardsSold: (sold) => [one('giftCardsSold', sold)],
  giftCardsUsed: (used) => [one('giftCardsUsed', used)],
  giftCardsTakenOver: (taken) => [one('giftCardsTakenOver', taken)],
  giftCardsOwed: (owed) => [one('giftCardsOwed', owed)],
  depositsTaken: (taken) => [one('depositsTaken', taken)],
  depositsUsed: (used) => [one('depositsUsed', used)],
  depositsKept: (kept) => [one('depositsKept', kept)],
  depositTax: (tax) => [one('depositTax', tax)],
  depositTaxes: (taxes) => taxes.map(({ code, amount }) => one('depositTax', amount, code)),
  depositsOwed: (owed) => [one('depositsOwed', owed)],
  received: (received) => [one('received', received)],
  tenders: (tenders) =>
    tenders.flatMap(({ tender, count, amount, rounding, tips, refunded }) => [
      one('tenderCount', count, tender),
      one('tender', amount, tender),
      one('tenderRounding', rounding, tender),
      one('tenderTips', tips, tender),
      one('tenderRefunds', refunded, tender),
    ]),
  tipsByPerson: (people) => people.map(({ person, tips }) => one('personTips', tips, person)),
  payouts: (payouts) =>
    payouts.flatMap(({ provider, count, payments, refunds, amount }) => [
      one('payoutCount', count, provider),
      one('payout', amount, provider),
      one('payoutPayments', payments, provider),
      one('payoutRefunds', refunds, provider),
    ]),
  voids: ({ count, amount }) => [one('voids', amount), one('voidedOrders', count)],
};

/** Every figure of a report with its amount. */
export function figureAmounts(figures: ReportFigures): Amount[] {
  return Object.entries(FIGURES_OF).flatMap(([field, amountsOf]) =>
    (amountsOf as (value: unknown) => readonly Amount[])(figures[field as keyof ReportFigures]),
  );
}
