import type { ReactNode } from 'react';
import { moneyText } from '../../ui/figures.tsx';
import { centsOf, formatMoney, hourOf } from '../../ui/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { texts } from './texts.ts';
import type { OpenOrderCounts, Stats } from './use-figures.ts';
import styles from './dashboard.module.css';

/** The day so far in a sentence, and the kitchen's open work. */
export function Welcome({ hello, stats, counts }: { hello: string; stats: Stats; counts: OpenOrderCounts | null }) {
  const later = counts?.later ?? 0;
  return (
    <section className={`row flex-wrap between round-md on-brand brand ${styles.welcome}`}>
      <div>
        <h2 className={styles.hello}>{hello}</h2>
        <p className="on-brand-soft">
          {texts.sofar[stats.period](moneyText(centsOf(stats.revenue), 'revenue'), texts.orders(stats.orders))}
          {stats.money?.owed > 0 && ` ${texts.stillUnpaid(formatMoney(centsOf(stats.money.owed)))}`}
        </p>
      </div>
      {counts && (
        <ul className={`grid gap-8 ${styles.now}`} aria-label={texts.now}>
          <Now count={counts.pending - later} strong>
            {texts.waiting}
          </Now>
          <Now count={counts.preparing}>{texts.cooking}</Now>
          <Now count={counts.ready}>{texts.onPass}</Now>
          {later > 0 && <Now count={later}>{texts.later}</Now>}
        </ul>
      )}
    </section>
  );
}

function Now({ count, strong = false, children }: { count: number; strong?: boolean; children: ReactNode }) {
  return (
    <li>
      <a
        href="#orders"
        className={classNames(
          'row flex-wrap full-height round-control text-xs leading-125 no-underline',
          styles.tile,
          strong && count > 0 && styles.strong,
        )}
      >
        <b className="digits">{count}</b> <span>{children}</span>
      </a>
    </li>
  );
}

/** Uses the restaurant's clock, not the browser's. Without a time, a neutral greeting. */
export function greetingAt(at: string, zone: string): string {
  if (at === '') return texts.welcome;
  const hour = hourOf(at, zone);
  if (hour >= 4 && hour < 12) return texts.morning;
  return hour >= 12 && hour < 17 ? texts.afternoon : texts.evening;
}
