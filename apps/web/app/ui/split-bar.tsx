import styles from './split-bar.module.css';
import type { ReactNode } from 'react';

export interface Share {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly count: number;
}

/** A whole in its parts: one bar, and beside each part its word and its number. */
export function SplitBar({ shares, percent = false }: { shares: readonly Share[]; percent?: boolean }) {
  const total = sumOf(shares);
  const shown = shares
    .map((share, part) => ({ ...share, part, before: sumOf(shares.slice(0, part)) }))
    .filter((share) => share.count > 0);
  return (
    <div>
      <svg className={`block full-width below-12 ${styles.bar}`} height="14" aria-hidden="true">
        {shown.length === 0 && <rect className={styles.none} width="100%" height="14" rx="5" />}
        {shown.map((share) => (
          <rect
            key={share.id}
            data-part={share.part}
            x={`${(share.before / total) * 100}%`}
            width={`${Math.max((share.count / total) * 100 - 0.8, 0.6)}%`}
            height="14"
            rx="5"
          />
        ))}
      </svg>
      <ul className={styles.parts}>
        {shares.map((share, place) => (
          <li key={share.id}>
            <span className={`no-shrink ${styles.swatch}`} data-part={place} />
            {share.icon}
            <span>{share.label}</span>
            <b className="num">{share.count}</b>
            {percent && (
              <span className={`soft digits ${styles.percent}`}>
                {total === 0 ? 0 : Math.round((share.count / total) * 100)}%
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function sumOf(shares: readonly Share[]): number {
  return shares.reduce((sum, share) => sum + share.count, 0);
}
