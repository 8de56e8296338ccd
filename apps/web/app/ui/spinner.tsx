import styles from './spinner.module.css';

/** Decoration beside words that say what is happening. */
export function Spinner() {
  return <span aria-hidden="true" className={`no-shrink pill ${styles.spinner}`} />;
}
