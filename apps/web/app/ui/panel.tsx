import { useId, type ReactNode } from 'react';
import styles from './panel.module.css';

/** A part of the section with a heading of its own, and perhaps a word on what it counts. */
export function Panel({
  title,
  explain,
  aside,
  children,
}: {
  title: string;
  explain?: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {aside}
        {explain !== undefined && <p className={styles.explain}>{explain}</p>}
      </header>
      {children}
    </section>
  );
}
