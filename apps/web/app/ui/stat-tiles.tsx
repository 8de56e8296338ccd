import type { ReactNode } from 'react';
import styles from './stat-tiles.module.css';

export interface StatTile {
  readonly label: string;
  readonly value: ReactNode;
  /** A few words more. */
  readonly note?: ReactNode;
}

/** The figures of a section, first of all; on a phone they scroll sideways. */
export function StatTiles({ label, tiles }: { label: string; tiles: readonly StatTile[] }) {
  return (
    // A list that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <dl className={styles.tiles} aria-label={label} tabIndex={0}>
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
