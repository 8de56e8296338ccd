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
    <dl className={styles.tiles} aria-label={label}>
      {tiles.map((tile) => (
        <div key={tile.label} className={styles.tile}>
          <dt>{tile.label}</dt>
          <dd className={styles.value}>{tile.value}</dd>
          {tile.note !== undefined && <dd className={styles.note}>{tile.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
