import { cents, say, type Cents } from '@tiffin/domain/core';
import { classNames } from '../../ui/class-names.ts';
import { formatMoney } from '../../ui/format.ts';
import styles from './closing.module.css';

interface SumListProps {
  rows: readonly (readonly [string, number])[];
  sum?: readonly [string, number];
}

export function SumList({ rows, sum }: SumListProps) {
  return (
    <dl className={styles.sums}>
      {[...rows, ...(sum ? [sum] : [])].map(([name, amount], index) => (
        <div key={name} className={classNames('flex between gap-16', index === rows.length && 'line-above weight-650')}>
          <dt>{name}</dt>
          <dd className="num">{formatMoney(cents(amount))}</dd>
        </div>
      ))}
    </dl>
  );
}

export function differenceText(difference: Cents): string {
  if (difference === 0) return say`Correct`;
  return difference < 0 ? say`Short` : say`Over`;
}
