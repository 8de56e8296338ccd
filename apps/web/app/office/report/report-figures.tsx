import { twelveHourText } from '@tiffin/domain/hours';
import { growthPercent, growthText, reportTaxKey, type ReportFigure } from '@tiffin/domain/stats';
import { addCents, say, sayNow, subtractCents } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { BarChart } from '../../ui/bar-chart.tsx';
import { formatCount, formatPercent } from '../../ui/figures.tsx';
import { centsOf, formatDay } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Explained } from '../../shared/figures/explained.tsx';
import { Guests } from './report-guests.tsx';
import { dollars, negativeDollars, periodText, sumOfDollars } from './report-texts.ts';
import styles from './report.module.css';

const REFUNDED_BASE = say`Taken back by refunds, of the base`;
const REFUNDED_TAX = say`Taken back by refunds, of the tax`;

/** Other providers are shown under their own name. */
const PROVIDERS = { stripe: say`Stripe`, sandbox: say`Sandbox (no real money)` } as Readonly<Record<string, string>>;

export type Report = Answer<'getReport'>;

/** All panels of a report but its breakdowns. */
export function ReportFigures({ report }: { report: Report }) {
  return (
    <>
      <NetSales report={report} />
      <div className={`grid gap-14 align-start ${styles.two}`}>
        <div className="stack gap-14 content-start">
          <SalesToMoney report={report} />
          <Guests report={report} />
          <Labour report={report} />
        </div>
        <div className="stack gap-14 content-start">
          <Tenders report={report} />
          <Tips report={report} />
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
    <section className={`round-card surface shadow-1 ${styles.net}`} aria-label={say`Net sales`}>
      <p className="soft">{say`Net sales, ${periodText(report)}`}</p>
      <p className={styles.figure}>
        <Explained figure="net" title={say`Net sales`} text={dollars(sales.net)} />
      </p>
      <p className="row flex-wrap gap-8 hint digits">
        {previous.sales.net !== 0 && <b className={growth < 0 ? 'danger' : 'success'}>{growthText(growth)}</b>}
        <span>
          {previous.until ? say`${periodText(previous)}, until the same time of day:` : `${periodText(previous)}:`}
        </span>
        <Explained
          figure="net"
          title={say`${say`Net sales`}, period before`}
          period={previous}
          text={dollars(previous.sales.net)}
        />
      </p>
      <p className="row flex-wrap gap-8-16 soft digits">
        <span>
          {say`Orders`} <Explained figure="orders" title={say`Orders`} text={formatCount(orders)} />
        </span>
        {orders > 0 && <span>{say`${dollars(sales.net / orders)} each`}</span>}
      </p>
      {hasNothing && <p>{say`Nothing was sold and no money moved in this period.`}</p>}
      <p className="hint">
        {say`A business day ends at ${dayEndHours.map((hour) => twelveHourText(`${String(hour).padStart(2, '0')}:00`)).join(' / ')}, by the location’s clock.`}
      </p>
      {report.breakdowns.day.length > 1 && (
        <BarChart
          title={say`Net sales by day`}
          heads={[say`Day`, say`Net sales`]}
          labels={7}
          bars={report.breakdowns.day.map(({ key, net }) => ({
            id: key,
            label: formatDay(key, 'day-month'),
            value: net,
            text: dollars(net),
          }))}
        />
      )}
    </section>
  );
}

/** What people worked beside the sales of the same days and hours. */
function Labour({ report: { labour, breakdowns } }: { report: Report }) {
  if (!labour || labour.day.length === 0) return null;
  const table = (kind: 'day' | 'hour', caption: string, head: string, nameOf: (key: string) => string) => {
    const salesOf = (key: string) => breakdowns[kind].find((each) => each.key === key)?.net ?? 0;
    return (
      <Table
        caption={caption}
        rows={labour[kind]}
        rowKey={({ key }) => key}
        columns={[
          { id: 'key', head, isRowHeader: true, cell: ({ key }) => nameOf(key) },
          { id: 'hours', head: say`Hours`, align: 'end', cell: ({ minutes }) => (minutes / 60).toFixed(1) },
          { id: 'cost', head: say`Cost`, align: 'end', cell: ({ pay }) => dollars(pay) },
          { id: 'sales', head: say`Net sales`, align: 'end', cell: ({ key }) => dollars(salesOf(key)) },
          {
            id: 'share',
            head: say`Of sales`,
            align: 'end',
            cell: ({ key, pay }) => (salesOf(key) > 0 ? formatPercent(pay / salesOf(key)) : '–'),
          },
        ]}
      />
    );
  };
  return (
    <Panel title={say`Labour`} explain={say`Hours that people clocked, at their hourly rates, beside the net sales.`}>
      {table('day', say`Labour by day`, say`Day`, (key) => formatDay(key, 'day-month'))}
      {table('hour', say`Labour by hour`, say`Hour`, (key) => twelveHourText(`${key.padStart(2, '0')}:00`))}
    </Panel>
  );
}

