import { Popover } from 'radix-ui';
import { Printer as PrinterIcon } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { useDialogElement } from '../../ui/dialog.tsx';
import { PrinterSettings } from './printer-settings.tsx';
import { usePrinter, type PrinterState } from './printer-store.ts';
import styles from './printing.module.css';
import { texts } from './texts.ts';

/** How the printer stands, and its set-up behind it; a click outside or Escape closes it. */
export function PrinterMenu() {
  const printer = usePrinter();
  const state = stateOf(printer);
  const dialog = useDialogElement();
  return (
    <Popover.Root>
      <Popover.Trigger
        className={classNames(styles.trigger, state === 'ready' && styles.ready, state === 'out' && styles.out)}
        aria-label={texts.settings(texts.states[state])}
        title={texts.settings(texts.states[state])}
      >
        <PrinterIcon aria-hidden="true" />
        {state === 'out' && <b>{texts.states.out}</b>}
      </Popover.Trigger>
      <Popover.Portal container={dialog}>
        <Popover.Content
          className={styles.dropdown}
          align="end"
          sideOffset={8}
          collisionPadding={8}
          aria-label={texts.title}
        >
          <h2>{texts.title}</h2>
          <PrinterSettings />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function stateOf({ printer, fault, ways }: PrinterState): keyof typeof texts.states {
  if (printer === null) return ways.length === 0 ? 'unsupported' : 'none';
  return fault === null ? 'ready' : 'out';
}
