import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './states.module.css';

export interface StateProps {
  title: string;
  text?: ReactNode;
  /** A drawing (guests) or an icon (staff) above the text. */
  picture?: ReactNode;
  /** Actions to continue with. */
  children?: ReactNode;
  /** 1 if it fills the page. */
  level?: 1 | 2 | 3;
}

export function EmptyState({ title, text, picture, children, level = 2 }: StateProps) {
  const Title = `h${level}` as const;
  return (
    <div className={`grid items-center gap-10 text-center ${styles.state}`}>
      {picture}
      <Title className={styles.title}>{title}</Title>
      {text !== undefined && <p className="text-sm soft">{text}</p>}
      {children && <div className="flex flex-wrap justify-center gap-8 above-8">{children}</div>}
    </div>
  );
}

/** A round drawing; grey for errors. */
export function StateArt({ src, grey = false }: { src: string; grey?: boolean }) {
  return (
    <img
      className={classNames('art pill', styles.art, grey && styles.grey)}
      src={src}
      alt=""
      width={132}
      height={132}
    />
  );
}

/** For a page with nothing else to show. */
export function WholePage({ children }: { children: ReactNode }) {
  return <div className={`grid content-center ${styles.whole}`}>{children}</div>;
}
