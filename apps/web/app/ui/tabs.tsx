import type { MouseEvent, ReactNode } from 'react';
import * as Radix from '@radix-ui/react-tabs';
import { Badge } from './badge.tsx';
import styles from './tabs.module.css';

export interface TabPanel<Id extends string> {
  readonly id: Id;
  readonly label: ReactNode;
  readonly count?: number;
  readonly panel: ReactNode;
}

interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly TabPanel<Id>[];
  value: Id;
  onValue: (id: Id) => void;
}

export function Tabs<Id extends string>({ label, tabs, value, onValue }: TabsProps<Id>) {
  return (
    <Radix.Root value={value} onValueChange={(id) => tabs.some((tab) => tab.id === id) && onValue(id as Id)}>
      <Radix.List
        aria-label={label}
        className={`flex gap-8 scroll-x no-scrollbar ${styles.list}`}
        onMouseDownCapture={leaveFocusToTheBrowser}
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            className={`row gap-8 weight-550 soft nowrap ${styles.tab}`}
            onClick={() => onValue(tab.id)}
          >
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

/** Radix sets the focus of a press by script, for which browsers show the keyboard's focus ring. */
function leaveFocusToTheBrowser(event: MouseEvent) {
  event.stopPropagation();
}
