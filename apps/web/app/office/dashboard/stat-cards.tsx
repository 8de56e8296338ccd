import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { growthText, moneyText, trend } from '@tiffin/domain/stats';
import { centsOf } from '../../ui/format.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './dashboard.module.css';
import { texts } from './texts.ts';
import type { Stats } from './use-figures.ts';

interface Stat {
  readonly title: string;
  readonly value: string;
  readonly before: string;
  /** Of nothing there is no percentage that says anything. */
  readonly hadNone: boolean;
  readonly growth: number;
  readonly explain: string;
}

function statsOf({ orders, revenue, customers, avgOrderValue, previous, trends }: Stats): readonly Stat[] {
  const dollars = (amount: number) => moneyText(centsOf(amount), 'revenue');
  const average = (amount: number) => moneyText(centsOf(amount), 'averageOrderValue');
  return [
    {
      title: texts.totalOrders,
      value: String(orders),
      before: String(previous.orders),
      hadNone: previous.orders === 0,
      growth: trends.ordersGrowth,
      explain: texts.explain.orders,
    },
    {
      title: texts.totalRevenue,
      value: dollars(revenue),
      before: dollars(previous.revenue),
      hadNone: previous.revenue === 0,
      growth: trends.revenueGrowth,
      explain: texts.explain.revenue,
    },
    {
      title: texts.totalCustomers,
      value: String(customers),
      before: String(previous.customers),
      hadNone: previous.customers === 0,
      growth: trends.customersGrowth,
      explain: texts.explain.customers,
    },
    {
      title: texts.average,
      value: average(avgOrderValue),
      before: average(previous.avgOrderValue),
      hadNone: previous.avgOrderValue === 0,
      growth: trend(centsOf(avgOrderValue), centsOf(previous.avgOrderValue)),
      explain: texts.explain.average,
    },
  ];
}

export function StatCards({ stats }: { stats: Stats }) {
  const before = texts.before[stats.period];
  return (
    <ul className={`grid gap-12 ${styles.cards}`}>
      {statsOf(stats).map((stat) => (
        <li key={stat.title} className={`min-width-0 round-md surface shadow-1 ${styles.card}`}>
          <h2 className={styles.title}>{stat.title}</h2>
          <p className={`digits ${styles.value}`}>{stat.value}</p>
          <p className={`row hint flex-wrap digits ${styles.trend}`}>
            {stat.hadNone ? (
              <span>{texts.noneBefore[stats.period]}</span>
            ) : (
              <>
                <Growth percent={stat.growth} /> <span>{texts.versus(before)}</span>
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

function Growth({ percent }: { percent: number }) {
  const Icon = percent > 0 ? TrendingUp : percent < 0 ? TrendingDown : Minus;
  const word = percent > 0 ? texts.up : percent < 0 ? texts.down : texts.same;
  return (
    <span
      className={classNames(
        'inline-row gap-4 weight-620',
        styles.growth,
        percent > 0 && styles.up,
        percent < 0 && styles.down,
      )}
    >
      <Icon aria-hidden="true" />
      <span className="sr-only">{word} </span>
      {growthText(percent)}
    </span>
  );
}
