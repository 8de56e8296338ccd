import type { CSSProperties } from 'react';
import { Landmark } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { formatDay, joinNames, LOCALE } from '../../ui/format.ts';
import { timelineMonths, timelinePosition, type Calendar } from './law-data.ts';
import styles from './law.module.css';
import { texts } from './texts.ts';

/** One line for each group of locations with the same law, and its changes within twelve months. */
export function LawTimeline({ calendar: { today, lines } }: { calendar: Calendar }) {
  return (
    <section className={styles.timeline} aria-label={texts.year}>
      <div className={styles.months} aria-hidden="true">
        {timelineMonths(today).map((month, index) => (
          <span key={month}>{index === 0 ? <b>{texts.now}</b> : monthText(month)}</span>
        ))}
      </div>
      <ul>
        {lines.map(({ locations, changes, fiscal }) => (
          <li key={locations.map(({ id }) => id).join()} className={styles.line}>
            <b className="text-xs weight-600">{joinNames(locations.map(({ name }) => name))}</b>
            {changes.length === 0 && <span className="text-xs">{quietText(fiscal)}</span>}
            {changes.map(({ id, date, title }) => date && <Change key={id} {...{ today, date, title }} />)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** In the second half of the year the label ends at its date, so that it stays inside. */
function Change({ today, date, title }: { today: string; date: string; title: string }) {
  const position = timelinePosition(today, date);
  const isLate = position > 0.5;
  const at = `${((isLate ? 1 - position : position) * 100).toFixed(1)}%`;
  return (
    <span
      className={classNames('inline-row gap-6 text-xs weight-640', styles.change, isLate && styles.late)}
      style={{ '--at': at } as CSSProperties}
    >
      <Landmark aria-hidden="true" />
      {texts.event(formatDay(date, 'day-month'), title)}
    </span>
  );
}

function quietText(fiscal: Calendar['lines'][number]['fiscal']): string {
  if (fiscal === 'refuse') return texts.needsTill;
  return fiscal === 'warn' ? texts.notLookedUp : texts.nothing;
}

/** January carries its year. */
function monthText(month: string): string {
  const isJanuary = month.slice(5, 7) === '01';
  return new Date(`${month}T00:00:00Z`).toLocaleDateString(LOCALE, {
    month: 'short',
    ...(isJanuary && { year: '2-digit' }),
    timeZone: 'UTC',
  });
}
