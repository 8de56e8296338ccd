import { useId, type ReactNode } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  explain?: string;
  aside?: ReactNode;
  children: ReactNode;
}

export function Panel({ title, explain, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section
      className={`stack gap-12 content-start min-width-0 round-card surface shadow-1 ${styles.panel}`}
      aria-labelledby={id}
    >
      <header className={`row flex-wrap between gap-8-16 ${styles.head}`}>
        <h2 id={id}>{title}</h2>
        {aside}
        {explain !== undefined && <p className={`hint ${styles.explain}`}>{explain}</p>}
      </header>
      {children}
    </section>
  );
}