type PeriodFigures = Omit<Report['previous'], 'until'>;

/** A row of the table from sales to money. */
interface Line {
  readonly figure: ReportFigure;
  readonly figureKey?: string;
  readonly name: string;
  readonly hint?: string;
  readonly amount: string;
  readonly before: string;
  readonly isSum?: boolean;
}

const taxSum = ({ taxes }: Pick<Report, 'taxes'>) => sumOfDollars(taxes.map(({ amount }) => amount));

function salesLines(report: Report): Line[] {
  const { previous } = report;
  const hasGiftCards = [report, previous].some(({ giftCardsSold, giftCardsUsed }) => giftCardsSold || giftCardsUsed);
  const hasDeposits = [report, previous].some(({ depositsTaken, depositsUsed }) => depositsTaken || depositsUsed);
  const line = (
    figure: ReportFigure,
    name: string,
    valueOf: (figures: PeriodFigures) => string,
    options: Pick<Line, 'hint' | 'isSum'> = {},
  ): Line => ({ figure, name, amount: valueOf(report), before: valueOf(previous), ...options });
  return [
    line('gross', say`Gross sales`, ({ sales }) => dollars(sales.gross), {
      hint: say`dishes and drinks at list prices, before tax`,
    }),
    line('discounts', say`Discounts`, ({ sales }) => negativeDollars(sales.discounts), {
      hint: say`offers, discounts and free dishes`,
    }),
    line('refunds', say`Refunds`, ({ refunds }) => negativeDollars(refunds), {
      hint: say`of dishes, on the day of the refund`,
    }),
    line('net', say`Net sales`, ({ sales }) => dollars(sales.net), { isSum: true }),
    line('charges', say`Charges`, ({ charges }) => dollars(charges), {
      hint: say`delivery fees, service and others, before tax`,
    }),
    ...chargeLines(report),
    line('tax', say`Tax`, (figures) => dollars(taxSum(figures))),
    line('tips', say`Tips`, ({ tips }) => dollars(tips)),
    line('cashRounding', say`Cash rounding`, ({ cashRounding }) => dollars(cashRounding)),
    line('billed', say`Billed`, ({ billed }) => dollars(billed), { isSum: true }),
    line('owed', say`Owed`, ({ owed }) => negativeDollars(owed), { hint: say`by bills of this period, at its end` }),
    line('otherDays', say`For bills of other days`, ({ otherDays }) => dollars(otherDays), {
      hint: say`payments for earlier bills, less what was paid out for them`,
    }),
    ...(hasGiftCards
      ? [
          line('giftCardsSold', say`Gift cards sold`, ({ giftCardsSold = 0 }) => dollars(giftCardsSold)),
          line('giftCardsUsed', say`Paid with gift cards`, ({ giftCardsUsed = 0 }) => negativeDollars(giftCardsUsed), {
            hint: say`no new money: it came in when the card was sold`,
          }),
        ]
      : []),
    ...(hasDeposits
      ? [
          line('depositsTaken', say`Deposits taken`, ({ depositsTaken = 0 }) => dollars(depositsTaken)),
          line('depositsUsed', say`Paid with deposits`, ({ depositsUsed = 0 }) => negativeDollars(depositsUsed)),
        ]
      : []),
    line('received', say`Received`, ({ received }) => dollars(received), { isSum: true }),
  ];
}

const figureOf = ({ figure, figureKey }: Pick<Line, 'figure' | 'figureKey'>) => ({ figure, figureKey });

/** Each kind of charge of the two periods. Older servers send none. */
function chargeLines({ previous, ...report }: Report): Line[] {
  const charges = [report, previous].flatMap(({ chargesByKind = [] }) => chargesByKind);
  const amountOf = ({ chargesByKind = [] }: PeriodFigures, kind: string) =>
    dollars(chargesByKind.find((charge) => charge.kind === kind)?.amount ?? 0);
  return [...new Map(charges.map(({ kind, label }) => [kind, label]))].map(([kind, label]) => ({
    figure: 'charges',
    figureKey: kind,
    name: say`of which: ${label}`,
    amount: amountOf(report, kind),
    before: amountOf(previous, kind),
  }));
}

