import { useState, type ReactNode } from 'react';
import { phoneText } from '@tiffin/domain/people';
import { REVENUE_RANGES, type RevenueRange, type Period } from '@tiffin/domain/stats';
import { say } from '@tiffin/domain/core';
import { moneyText, formatPercent } from '../../ui/figures.tsx';
import { centsOf, formatTime, LOCALE } from '../../ui/format.ts';
import type { Answer } from '../../shared/api/api.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { BarChart, type Bar } from '../../ui/bar-chart.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import styles from './dashboard.module.css';
import { useCustomers, usePromiseAccuracy, useRevenue, type Stats } from './use-figures.ts';
import { twelveHourText } from '@tiffin/domain/hours';

const RANGES = { week: say`Week`, month: say`Month`, year: say`Year` } satisfies Record<RevenueRange, string>;

/** How the chart of a range names its days or months. */
const LABEL_LOOKS = { week: 'day', month: 'date', year: 'month' } as const satisfies Record<RevenueRange, string>;

const FAILED = say`The figures could not be loaded`;
const DAYS_SHOWN = 7;

const dayLook = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
const monthLook = new Intl.DateTimeFormat(LOCALE, { month: 'short', timeZone: 'UTC' });
const dateLook = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Formats a calendar day or month, which has no time zone. */
function dayText(date: string, look: 'day' | 'date' | 'month'): string {
  const at = new Date(`${date.length === 7 ? `${date}-01` : date}T00:00:00Z`);
  return { day: dayLook, date: dateLook, month: monthLook }[look].format(at);
}

/** '6 p.m.' or '18 h'; the chart has no room for minutes. */
function hourText(hour: number): string {
  return twelveHourText(`${String(hour).padStart(2, '0')}:00`).replace(/:00|\s?00$/, '');
}

/** The revenue of the last days as bars. */
export function dayBars(byDay: Stats['byDay']): Bar[] {
  const shown = byDay.slice(-DAYS_SHOWN);
  return shown.map(({ date, revenue }, index) => ({
    id: date,
    label: index === shown.length - 1 ? say`Today` : dayText(date, 'day'),
    value: revenue,
    text: moneyText(centsOf(revenue), 'revenue'),
    now: index === shown.length - 1,
  }));
}

/** The hours always shown; orders outside them extend the chart. */
const ALWAYS_SHOWN = { from: 11, to: 21 };

/** The orders by hour as bars. For a single day, each bar is compared with the usual value. */
export function hourBars(byHour: Stats['byHour'], period: Period): Bar[] {
  const isOneDay = period === 'today' || period === 'yesterday';
  const busy = byHour.filter(({ orders, usualOrders }) => orders > 0 || (isOneDay && usualOrders > 0));
  const busyHours = busy.map(({ hour }) => hour);
  const from = Math.min(ALWAYS_SHOWN.from, ...busyHours);
  const until = Math.max(ALWAYS_SHOWN.to, ...busyHours);
  const figuresByHour = new Map(byHour.map((each) => [each.hour, each]));
  return Array.from({ length: until - from + 1 }, (_, index) => {
    const hour = from + index;
    const { orders, usualOrders } = figuresByHour.get(hour) ?? { orders: 0, usualOrders: 0 };
    return {
      id: String(hour),
      label: hourText(hour),
      value: orders,
      text: String(orders),
      usual: isOneDay ? usualOrders : undefined,
      usualText: isOneDay ? String(usualOrders) : undefined,
    };
  });
}

