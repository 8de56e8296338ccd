import type { ReactNode } from 'react';
import { Check, TriangleAlert } from 'lucide-react';
import * as Popover from '@radix-ui/react-popover';
import { classNames } from './class-names.ts';
import { useDialogElement } from './dialog.tsx';
import styles from './menus.module.css';

interface DeviceMenuProps {
  /** The accessible name, with the state. */
  label: string;
  title: string;
  /** Works, needs a person, is silent, or is not set up. */
  deviceStatus: 'works' | 'asks' | 'silent' | 'unset';
  triggerContent: ReactNode;
  children: ReactNode;
}

/** The state of a device feature with its settings in a popover. A click outside or Escape closes it. */
export function DeviceMenu({ label, title, deviceStatus, triggerContent, children }: DeviceMenuProps) {
  const dialog = useDialogElement();
  return (
    <Popover.Root>
      <Popover.Trigger
        className={classNames(
          'inline-row no-shrink touch-height touch-width justify-center round-control quiet-hover ink text-sm nowrap',
          styles.trigger,
          styles[deviceStatus],
        )}
        aria-label={label}
        title={label}
      >
        {triggerContent}
      </Popover.Trigger>
      <Popover.Portal container={dialog}>
        <Popover.Content
          className={`round-lg surface ink shadow-3 ${styles.dropdown}`}
          align="end"
          sideOffset={8}
          collisionPadding={8}
          aria-label={title}
        >
          <h2>{title}</h2>
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The state in words, announced when it changes. */
export function DeviceStatus({ isWell, children }: { isWell: boolean; children: ReactNode }) {
  return (
    <div className={classNames('row gap-12 round-md', styles.status, isWell ? styles.well : styles.warn)} role="status">
      {isWell ? <Check /> : <TriangleAlert />}
      <p className="break-anywhere">{children}</p>
    </div>
  );
}
