import type { ReactNode } from 'react';
import { ServerCrash, ShieldX } from 'lucide-react';
import { classNames } from './class-names.ts';
import { EmptyState, type StateProps } from './empty-state.tsx';
import styles from './states.module.css';

export { EmptyState };

export function StateIcon({ tone, children }: { tone?: 'bad'; children: ReactNode }) {
  return <span className={classNames('center below-6 tinted', styles.icon, tone && styles.bad)}>{children}</span>;
}

/** An empty state with an icon instead of a picture. */
export function IconState({ picture, tone, icon, ...props }: StateProps & { tone?: 'bad'; icon: ReactNode }) {
  return <EmptyState {...props} picture={picture ?? <StateIcon tone={tone}>{icon}</StateIcon>} />;
}

/** A failed load, where trying again may help. Announced at once. */
export function ErrorState(props: StateProps) {
  return (
    <div role="alert">
      <IconState {...props} tone="bad" icon={<ServerCrash />} />
    </div>
  );
}

export function ForbiddenState(props: StateProps) {
  return <IconState {...props} icon={<ShieldX />} />;
}