export function RevenueAnalytics({ locationId }: { locationId: string }) {
  const [range, setRange] = useState<RevenueRange>('week');
  const query = useRevenue(locationId, range);
  return (
    <Panel
      title={say`Revenue Analytics`}
      explain={say`Totals with tax and tip, less refunds; cancelled orders are left out.`}
      aside={
        <Segmented
          legend={say`Range`}
          legendHidden
          value={range}
          onValue={setRange}
          options={REVENUE_RANGES.map((value) => ({ value, label: RANGES[value] }))}
        />
      }
    >
      <Loaded query={query} failed={FAILED} rows={1} height={180} level={3}>
        {({ range: shownRange, revenue }) => (
          <>
            <p className="soft">
              {say`Total`}{' '}
              <b className="ink digits">
                {moneyText(centsOf(revenue.reduce((sum, bucket) => sum + bucket.revenue, 0)), 'revenue')}
              </b>
            </p>
            <BarChart
              title={`${say`Revenue Analytics`}, ${RANGES[shownRange]}`}
              heads={[shownRange === 'year' ? say`Month` : say`Day`, say`Revenue`]}
              bars={revenue.map(({ date, revenue: amount }, index) => ({
                id: date,
                label: dayText(date, LABEL_LOOKS[shownRange]),
                value: amount,
                text: moneyText(centsOf(amount), 'revenue'),
                now: index === revenue.length - 1,
              }))}
              labels={shownRange === 'year' ? 12 : 7}
            />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

export function CustomerAnalytics({ locationId, zone }: { locationId: string; zone: string }) {
  const query = useCustomers(locationId);
  return (
    <Panel title={say`Customer Analytics`} explain={say`Among the latest 1000 orders.`}>
      <Loaded query={query} failed={FAILED} rows={1} height={180} level={3}>
        {(data) => (
          <>
            <dl className={`grid gap-12 below-16 ${styles.figures}`}>
              <Figure name={say`Customers`} value={String(data.totalCustomers)} />
              <Figure name={say`Returning`} value={String(data.repeatCustomers)} />
              <Figure name={say`Repeat rate`} value={formatPercent(data.repeatCustomerRate / 100)} />
              <Figure name={say`Orders per customer`} value={String(data.avgOrdersPerCustomer)} />
              <Figure
                name={say`Spent per customer`}
                value={moneyText(centsOf(data.avgSpentPerCustomer), 'averageOrderValue')}
              />
            </dl>
            <h3 className="text-sm">{say`Top customers by spend`}</h3>
            {data.topCustomers.length === 0 ? (
              <p>{say`No orders yet.`}</p>
            ) : (
              <Table
                caption={say`Top customers by spend`}
                rows={data.topCustomers}
                rowKey={({ id }) => id}
                columns={[
                  {
                    id: 'customer',
                    head: say`Customer`,
                    isRowHeader: true,
                    cell: ({ id }) => (id.includes('@') ? id : phoneText(id)),
                  },
                  { id: 'orders', head: say`Orders`, align: 'end', cell: ({ totalOrders }) => totalOrders },
                  {
                    id: 'spent',
                    head: say`Spent`,
                    align: 'end',
                    cell: ({ totalSpent }) => moneyText(centsOf(totalSpent), 'activityTotal'),
                  },
                  {
                    id: 'last',
                    head: say`Last order`,
                    align: 'end',
                    cell: ({ lastOrder }) => formatTime(lastOrder, 'day-month', zone),
                  },
                ]}
              />
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** How accurate the promised times were, by week, and what sets them now. */
export function PromiseAccuracy({ locationId, nameOf }: { locationId: string; nameOf: (id: string) => string }) {
  const query = usePromiseAccuracy(locationId);
  return (
    <Panel
      title={say`Ready on time`}
      explain={say`For the orders of each week. “On time”: ready by the time the guest was told. “With learned times”: ready by the times learned from earlier weeks; the goal is 75 to 85%, because longer times lose guests. “Minutes off”: how far the times were off per order, too short counting four times; the fixed rule’s is in brackets.`}
    >
      <Loaded query={query} failed={FAILED} rows={1} height={180} level={3}>
        {({ places }) => {
          const scored = places.filter(({ weeks }) => weeks.length > 0);
          if (scored.length === 0) return <p>{say`A full week of orders is needed for this.`}</p>;
          return scored.map(({ locationId: id, source, weeks }) => (
            <div key={id}>
              <p>
                <b className="weight-600">{nameOf(id)}</b>{' '}
                <span className="soft">
                  {source === 'learned'
                    ? say`Promised from the times of its own orders.`
                    : weeks.some(({ score }) => score !== null)
                      ? say`Promised by the rule: it predicted the last weeks better.`
                      : say`Promised by the rule: there are too few orders yet.`}
                </span>
              </p>
              <Table
                caption={nameOf(id)}
                rows={weeks.toReversed()}
                rowKey={({ week }) => week}
                columns={[
                  { id: 'week', head: say`Week from`, isRowHeader: true, cell: ({ week }) => dayText(week, 'date') },
                  weekColumn(say`Orders`, ({ orders }) => orders),
                  weekColumn(say`On time`, ({ kept, orders }) => share(kept, orders)),
                  weekColumn(say`With learned times`, ({ score }) => score && share(score.kept, score.orders)),
                  weekColumn(
                    say`Minutes off`,
                    ({ score }) => score && `${score.loss.toFixed(1)} (${score.ruleLoss.toFixed(1)})`,
                  ),
                  weekColumn(say`Late by`, ({ score }) =>
                    score?.late == null ? null : say`${Math.round(score.late)} min`,
                  ),
                ]}
              />
            </div>
          ));
        }}
      </Loaded>
    </Panel>
  );
}

type Week = Answer<'getPromisedTimeAccuracy'>['places'][number]['weeks'][number];

function weekColumn(head: string, textOf: (week: Week) => ReactNode): Column<Week> {
  return { id: head, head, align: 'end', cell: (week) => textOf(week) ?? '–' };
}

function share(part: number, of: number): string {
  return of === 0 ? '–' : formatPercent(Math.round((part / of) * 100) / 100);
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="hint">{name}</dt>
      <dd className="text-lg weight-640 digits">{value}</dd>
    </div>
  );
}
