import type { ReactNode } from 'react';
import { CloudOff, ServerCrash, ShieldX } from 'lucide-react';
import { classNames } from './class-names.ts';
import styles from './states.module.css';

interface StateProps {
  title: string;
  text?: ReactNode;
  /** A drawing (guests) or an icon (staff) above the words. */
  picture?: ReactNode;
  /** What one can do now. */
  children?: ReactNode;
  /** 1 when it is the whole page. */
  level?: 1 | 2 | 3;
}

/** Nothing here, and what to do about it. */
export function EmptyState({ title, text, picture, children, level = 2 }: StateProps) {
  const Title = `h${level}` as const;
  return (
    <div className={styles.state}>
      {picture}
      <Title className={styles.title}>{title}</Title>
      {text !== undefined && <p>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}

/** A round drawing; grey when something is wrong. */
export function StateArt({ src, grey = false }: { src: string; grey?: boolean }) {
  return <img className={classNames(styles.art, grey && styles.grey)} src={src} alt="" width={132} height={132} />;
}

export function StateIcon({ tone, children }: { tone?: 'bad'; children: ReactNode }) {
  return <span className={classNames(styles.icon, tone && styles.bad)}>{children}</span>;
}

/** It could not be loaded; trying again may help. Read out at once. */
export function ErrorState({ picture, ...props }: StateProps) {
  return (
    <div role="alert">
      <EmptyState
        {...props}
        picture={
          picture ?? (
            <StateIcon tone="bad">
              <ServerCrash aria-hidden="true" />
            </StateIcon>
          )
        }
      />
    </div>
  );
}

export function OfflineState({ picture, ...props }: StateProps) {
  return (
    <div role="status">
      <EmptyState
        {...props}
        picture={
          picture ?? (
            <StateIcon>
              <CloudOff aria-hidden="true" />
            </StateIcon>
          )
        }
      />
    </div>
  );
}

export function ForbiddenState({ picture, ...props }: StateProps) {
  return (
    <EmptyState
      {...props}
      picture={
        picture ?? (
          <StateIcon>
            <ShieldX aria-hidden="true" />
          </StateIcon>
        )
      }
    />
  );
}
