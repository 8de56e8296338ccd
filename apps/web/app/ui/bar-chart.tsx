import { classNames } from './class-names.ts';
import styles from './figures.module.css';

export interface Bar {
  readonly id: string;
  /** Shown under the bar. */
  readonly label: string;
  readonly value: number;
  /** The formatted value. */
  readonly text: string;
  /** The usual value, dashed behind the bar. */
  readonly usual?: number;
  readonly usualText?: string;
  /** True for the current period. */
  readonly now?: boolean;
}

export interface BarChartProps {
  /** A description, also the caption of the table. */
  title: string;
  bars: readonly Bar[];
  /** Column headings of the table: the bar, its value, the usual value. */
  heads: readonly [what: string, value: string, usual?: string];
  /** The most labels that fit; the others are only in the table. */
  labels?: number;
}

/** With more bars the values above them would overlap. */
const MOST_FIGURES = 14;
// Heights in pixels: the values above the bars, the bars, and their labels.
const TOP = 22;
const PLOT = 168;
const BOTTOM = 24;

/** A bar chart, with the same values as a table for screen readers. */
export function BarChart({ title, bars, heads, labels = 12 }: BarChartProps) {
  const highest = Math.max(1, ...bars.map((bar) => Math.max(bar.value, bar.usual ?? 0)));
  const step = 100 / Math.max(1, bars.length);
  const labelEvery = Math.ceil(bars.length / labels);
  const heightOf = (value: number) => (Math.max(0, value) / highest) * PLOT;
  return (
    <div>
      <svg className={`block full-width ${styles.chart}`} height={TOP + PLOT + BOTTOM} aria-hidden="true">
        <line className={styles.ground} x1="0" x2="100%" y1={TOP + PLOT} y2={TOP + PLOT} />
        {bars.map((bar, index) => {
          const height = heightOf(bar.value);
          const middle = `${(index + 0.5) * step}%`;
          // In the middle of its step, with gaps on both sides.
          const box = { x: `${(index + 0.16) * step}%`, width: `${step * 0.68}%`, rx: 5 };
          // Counted from the last bar, which always has its label.
          const hasLabel = (bars.length - 1 - index) % labelEvery === 0;
          return (
            <g key={bar.id}>
              <title>{`${bar.label}: ${bar.text}`}</title>
              {bar.usual !== undefined && bar.usual > 0 && (
                <rect
                  className={styles.usual}
                  {...box}
                  y={TOP + PLOT - heightOf(bar.usual)}
                  height={heightOf(bar.usual)}
                />
              )}
              <rect
                className={classNames(styles.bar, bar.now && styles.now)}
                {...box}
                y={TOP + PLOT - height}
                height={height}
              />
              {bar.value > 0 && bars.length <= MOST_FIGURES && (
                <text className={styles.value} x={middle} y={TOP + PLOT - height - 7}>
                  {bar.text}
                </text>
              )}
              {hasLabel && (
                <text className={classNames(bar.now && styles.value)} x={middle} y={TOP + PLOT + 18}>
                  {bar.label}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <table className="sr-only">
        <caption>{title}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.id}>
              <th scope="row">{bar.label}</th>
              <td>{bar.text}</td>
              {heads.length > 2 && <td>{bar.usualText}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
