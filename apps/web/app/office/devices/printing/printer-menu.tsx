import { Printer as PrinterIcon, ChefHat, Printer } from 'lucide-react';
import { DeviceMenu } from '../../../ui/device-menu.tsx';
import { PrinterSettings } from './printer-settings.tsx';
import { usePrinter, type PrinterState } from './printer-store.ts';
import { texts } from './texts.ts';
import { Button } from '../../../ui/button.tsx';
import { receiptPressed, ticketPressed, type PrintableOrder } from './jobs.ts';

const STANDING = { ready: 'works', out: 'asks', none: 'unset', unsupported: 'unset' } as const;

/** How the printer stands, and its set-up behind it; away from the other signs it says so in words. */
export function PrinterMenu({ inWords = false }: { inWords?: boolean }) {
  const state = stateOf(usePrinter());
  return (
    <DeviceMenu
      label={texts.settings(texts.states[state])}
      title={texts.title}
      standing={STANDING[state]}
      face={
        <>
          <PrinterIcon aria-hidden="true" />
          {inWords ? <b>{texts.settings(texts.states[state])}</b> : state === 'out' && <b>{texts.states.out}</b>}
        </>
      }
    >
      <PrinterSettings />
    </DeviceMenu>
  );
}

function stateOf({ printer, fault, ways }: PrinterState): keyof typeof texts.states {
  if (printer === null) return ways.length === 0 ? 'unsupported' : 'none';
  return fault === null ? 'ready' : 'out';
}

/** What can be printed of an order; at the till the cash drawer opens with a cash receipt. */
export function PrintButtons({ order, opensDrawer = false }: { order: PrintableOrder; opensDrawer?: boolean }) {
  return (
    <>
      <Button look="quiet" onClick={() => void receiptPressed(order, opensDrawer)}>
        <Printer aria-hidden="true" />
        {texts.print}
      </Button>
      <Button look="quiet" onClick={() => void ticketPressed(order)}>
        <ChefHat aria-hidden="true" />
        {texts.kitchenTicket}
      </Button>
    </>
  );
}
