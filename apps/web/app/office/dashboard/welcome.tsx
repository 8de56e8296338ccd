import type { ReactNode } from 'react';
import { say } from '@tiffin/domain/core';
import { growthPercent, growthText, type Period } from '@tiffin/domain/stats';
import { moneyText } from '../../ui/figures.tsx';
import { centsOf, formatMoney, formatTime, hourOf } from '../../ui/format.ts';
import { classNames } from '../../ui/class-names.ts';
import type { OpenOrderCounts, Stats } from './use-figures.ts';
import styles from './dashboard.module.css';

const SALES_SO_FAR = {
  today: (revenue: string, orders: string) => say`${revenue} from ${orders} today so far.`,
  yesterday: (revenue: string, orders: string) => say`${revenue} from ${orders} yesterday.`,
  week: (revenue: string, orders: string) => say`${revenue} from ${orders} this week so far.`,
  month: (revenue: string, orders: string) => say`${revenue} from ${orders} this month so far.`,
} satisfies Record<Period, unknown>;

/** The day so far in a sentence, and the kitchen's open work. */
interface WelcomeProps {
  hello: string;
  stats: Stats;
  counts: OpenOrderCounts | null;
  zone: string;
}

export function Welcome({ hello, stats, counts, zone }: WelcomeProps) {
  const later = counts?.later ?? 0;
  return (
    <section className={`row flex-wrap between round-md on-brand brand ${styles.welcome}`}>
      <div>
        <h2 className={styles.hello}>{hello}</h2>
        <p className="on-brand-soft">
          {SALES_SO_FAR[stats.period](
            moneyText(centsOf(stats.revenue), 'revenue'),
            stats.orders === 1 ? say`1 order` : say`${stats.orders} orders`,
          )}
          {stats.weekBefore && ` ${weekBeforeText(stats.revenue, stats.weekBefore, zone)}`}
          {stats.money?.owed > 0 && ` ${say`${formatMoney(centsOf(stats.money.owed))} of it is not paid yet.`}`}
        </p>
      </div>
      {counts && (
        <ul className={`grid gap-8 ${styles.now}`} aria-label={say`In the kitchen now`}>
          <Tile count={counts.pending - later} isUrgent>
            {say`waiting to be accepted`}
          </Tile>
          <Tile count={counts.preparing}>{say`being prepared`}</Tile>
          <Tile count={counts.ready}>{say`ready to go out`}</Tile>
          {later > 0 && <Tile count={later}>{say`ordered for later`}</Tile>}
        </ul>
      )}
    </section>
  );
}

function Tile({ count, isUrgent = false, children }: { count: number; isUrgent?: boolean; children: ReactNode }) {
  return (
    <li>
      <a
        href="#orders"
        className={classNames(
          'row flex-wrap full-height round-control text-xs leading-125 no-underline',
          styles.tile,
          isUrgent && count > 0 && styles.strong,
        )}
      >
        <b className="digits">{count}</b> <span>{children}</span>
      </a>
    </li>
  );
}

/** The same weekday of the week before, with the change against it. */
function weekBeforeText(
  revenue: number,
  { date, until, revenue: before, orders }: NonNullable<Stats['weekBefore']>,
  zone: string,
): string {
  const day = formatTime(`${date}T12:00:00Z`, 'weekday', 'UTC');
  const when = until === null ? say`Last ${day}` : say`Last ${day} by ${formatTime(until, 'time', zone)}`;
  if (orders === 0) return say`${when}: no orders.`;
  const amount = moneyText(centsOf(before), 'revenue');
  return say`${when}: ${amount}, now ${growthText(growthPercent(centsOf(revenue), centsOf(before)))}.`;
}

/** The greeting for the time of day by the restaurant's clock; a neutral one while the time is unknown. */
export function greetingAt(at: string, zone: string): string {
  if (at === '') return say`Welcome`;
  const hour = hourOf(at, zone);
  if (hour >= 4 && hour < 12) return say`Good morning`;
  return hour >= 12 && hour < 17 ? say`Good afternoon` : say`Good evening`;
}
