import { useId, type ReactNode } from 'react';
import { partProps } from './parts.tsx';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  explain?: string;
  aside?: ReactNode;
  /** Its id as a part of the page that links lead to. */
  part?: string | undefined;
  children: ReactNode;
}

export function Panel({ title, explain, aside, part, children }: PanelProps) {
  const id = useId();
  return (
    <section
      {...(part !== undefined && partProps(part))}
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
