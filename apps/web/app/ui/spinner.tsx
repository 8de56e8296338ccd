import { classNames } from './class-names.ts';
import styles from './spinner.module.css';

/** Decoration beside words that say what is happening. */
export function Spinner({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('no-shrink pill', styles.spinner, className)} />;
}

/** Long work that can say how far it is. */
export function Progress({ label, value, max = 1 }: { label: string; value?: number; max?: number }) {
  return (
    <div className={`grid gap-8 text-sm ${styles.progress}`}>
      <span>{label}</span>
      <progress aria-label={label} max={max} {...(value !== undefined && { value })} />
    </div>
  );
}
