import styles from './spinner.module.css';

/** Decorative; the text beside it says what is happening. */
export function Spinner() {
  return <span aria-hidden="true" className={`no-shrink pill ${styles.spinner}`} />;
}
