import type { ReactNode } from 'react';
import styles from './stat-tiles.module.css';

export interface StatTile {
  readonly label: string;
  readonly value: ReactNode;
  /** A few words more. */
  readonly note?: ReactNode;
}

/** The figures of a section, first of all. */
export function StatTiles({ label, tiles }: { label: string; tiles: readonly StatTile[] }) {
  return (
    <dl className={`grid gap-8 ${styles.tiles}`} aria-label={label}>
      {tiles.map((tile) => (
        <div key={tile.label} className={`grid content-start gap-2 round-md surface shadow-1 ${styles.tile}`}>
          <dt className="text-sm soft">{tile.label}</dt>
          <dd className={`leading-120 ${styles.value}`}>{tile.value}</dd>
          {tile.note !== undefined && <dd className="hint">{tile.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
