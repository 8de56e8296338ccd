import { say } from '@tiffin/domain/core';
import { RULE_KINDS } from '@tiffin/domain/order';
import { chargeLabel } from '@tiffin/domain/pricing';
import type { Report } from './report-answer.ts';

/** One figure of a report for its files, with the figure of the period before. Amounts are in dollars. */
export interface ReportFileRow {
  readonly section: 'sales' | 'tender' | 'tip' | 'tax' | 'payout';
  readonly key: string;
  readonly label: string;
  readonly count?: number;
  readonly amount: number;
  readonly previous: number | null;
  readonly isSum?: boolean;
  /** Left out of mails and PDFs while it is zero. */
  readonly isRare?: boolean;
}

/** All figures of a report in the sequence of its page, without the breakdowns. */
export function figureRows(report: Report): ReportFileRow[] {
  return [...salesRows(report), ...tenderRows(report), ...tipRows(report), ...taxRows(report), ...payoutRows(report)];
}

/** The figures for mails and PDFs. Spreadsheets get all of them, so that the same lines come every month. */
export function printedRows(report: Report): ReportFileRow[] {
  return figureRows(report).filter(({ isRare, amount, previous }) => !isRare || amount !== 0 || previous !== 0);
}

type Figures = Omit<Report['previous'], 'until'>;
const sumOfTaxes = ({ taxes }: Figures) => taxes.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;

function salesRows(report: Report): ReportFileRow[] {
  const figure = (
    key: string,
    label: string,
    amountOf: (figures: Figures) => number,
    options: Pick<ReportFileRow, 'count' | 'isSum' | 'isRare'> = {},
  ): ReportFileRow => ({
    section: 'sales',
    key,
    label,
    amount: amountOf(report),
    previous: amountOf(report.previous),
    ...options,
  });
  // `0 - amount`, because `-amount` of 0 would be written as -0.
  return [
    figure('gross', say`Gross sales`, ({ sales }) => sales.gross, { count: report.orders }),
    figure('discounts', say`Discounts`, ({ sales }) => 0 - sales.discounts),
    figure('refunds', say`Refunds of dishes`, ({ refunds }) => 0 - refunds),
    figure('net', say`Net sales`, ({ sales }) => sales.net, { isSum: true }),
    figure('charges', say`Charges`, ({ charges }) => charges),
    ...(['delivery', ...RULE_KINDS] as const).map((kind) => {
      const amountOf = ({ chargesByKind = [] }: Figures) =>
        chargesByKind.find((charge) => charge.kind === kind)?.amount ?? 0;
      return figure(`charges:${kind}`, say`of which: ${chargeLabel(kind)}`, amountOf, { isRare: true });
    }),
    figure('taxes', say`Taxes`, sumOfTaxes),
    figure('tips', say`Tips`, ({ tips }) => tips),
    figure('cash-rounding', say`Cash rounding`, ({ cashRounding }) => cashRounding),
    figure('billed', say`Billed`, ({ billed }) => billed, { isSum: true }),
    figure('owed', say`Owed`, ({ owed }) => 0 - owed),
    figure('other-days', say`For bills of other days`, ({ otherDays }) => otherDays),
    figure('gift-cards-sold', say`Gift cards sold`, ({ giftCardsSold = 0 }) => giftCardsSold, { isRare: true }),
    figure('gift-cards-used', say`Paid with gift cards`, ({ giftCardsUsed = 0 }) => 0 - giftCardsUsed, {
      isRare: true,
    }),
    figure('deposits-taken', say`Deposits taken`, ({ depositsTaken = 0 }) => depositsTaken, { isRare: true }),
    figure('deposits-used', say`Paid with deposits`, ({ depositsUsed = 0 }) => 0 - depositsUsed, { isRare: true }),
    figure('received', say`Received`, ({ received }) => received, { isSum: true }),
    figure('gift-cards-owed', say`Owed to guests on gift cards`, ({ giftCardsOwed = 0 }) => giftCardsOwed, {
      isRare: true,
    }),
    figure('gift-cards-taken-over', say`Gift cards taken over`, ({ giftCardsTakenOver = 0 }) => giftCardsTakenOver, {
      isRare: true,
    }),
    figure('deposits-owed', say`Deposits owed to guests`, ({ depositsOwed = 0 }) => depositsOwed, { isRare: true }),
    figure('deposits-kept', say`Deposits kept`, ({ depositsKept = 0 }) => depositsKept, { isRare: true }),
    figure('deposit-tax', say`Tax in kept deposits`, ({ depositTax = 0 }) => depositTax, { isRare: true }),
    figure('voids', say`Cancelled orders`, ({ voids }) => voids.amount, { count: report.voids.count }),
  ];
}

function tenderRows({ tenders, previous }: Report): ReportFileRow[] {
  return tenders.map(({ tender: key, label, count, amount }) => ({
    section: 'tender',
    key,
    label,
    count,
    amount,
    previous: previous.tenders.find(({ tender }) => tender === key)?.amount ?? 0,
  }));
}

function tipRows({ tipsByPerson = [], previous }: Report): ReportFileRow[] {
  return tipsByPerson.map(({ person: key, label, tips: amount }) => ({
    section: 'tip',
    key,
    label,
    amount,
    previous: previous.tipsByPerson?.find(({ person }) => person === key)?.tips ?? 0,
  }));
}

function taxRows({ taxes, previous }: Report): ReportFileRow[] {
  return taxes.flatMap(({ code, label, registration, rate, base, amount }): ReportFileRow[] => {
    const percent = Math.round(rate * 100_000) / 1000;
    const key = `${code} ${percent}`;
    const before = previous.taxes.find((tax) => tax.code === code && tax.rate === rate);
    const name = registration === null ? label : `${label} (${registration})`;
    const section = 'tax' as const;
    return [
      { section, key: `${key} base`, label: say`${name}, taxable sales`, amount: base, previous: before?.base ?? 0 },
      { section, key, label: name, amount, previous: before?.amount ?? 0 },
    ];
  });
}

function payoutRows({ payouts, previous }: Report): ReportFileRow[] {
  return payouts.map(({ provider: key, count, amount }) => ({
    section: 'payout',
    key,
    label: key,
    count,
    amount,
    previous: previous.payouts.find(({ provider }) => provider === key)?.amount ?? 0,
  }));
}
