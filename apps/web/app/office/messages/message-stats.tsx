import { emailNotices } from '@tiffin/domain/errors';
import { Banner } from '../../ui/banner.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { formatCount } from '../../ui/figures.tsx';
import { Panel } from '../../ui/panel.tsx';
import { messageTexts } from './texts.ts';
import { useEmailStats } from './use-messages.ts';
import styles from './messages.module.css';
import { formatPercent } from '../../ui/percent.ts';

/** The figures when they cannot be had: zeroes, and a word about it. */
const NOTHING = { sent: 0, failed: 0, outbox: 0, successRate: 0, byDay: [] };

export function MessageStats() {
  const { data, isPending, isError } = useEmailStats();
  const stats = data ?? NOTHING;
  return (
    <Panel title={messageTexts.lastDays}>
      {isError && <Banner tone="bad">{emailNotices.statsFailed}</Banner>}
      {isPending ? (
        <Skeleton height={56} />
      ) : (
        <>
          <dl className={`flex flex-wrap ${styles.figures}`}>
            <Figure value={formatCount(stats.sent)} label={messageTexts.sent} />
            <Figure value={formatPercent(stats.successRate / 100)} label={messageTexts.successRate} />
            <Figure value={formatCount(stats.failed)} label={messageTexts.failed} />
            {stats.outbox > 0 && <Figure value={formatCount(stats.outbox)} label={messageTexts.inOutbox} />}
          </dl>
          <Days days={stats.byDay} />
        </>
      )}
    </Panel>
  );
}

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div className="grid">
      <dd className="leading-120 digits">{value}</dd>
      <dt className="hint">{label}</dt>
    </div>
  );
}

/** A picture of the days; the figures above are what is read out. */
function Days({ days }: { days: readonly { date: string; sent: number; failed: number }[] }) {
  const most = Math.max(0, ...days.map(({ sent, failed }) => sent + failed));
  if (most === 0) return null;
  return (
    <div className={`flex gap-2 ${styles.days}`} role="img" aria-label={messageTexts.byDay}>
      {days.map(({ date, sent, failed }) => (
        <span className="column grow justify-end" key={date} title={messageTexts.ofDay(date, sent, failed)}>
          <i className={styles.failed} style={{ height: `${(failed / most) * 100}%` }} />
          <i className={styles.sent} style={{ height: `${(sent / most) * 100}%` }} />
        </span>
      ))}
    </div>
  );
}
