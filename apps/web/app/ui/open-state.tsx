import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './open-state.module.css';

/** A dot and the words; never the dot alone. */
export function OpenState({ open, children }: { open: boolean; children: ReactNode }) {
  return (
    <span className={classNames('align-baseline gap-8 text-sm weight-600', styles.state, !open && styles.closed)}>
      {children}
    </span>
  );
}