/** Figures below the table, if they are not zero. */
const NOTED = [
  ['giftCardsOwed', say`Owed to guests on gift cards at the end of the period`, say`Owed to guests on gift cards`],
  ['giftCardsTakenOver', say`Gift cards taken over from another system, no sale`, say`Gift cards taken over`],
  ['depositsOwed', say`Deposits owed to guests at the end of the period`, say`Deposits owed to guests`],
] as const;

function SalesToMoney({ report }: { report: Report }) {
  const { voids, previous, depositsKept = 0, depositTax = 0 } = report;
  return (
    <Panel title={say`From sales to money`}>
      <Table
        caption={say`Sales and money`}
        rows={salesLines(report)}
        rowKey={({ name }) => name}
        isPicked={({ isSum = false }) => isSum}
        columns={[
          {
            id: 'name',
            head: say`Figure`,
            isRowHeader: true,
            cell: ({ name, hint }) => (
              <>
                {name}
                {hint !== undefined && <span className={`hint block ${styles.note}`}>{hint}</span>}
              </>
            ),
          },
          {
            id: 'amount',
            head: say`Amount`,
            align: 'end',
            cell: ({ amount, name, ...of }) => <Explained {...figureOf(of)} title={name} text={amount} />,
          },
          {
            id: 'before',
            head: say`Period before`,
            align: 'end',
            cell: ({ before, name, ...of }) => (
              <span className="soft">
                <Explained {...figureOf(of)} title={say`${name}, period before`} period={previous} text={before} />
              </span>
            ),
          },
        ]}
      />
      {NOTED.filter(([figure]) => report[figure]).map(([figure, note, title]) => (
        <p key={figure} className="row flex-wrap gap-8 hint">
          {sayNow(note)}
          <Explained figure={figure} title={sayNow(title)} text={dollars(report[figure] ?? 0)} />
        </p>
      ))}
      {depositsKept !== 0 && (
        <p className="row flex-wrap gap-8 hint">
          {say`Deposits kept, in no figure of sales`}
          <Explained figure="depositsKept" title={say`Deposits kept`} text={dollars(depositsKept)} />
          {say`with tax of`}
          <Explained figure="depositTax" title={say`Tax in kept deposits`} text={dollars(depositTax)} />
        </p>
      )}
      {voids.count > 0 && (
        <p className="row flex-wrap gap-8 hint">
          {say`Cancelled orders`}
          <Explained figure="voidedOrders" title={say`Cancelled orders`} text={formatCount(voids.count)} />
          <Explained figure="voids" title={say`Cancelled orders`} text={dollars(voids.amount)} />
          {say`in no other figure if they were cancelled on their own day`}
        </p>
      )}
    </Panel>
  );
}

/** The title of a figure of one row, such as 'Count: Cash'. */
export const figureTitle = (figure: string, name: string) => say`${figure}: ${name}`;

type FigureColumns<Row> = readonly (readonly [figure: ReportFigure, head: string, textOf: (row: Row) => string])[];

/** Columns of figures that open their rows. The last is the main figure of a row, so the row's name is its title. */
function figureColumns<Row>(
  rowOf: (row: Row) => { figureKey: string; name: string },
  columns: FigureColumns<Row>,
): Column<Row>[] {
  return columns.map(([figure, head, textOf], index) => ({
    id: head,
    head,
    align: 'end',
    cell(row) {
      const { figureKey, name } = rowOf(row);
      const title = index === columns.length - 1 ? name : figureTitle(head, name);
      return <Explained figure={figure} figureKey={figureKey} title={title} text={textOf(row)} />;
    },
  }));
}

function Tenders({ report: { tenders } }: { report: Report }) {
  return (
    <Panel
      title={say`How guests paid`}
      explain={say`With tips and rounding, less what was paid out. Without gift cards and deposits, the tenders add up to Received.`}
    >
      <Table
        empty={say`No payments in this period.`}
        caption={say`Payments by tender`}
        rows={tenders}
        rowKey={({ tender }) => tender}
        columns={[
          { id: 'tender', head: say`Tender`, isRowHeader: true, cell: ({ label }) => label },
          ...figureColumns(({ tender, label }) => ({ figureKey: tender, name: label }), [
            ['tenderCount', say`Count`, ({ count }) => formatCount(count)],
            ['tenderRounding', say`Rounding`, ({ rounding }) => dollars(rounding)],
            ['tenderTips', say`Tips in it`, ({ tips }) => dollars(tips)],
            ['tender', say`Amount`, ({ amount }) => dollars(amount)],
          ] satisfies FigureColumns<Report['tenders'][number]>),
        ]}
      />
    </Panel>
  );
}

