import type { ReactNode } from 'react';
import { percentText, type Cents } from '@tiffin/domain/core';
import { moneyText as inCurrency } from '@tiffin/domain/stats';
import { classNames } from './class-names.ts';
import { LOCALE, currency } from './format.ts';
import styles from './figures.module.css';

const counts = new Intl.NumberFormat(LOCALE);

/** '1,284' */
export function formatCount(value: number): string {
  return counts.format(value);
}

interface Share {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly count: number;
  /** Replaces the count, for example by a button with the same number. */
  readonly shown?: ReactNode;
}

/** A whole in its parts: one bar, and a label and value for each part. */
export function SplitBar({ shares, percent = false }: { shares: readonly Share[]; percent?: boolean }) {
  const total = sumOf(shares);
  const shown = shares
    .map((share, part) => ({ ...share, part, before: sumOf(shares.slice(0, part)) }))
    .filter((share) => share.count > 0);
  return (
    <div>
      <svg className={`block full-width below-12 ${styles.splitBar}`} height="14" aria-hidden="true">
        {shown.length === 0 && <rect className={styles.none} width="100%" height="14" rx="5" />}
        {/* A gap follows each part, and a tiny part can still be seen. */}
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
      <ul className={`icon-18 ${styles.parts}`}>
        {shares.map((share, part) => (
          <li className="row gap-10" key={share.id}>
            <span className={`no-shrink ${styles.swatch}`} data-part={part} />
            {share.icon}
            <span>{share.label}</span>
            <b className="num push-right">{share.shown ?? share.count}</b>
            {percent && (
              <span className={`soft digits text-right ${styles.percent}`}>
                {formatPercent(total === 0 ? 0 : Math.round((share.count / total) * 100) / 100)}
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

/** A count, with a label for screen readers. */
export function CountBadge({ count, label, isLate = false }: { count: number; label: string; isLate?: boolean }) {
  if (count === 0) return null;
  return (
    <span className={classNames('pill', styles.count, isLate && styles.late)}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

interface StatTile {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

export function StatTiles({ label, tiles }: { label: string; tiles: readonly StatTile[] }) {
  return (
    <dl className={`grid gap-8 ${styles.tiles}`} aria-label={label}>
      {tiles.map((tile) => (
        <div key={tile.label} className={`grid content-start gap-2 round-md surface shadow-1 ${styles.tile}`}>
          <dt className="text-sm soft">{tile.label}</dt>
          <dd className={`leading-120 ${styles.statValue}`}>{tile.value}</dd>
          {tile.note !== undefined && <dd className="hint">{tile.note}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** How far something has come, from 0 to 1; moves without an end while that is unknown. */
export function Progress({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div className={`grid gap-8 text-sm ${styles.progress}`}>
      <span>{label}</span>
      <progress className="full-width no-border pill quiet clip" aria-label={label} value={value} />
    </div>
  );
}

/** 0.425 → '42.5%'; in French '42,5 %'. */
export function formatPercent(share: number): string {
  return percentText(Math.round(share * 1000) / 10);
}

/** An amount in the restaurant's currency: '$1,235' for revenue, '$12.50' for an average. */
export function moneyText(amount: Cents, kind: Parameters<typeof inCurrency>[1]): string {
  return inCurrency(amount, kind, currency);
}
