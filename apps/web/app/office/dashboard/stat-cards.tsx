import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { growthText, growthPercent, type DashboardFigure, type Figure, type Period } from '@tiffin/domain/stats';
import { say } from '@tiffin/domain/core';
import { Explained } from '../../shared/figures/explained.tsx';
import { moneyText } from '../../ui/figures.tsx';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './dashboard.module.css';
import type { Stats } from './use-figures.ts';

/** The period before, by name. */
const PERIOD_BEFORE = {
  today: say`yesterday`,
  yesterday: say`the day before`,
  week: say`last week`,
  month: say`last month`,
} satisfies Record<Period, string>;

/** The part of the period before that ended at the same time of day. */
const BEFORE_UNTIL = {
  today: (time: string) => say`yesterday by ${time}`,
  yesterday: () => say`the day before`,
  week: (time: string) => say`last week, same day, by ${time}`,
  month: (time: string) => say`last month, same day, by ${time}`,
} satisfies Record<Period, unknown>;

interface MoneyLine {
  readonly figure: Figure;
  readonly title: string;
  readonly explain: string;
}

/** The amounts in the order of the panel. A new one does not compile without its line. */
const MONEY: Readonly<Record<keyof Stats['money'], MoneyLine>> = {
  ordered: { figure: 'ordered', title: say`Ordered`, explain: say`Totals with tax and tip` },
  owed: { figure: 'unpaid', title: say`Owed`, explain: say`Not paid yet: cash to collect and open payment links` },
  tips: { figure: 'allTips', title: say`Tips`, explain: say`On bills before refunds, and on top of payments` },
  cashRounding: { figure: 'roundingIn', title: say`Cash rounding`, explain: say`The difference from rounding cash` },
  taken: {
    figure: 'taken',
    title: say`Taken`,
    explain: say`Paid for these orders: ordered minus owed, plus tips on top and cash rounding`,
  },
  refunded: { figure: 'refunded', title: say`Refunded`, explain: say`Refunded, and not part of the revenue` },
  giftCardsSold: { figure: 'giftCardsSold', title: say`Gift cards sold`, explain: say`Less refunds` },
  giftCardsUsed: {
    figure: 'giftCardsUsed',
    title: say`Paid with gift cards`,
    explain: say`No new money: it came in when the card was sold`,
  },
  received: {
    figure: 'received',
    title: say`Received`,
    explain: say`Money that came in on these days, less refunds, as in the report`,
  },
  discounts: {
    figure: 'staffDiscounts',
    title: say`Discounts`,
    explain: say`Taken off bills. Not part of any other figure`,
  },
  comps: { figure: 'comps', title: say`On the house`, explain: say`Given away. Not part of any other figure` },
};

/** Left out while they are zero. */
const RARE: ReadonlySet<string> = new Set([
  'tips',
  'cashRounding',
  'giftCardsSold',
  'giftCardsUsed',
  'discounts',
  'comps',
]);

interface Stat {
  readonly figure: DashboardFigure;
  readonly title: string;
  readonly value: string;
  readonly before: string;
  /** The period before had none, so that a percentage of it is meaningless. */
  readonly hadNone: boolean;
  readonly growth: number;
  readonly versus: string;
  readonly explain: string;
}

type Compared = Pick<Stats, 'orders' | 'revenue' | 'customers' | 'avgOrderValue'>;

