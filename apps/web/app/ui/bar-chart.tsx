import { classNames } from './class-names.ts';
import styles from './figures.module.css';

export interface Bar {
  readonly id: string;
  /** Under the bar. */
  readonly label: string;
  readonly value: number;
  /** As people read it. */
  readonly text: string;
  /** Dashed beside it: what is usual here. */
  readonly usual?: number;
  readonly usualText?: string;
  /** The present one. */
  readonly now?: boolean;
}

export interface BarChartProps {
  /** What it shows, in words: the title of its table too. */
  title: string;
  bars: readonly Bar[];
  /** Heads of the table: what a bar is, what it counts, what is usual. */
  heads: readonly [what: string, value: string, usual?: string];
  /** How many labels there is room for; the others stay in the table. */
  labels?: number;
}

/** With more bars the figures over them would touch. */
const MOST_FIGURES = 14;
const TOP = 22;
const PLOT = 168;
const BOTTOM = 24;

/** A bar for each; the same figures as a table for those who do not see it. */
export function BarChart({ title, bars, heads, labels = 12 }: BarChartProps) {
  const most = Math.max(1, ...bars.map((bar) => Math.max(bar.value, bar.usual ?? 0)));
  const step = 100 / Math.max(1, bars.length);
  const every = Math.ceil(bars.length / labels);
  const heightOf = (value: number) => (Math.max(0, value) / most) * PLOT;
  return (
    <div>
      <svg className={`block full-width ${styles.chart}`} height={TOP + PLOT + BOTTOM} aria-hidden="true">
        <line className={styles.ground} x1="0" x2="100%" y1={TOP + PLOT} y2={TOP + PLOT} />
        {bars.map((bar, place) => {
          const height = heightOf(bar.value);
          const middle = `${(place + 0.5) * step}%`;
          const box = { x: `${(place + 0.16) * step}%`, width: `${step * 0.68}%`, rx: 5 };
          // the last one always has its label
          const labelled = (bars.length - 1 - place) % every === 0;
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
              {labelled && (
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