/** During an upgrade, an older copy of the server answers without tips by person and without guests. */
function Tips({ report: { tips: billedTips, tipsByPerson, previous } }: { report: Report }) {
  const paidTips = addCents(...(tipsByPerson ?? []).map(({ tips }) => centsOf(tips)));
  const unpaidTips = subtractCents(centsOf(billedTips), paidTips);
  const previousTips = (key: string) => previous.tipsByPerson?.find(({ person }) => person === key)?.tips ?? 0;
  return (
    <Panel
      title={say`Tips by person`}
      explain={say`By who took the payment. Tips of bills that are not paid yet are not among them.`}
    >
      <Table
        empty={say`No payments in this period.`}
        caption={say`Tips by person`}
        rows={tipsByPerson ?? []}
        rowKey={({ person }) => person}
        columns={[
          { id: 'person', head: say`Person`, isRowHeader: true, cell: ({ label }) => label },
          ...figureColumns(({ person, label }) => ({ figureKey: person, name: label }), [
            ['personTips', say`Tips`, ({ tips }) => dollars(tips)],
          ] satisfies FigureColumns<NonNullable<Report['tipsByPerson']>[number]>),
          {
            id: 'before',
            head: say`Period before`,
            align: 'end',
            cell: ({ person }) => <span className="soft">{dollars(previousTips(person))}</span>,
          },
        ]}
      />
      {tipsByPerson && unpaidTips !== 0 && (
        <p className="hint">
          {say`Tips of bills not paid yet, less tips paid for bills of other days: ${dollars(unpaidTips / 100)}`}
        </p>
      )}
    </Panel>
  );
}

function Taxes({ report: { taxes } }: { report: Report }) {
  const refundedBaseSum = sumOfDollars(taxes.map(({ refundedBase }) => refundedBase));
  const refundedTaxSum = sumOfDollars(taxes.map(({ refundedAmount }) => refundedAmount));
  return (
    <Panel
      title={say`Tax by code`}
      explain={say`Each bill is rounded once, so the rate times the whole base can differ by some cents.`}
    >
      <Table
        empty={say`No taxes in this period.`}
        caption={say`Base and tax by code`}
        rows={taxes}
        rowKey={({ code, rate }) => reportTaxKey(code, rate)}
        columns={[
          {
            id: 'code',
            head: say`Code`,
            isRowHeader: true,
            cell: ({ label, registration }) => (
              <>
                {label}
                {registration !== null && <span className={`hint block ${styles.registration}`}>{registration}</span>}
              </>
            ),
          },
          { id: 'rate', head: say`Rate`, align: 'end', cell: ({ rate }) => formatPercent(rate) },
          ...figureColumns(({ code, label, rate }) => ({ figureKey: reportTaxKey(code, rate), name: label }), [
            ['taxBase', say`Base`, ({ base }) => dollars(base)],
            ['tax', say`Tax`, ({ amount }) => dollars(amount)],
          ] satisfies FigureColumns<Report['taxes'][number]>),
        ]}
      />
      {refundedTaxSum > 0 && (
        <p className="row flex-wrap gap-8 hint">
          {REFUNDED_BASE}
          <Explained figure="taxBaseRefunds" title={REFUNDED_BASE} text={dollars(refundedBaseSum)} />
          {REFUNDED_TAX}
          <Explained figure="taxRefunds" title={REFUNDED_TAX} text={dollars(refundedTaxSum)} />
        </p>
      )}
    </Panel>
  );
}

const providerText = (provider: string) => PROVIDERS[provider] ?? provider;

function Payouts({ report: { payouts } }: { report: Report }) {
  return (
    <Panel title={say`Payouts`} explain={say`What card providers received for you, less refunds, before their fees.`}>
      <Table
        empty={say`No card payments in this period.`}
        caption={say`Payouts by provider`}
        rows={payouts}
        rowKey={({ provider }) => provider}
        columns={[
          { id: 'provider', head: say`Provider`, isRowHeader: true, cell: ({ provider }) => providerText(provider) },
          ...figureColumns(({ provider }) => ({ figureKey: provider, name: providerText(provider) }), [
            ['payoutCount', say`Count`, ({ count }) => formatCount(count)],
            ['payoutRefunds', say`Refunds`, ({ refunds }) => negativeDollars(refunds)],
            ['payout', say`Amount`, ({ amount }) => dollars(amount)],
          ] satisfies FigureColumns<Report['payouts'][number]>),
        ]}
      />
    </Panel>
  );
}
