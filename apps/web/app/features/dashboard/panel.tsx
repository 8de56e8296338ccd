import type { ReactNode } from 'react';
import styles from './panel.module.css';

/** A part of the dashboard: what it is, what it counts, and the figures. */
export function Panel({
  title,
  explain,
  aside,
  children,
}: {
  title: string;
  explain: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.panel} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {aside}
      </div>
      <p className={styles.explain}>{explain}</p>
      {children}
    </section>
  );
}
