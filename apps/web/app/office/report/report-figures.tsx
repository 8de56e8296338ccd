import type { ComponentProps } from 'react';
import { twelveHourText } from '@tiffin/domain/hours';
import { growthPercent, growthText, reportTaxKey, type ReportFigure } from '@tiffin/domain/stats';
import type { Answer } from '../../shared/api/api.ts';
import { BarChart } from '../../ui/bar-chart.tsx';
import { formatCount, formatPercent } from '../../ui/figures.tsx';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Explained } from '../../shared/figures/explained.tsx';
import styles from './report.module.css';
import { texts } from './texts.ts';

export type Report = Answer<'getReport'>;
type Tender = Report['tenders'][number];
type ReportTax = Report['taxes'][number];
type Payout = Report['payouts'][number];

export const dollars = (amount: number) => formatMoney(centsOf(amount));
const subtracted = (amount: number) => dollars(amount === 0 ? 0 : -amount);

/** A calendar day has no time zone, so it is formatted in UTC. */
const dayText = (date: string) => formatTime(`${date}T00:00:00Z`, 'day', 'UTC');
const periodText = ({ from, to }: Pick<Report, 'from' | 'to'>) =>
  from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`;

/** Everything of a report but its breakdowns. */
export function ReportFigures({ report }: { report: Report }) {
  return (
    <>
      <NetSales report={report} />
      <div className={styles.two}>
        <SalesToMoney report={report} />
        <div className="stack gap-14 content-start">
          <Tenders report={report} />
          <Taxes report={report} />
          <Payouts report={report} />
        </div>
      </div>
    </>
  );
}

function NetSales({ report }: { report: Report }) {
  const { sales, orders, previous, received, dayEndHours } = report;
  const growth = growthPercent(centsOf(sales.net), centsOf(previous.sales.net));
  const hasNothing = orders === 0 && received === 0 && sales.net === 0;
  return (
    <section className={`round-card surface shadow-1 ${styles.net}`} aria-label={texts.net}>
      <p className="soft">{texts.netIn(periodText(report))}</p>
      <p className={styles.figure}>
        <Explained figure="net" title={texts.net} text={dollars(sales.net)} />
      </p>
      <p className="row flex-wrap gap-8 hint digits">
        {previous.sales.net !== 0 && <b className={growth < 0 ? 'danger' : 'success'}>{growthText(growth)}</b>}
        <span>{texts.before(periodText(previous))}</span>
        <Explained
          figure="net"
          title={texts.beforeTitle(texts.net)}
          period={previous}
          text={dollars(previous.sales.net)}
        />
      </p>
      <p className="row flex-wrap gap-8-16 soft digits">
        <span>
          {texts.ordersCount} <Explained figure="orders" title={texts.ordersCount} text={formatCount(orders)} />
        </span>
        {orders > 0 && <span>{texts.each(dollars(sales.net / orders))}</span>}
      </p>
      {hasNothing && <p>{texts.empty}</p>}
      <p className="hint">
        {texts.dayEnds(dayEndHours.map((hour) => twelveHourText(`${String(hour).padStart(2, '0')}:00`)).join(' / '))}
      </p>
      {report.breakdowns.day.length > 1 && (
        <BarChart
          title={texts.days}
          heads={[texts.breakdowns.day, texts.net]}
          labels={7}
          bars={report.breakdowns.day.map(({ key, net }) => ({
            id: key,
            label: formatTime(`${key}T00:00:00Z`, 'day-month', 'UTC'),
            value: net,
            text: dollars(net),
          }))}
        />
      )}
    </section>
  );
}

interface Line {
  readonly figure: ReportFigure;
  readonly name: string;
  readonly hint?: string;
  readonly amount: string;
  readonly before: string;
  readonly isSum?: boolean;
}

const taxSum = ({ taxes }: Pick<Report, 'taxes'>) => taxes.reduce((sum, { amount }) => sum + centsOf(amount), 0) / 100;

function salesLines(report: Report): Line[] {
  const { previous } = report;
  const line = (
    figure: ReportFigure,
    name: string,
    valueOf: (figures: Report['previous']) => string,
    more: Pick<Line, 'hint' | 'isSum'> = {},
  ): Line => ({ figure, name, amount: valueOf(report), before: valueOf(previous), ...more });
  return [
    line('gross', texts.gross, ({ sales }) => dollars(sales.gross), { hint: texts.grossHint }),
    line('discounts', texts.discounts, ({ sales }) => subtracted(sales.discounts), { hint: texts.discountsHint }),
    line('refunds', texts.refunds, ({ refunds }) => subtracted(refunds), { hint: texts.refundsHint }),
    line('net', texts.net, ({ sales }) => dollars(sales.net), { isSum: true }),
    line('charges', texts.charges, ({ charges }) => dollars(charges), { hint: texts.chargesHint }),
    line('tax', texts.taxes, (figures) => dollars(taxSum(figures))),
    line('tips', texts.tips, ({ tips }) => dollars(tips)),
    line('cashRounding', texts.rounding, ({ cashRounding }) => dollars(cashRounding)),
    line('billed', texts.billed, ({ billed }) => dollars(billed), { isSum: true }),
    line('owed', texts.owed, ({ owed }) => subtracted(owed), { hint: texts.owedHint }),
    line('otherDays', texts.otherDays, ({ otherDays }) => dollars(otherDays), { hint: texts.otherDaysHint }),
    line('received', texts.received, ({ received }) => dollars(received), { isSum: true }),
  ];
}

function SalesToMoney({ report }: { report: Report }) {
  const { voids, previous } = report;
  return (
    <Panel title={texts.toMoney}>
      <Table
        caption={texts.captions.money}
        rows={salesLines(report)}
        rowKey={({ name }) => name}
        isPicked={({ isSum = false }) => isSum}
        columns={[
          {
            id: 'name',
            head: texts.line,
            names: true,
            cell: ({ name, hint }) => (
              <>
                {name}
                {hint !== undefined && <span className={`hint block ${styles.note}`}>{hint}</span>}
              </>
            ),
          },
          {
            id: 'amount',
            head: texts.amount,
            align: 'end',
            cell: ({ figure, name, amount }) => <Explained figure={figure} title={name} text={amount} />,
          },
          {
            id: 'before',
            head: texts.beforeHead,
            align: 'end',
            cell: ({ figure, name, before }) => (
              <span className="soft">
                <Explained figure={figure} title={texts.beforeTitle(name)} period={previous} text={before} />
              </span>
            ),
          },
        ]}
      />
      {voids.count > 0 && (
        <p className="row flex-wrap gap-8 hint">
          {texts.voids}
          <Explained figure="voidedOrders" title={texts.voids} text={formatCount(voids.count)} />
          <Explained figure="voids" title={texts.voids} text={dollars(voids.amount)} />
          {texts.voidsHint}
        </p>
      )}
    </Panel>
  );
}

/** A column of figures that each open their rows. */
function explainedColumn<Row>(
  id: string,
  head: string,
  explain: (row: Row) => ComponentProps<typeof Explained>,
): Column<Row> {
  return { id, head, align: 'end', cell: (row) => <Explained {...explain(row)} /> };
}

function Tenders({ report: { tenders } }: { report: Report }) {
  return (
    <Panel title={texts.paid} explain={texts.paidExplain}>
      {tenders.length === 0 ? (
        <p>{texts.noPayments}</p>
      ) : (
        <Table
          caption={texts.captions.tenders}
          rows={tenders}
          rowKey={({ tender }) => tender}
          columns={[
            { id: 'tender', head: texts.tender, names: true, cell: ({ label }) => label },
            explainedColumn('count', texts.count, ({ tender, label, count }: Tender) => ({
              figure: 'tenderCount',
              figureKey: tender,
              title: texts.ofTender(texts.count, label),
              text: formatCount(count),
            })),
            explainedColumn('amount', texts.amount, ({ tender, label, amount }: Tender) => ({
              figure: 'tender',
              figureKey: tender,
              title: label,
              text: dollars(amount),
            })),
            explainedColumn('rounding', texts.roundingHead, ({ tender, label, rounding }: Tender) => ({
              figure: 'tenderRounding',
              figureKey: tender,
              title: texts.ofTender(texts.roundingHead, label),
              text: dollars(rounding),
            })),
            explainedColumn('tips', texts.tipsHead, ({ tender, label, tips }: Tender) => ({
              figure: 'tenderTips',
              figureKey: tender,
              title: texts.ofTender(texts.tipsHead, label),
              text: dollars(tips),
            })),
          ]}
        />
      )}
    </Panel>
  );
}

function Taxes({ report: { taxes } }: { report: Report }) {
  const back = taxes.reduce((sum, { refundedBase }) => sum + centsOf(refundedBase), 0) / 100;
  const taxBack = taxes.reduce((sum, { refundedAmount }) => sum + centsOf(refundedAmount), 0) / 100;
  return (
    <Panel title={texts.tax} explain={texts.taxExplain}>
      {taxes.length === 0 ? (
        <p>{texts.noTaxes}</p>
      ) : (
        <Table
          caption={texts.captions.taxes}
          rows={taxes}
          rowKey={({ code, rate }) => reportTaxKey(code, rate)}
          columns={[
            {
              id: 'code',
              head: texts.code,
              names: true,
              cell: ({ label, registration }) => (
                <>
                  {label}
                  {registration !== null && <span className={`hint block ${styles.registration}`}>{registration}</span>}
                </>
              ),
            },
            { id: 'rate', head: texts.rate, align: 'end', cell: ({ rate }) => formatPercent(rate) },
            explainedColumn('base', texts.base, ({ code, label, rate, base }: ReportTax) => ({
              figure: 'taxBase',
              figureKey: reportTaxKey(code, rate),
              title: texts.ofTender(texts.base, label),
              text: dollars(base),
            })),
            explainedColumn('tax', texts.taxHead, ({ code, label, rate, amount }: ReportTax) => ({
              figure: 'tax',
              figureKey: reportTaxKey(code, rate),
              title: label,
              text: dollars(amount),
            })),
          ]}
        />
      )}
      {taxBack > 0 && (
        <p className="row flex-wrap gap-8 hint">
          {texts.refundedBase}
          <Explained figure="taxBaseRefunds" title={texts.refundedBase} text={dollars(back)} />
          {texts.refundedTax}
          <Explained figure="taxRefunds" title={texts.refundedTax} text={dollars(taxBack)} />
        </p>
      )}
    </Panel>
  );
}

const providerText = (provider: string) => texts.providers[provider] ?? provider;

function Payouts({ report: { payouts } }: { report: Report }) {
  return (
    <Panel title={texts.payouts} explain={texts.payoutsExplain}>
      {payouts.length === 0 ? (
        <p>{texts.noPayouts}</p>
      ) : (
        <Table
          caption={texts.captions.payouts}
          rows={payouts}
          rowKey={({ provider }) => provider}
          columns={[
            {
              id: 'provider',
              head: texts.provider,
              names: true,
              cell: ({ provider }) => providerText(provider),
            },
            explainedColumn('count', texts.count, ({ provider, count }: Payout) => ({
              figure: 'payoutCount',
              figureKey: provider,
              title: texts.ofTender(texts.count, providerText(provider)),
              text: formatCount(count),
            })),
            explainedColumn('refunds', texts.refundsHead, ({ provider, refunds }: Payout) => ({
              figure: 'payoutRefunds',
              figureKey: provider,
              title: texts.ofTender(texts.refundsHead, providerText(provider)),
              text: subtracted(refunds),
            })),
            explainedColumn('amount', texts.amount, ({ provider, amount }: Payout) => ({
              figure: 'payout',
              figureKey: provider,
              title: providerText(provider),
              text: dollars(amount),
            })),
          ]}
        />
      )}
    </Panel>
  );
}
