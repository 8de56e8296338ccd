import { classNames } from './class-names.ts';
import styles from './count-badge.module.css';

/** How many wait; read out with the word of what they are. */
export function CountBadge({ count, label, isLate = false }: { count: number; label: string; isLate?: boolean }) {
  if (count === 0) return null;
  return (
    <span className={classNames('pill', styles.count, isLate && styles.late)}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