function statCards(stats: Stats, zone: string): readonly Stat[] {
  const { orders, revenue, customers, avgOrderValue, previous, trends, period } = stats;
  const soFar = stats.soFar ?? null;
  const dollars = (amount: number) => moneyText(centsOf(amount), 'revenue');
  const average = (amount: number) => moneyText(centsOf(amount), 'averageOrderValue');
  const beforeUntil = soFar && BEFORE_UNTIL[period](formatTime(soFar.until, 'time', zone));

  /** Compares a running period with the same part of the period before, or with all of it if that part is unknown. */
  function compared(figure: keyof Compared, wholeGrowth: number, text: (amount: number) => string) {
    const samePart = soFar?.[figure] ?? null;
    const before = samePart ?? previous[figure];
    return {
      before: text(before),
      hadNone: before === 0,
      growth: samePart === null ? wholeGrowth : growthPercent(centsOf(stats[figure]), centsOf(samePart)),
      versus: (samePart === null ? null : beforeUntil) ?? PERIOD_BEFORE[period],
    };
  }
  return [
    {
      figure: 'placedOrders',
      title: say`Total Orders`,
      value: String(orders),
      ...compared('orders', trends.ordersGrowth, String),
      explain: say`Orders placed in this period. Cancelled ones are left out.`,
    },
    {
      figure: 'revenue',
      title: say`Total Revenue`,
      value: dollars(revenue),
      ...compared('revenue', trends.revenueGrowth, dollars),
      explain: say`Totals with tax and tip, less refunds, taken or not. Cancelled orders are left out.`,
    },
    {
      figure: 'customers',
      title: say`Total Customers`,
      value: String(customers),
      ...compared('customers', trends.customersGrowth, String),
      explain: say`Different people, told apart by email, or by phone where there is none.`,
    },
    {
      figure: 'average',
      title: say`Avg Order Value`,
      value: average(avgOrderValue),
      ...compared('avgOrderValue', growthPercent(centsOf(avgOrderValue), centsOf(previous.avgOrderValue)), average),
      explain: say`Total revenue divided by total orders.`,
    },
  ];
}

/** Orders, revenue, customers and the average order, compared with the period before. */
export function StatCards({ stats, zone }: { stats: Stats; zone: string }) {
  return (
    <ul className={`grid gap-12 ${styles.cards}`}>
      {statCards(stats, zone).map((stat) => (
        <li key={stat.title} className={`min-width-0 round-md surface shadow-1 ${styles.card}`}>
          <h2 className={styles.title}>{stat.title}</h2>
          <p className={`digits ${styles.value}`}>
            <Explained figure={stat.figure} title={stat.title} text={stat.value} />
          </p>
          <p className={`row hint flex-wrap digits icon-16 ${styles.trend}`}>
            {stat.hadNone ? (
              <span>{say`None ${stat.versus}`}</span>
            ) : (
              <>
                <Growth percent={stat.growth} /> <span>{say`vs ${stat.versus}`}</span>
                <span>({stat.before})</span>
              </>
            )}
          </p>
          <p className="hint above-8 leading-135">{stat.explain}</p>
        </li>
      ))}
    </ul>
  );
}

/** The ordered amount, how much of it was paid, and the other amounts of the period. */
export function MoneyCards({ money }: { money: Stats['money'] }) {
  // The keys are those of MONEY, in its order.
  const names = Object.keys(MONEY) as (keyof typeof MONEY)[];
  return (
    <Panel title={say`Money`} explain={say`Cancelled orders are left out. Total revenue is orders minus refunds.`}>
      <dl className={`grid gap-12 ${styles.cards}`}>
        {names.map((name) => {
          const { figure, title, explain } = MONEY[name];
          const amount = money[name];
          // Older servers do not send every amount.
          if (amount === undefined || (RARE.has(name) && amount === 0)) return null;
          return (
            <div key={name}>
              <dt className="soft text-sm">{title}</dt>
              <dd className={`num weight-640 ${styles.amount}`}>
                <Explained figure={figure} title={title} text={formatMoney(centsOf(amount))} />
              </dd>
              <dd className="hint">{explain}</dd>
            </div>
          );
        })}
      </dl>
    </Panel>
  );
}

function Growth({ percent }: { percent: number }) {
  const Icon = percent > 0 ? TrendingUp : percent < 0 ? TrendingDown : Minus;
  const word = percent > 0 ? say`Up` : percent < 0 ? say`Down` : say`Unchanged,`;
  return (
    <span className={classNames('inline-row gap-4 weight-620', percent > 0 && 'success', percent < 0 && 'danger')}>
      <Icon />
      <span className="sr-only">{word} </span>
      {growthText(percent)}
    </span>
  );
}
