import { classNames } from './class-names.ts';
import styles from './spinner.module.css';

/** Decoration beside words that say what is happening. */
export function Spinner({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('no-shrink pill', styles.spinner, className)} />;
}
