import styles from './sent-bars.module.css';

interface SentBarsProps {
  label: string;
  bars: readonly { readonly title: string; readonly sent: number; readonly failed: number }[];
}

/** What was sent and what failed, over time, without a scale. Screen readers read the figures beside it. */
export function SentBars({ label, bars }: SentBarsProps) {
  const highest = Math.max(1, ...bars.map(({ sent, failed }) => sent + failed));
  const heightOf = (count: number) => ({ height: `${(count / highest) * 100}%` });
  return (
    <div className={`flex gap-2 ${styles.bars}`} role="img" aria-label={label}>
      {bars.map(({ title, sent, failed }) => (
        <span className="column grow justify-end" key={title} title={title}>
          <i className={styles.failed} style={heightOf(failed)} />
          <i className={styles.sent} style={heightOf(sent)} />
        </span>
      ))}
    </div>
  );
}
