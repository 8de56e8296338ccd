import type { ReactNode } from 'react';
import { CloudOff, ServerCrash, ShieldX } from 'lucide-react';
import { classNames } from './class-names.ts';
import { EmptyState, StateArt, type StateProps } from './empty-state.tsx';
import styles from './states.module.css';

export { EmptyState, StateArt };

export function StateIcon({ tone, children }: { tone?: 'bad'; children: ReactNode }) {
  return <span className={classNames('center', styles.icon, tone && styles.bad)}>{children}</span>;
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
