import type { ReactNode } from 'react';
import { Tooltip as Radix } from 'radix-ui';
import { useDialogElement } from './dialog.tsx';
import styles from './tooltip.module.css';

/** A few words about something small. Never the only place where they stand. */
export function Tooltip({
  text,
  side = 'top',
  children,
}: {
  text: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** One element that can have the focus. */
  children: ReactNode;
}) {
  const dialog = useDialogElement();
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal container={dialog}>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className={`round-sm text-xs weight-550 leading-135 ${styles.tooltip}`}
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
