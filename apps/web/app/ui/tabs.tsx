import type { ReactNode } from 'react';
import { Tabs as Radix } from 'radix-ui';
import { Badge } from './badge.tsx';
import styles from './tabs.module.css';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: ReactNode;
  readonly count?: number;
  readonly panel: ReactNode;
}

export function Tabs<Id extends string>({
  label,
  tabs,
  value,
  onValue,
}: {
  label: string;
  tabs: readonly Tab<Id>[];
  value: Id;
  onValue: (id: Id) => void;
}) {
  return (
    <Radix.Root value={value} onValueChange={(id) => tabs.some((tab) => tab.id === id) && onValue(id as Id)}>
      <Radix.List aria-label={label} className={styles.list}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.id} value={tab.id} className={styles.tab}>
            {tab.label}
            {tab.count !== undefined && <Badge tone="plum">{tab.count}</Badge>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className={styles.panel}>
          {tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
