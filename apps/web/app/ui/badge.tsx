import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './badge.module.css';

/** A dot with text, because colour alone is not accessible. */
export function OpenBadge({ open, children }: { open: boolean; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-row align-baseline gap-8 text-sm weight-600',
        styles.state,
        open ? 'success-ink' : 'faint',
      )}
    >
      {children}
    </span>
  );
}

export type Tone = 'neutral' | 'ok' | 'bad' | 'info' | 'warn' | 'plum';

export function Badge({ tone = 'neutral', icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-row gap-6 pill quiet text-xs soft weight-600 leading-120',
        styles.badge,
        styles[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
