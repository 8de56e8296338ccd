import { ChefHat, Printer as PrinterIcon } from 'lucide-react';
import { useState } from 'react';
import { DeviceMenu, DeviceStatus } from '../../../ui/device-menu.tsx';
import { usePrinter, type PrinterState, forgetPrinter, print, printTickets } from './printer-store.ts';
import { texts } from './texts.ts';
import { Button } from '../../../ui/button.tsx';
import { receiptPressed, ticketPressed, type PrintableOrder } from './jobs.ts';
import { testPage } from './printed-tickets.ts';
import { Switch } from '../../../ui/boxes.tsx';
import { ConnectPrinter } from './connect-printer.tsx';
import type { Printer } from './printer.ts';

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
        <PrinterIcon aria-hidden="true" />
        {texts.print}
      </Button>
      <Button look="quiet" onClick={() => void ticketPressed(order)}>
        <ChefHat aria-hidden="true" />
        {texts.kitchenTicket}
      </Button>
    </>
  );
}

/** Which printer, a test, and what comes by itself. */
function PrinterSettings() {
  const { printer, fault, ways, ticketsSince } = usePrinter();
  const [busy, setBusy] = useState(false);
  const [tested, setTested] = useState(false);

  async function test() {
    setBusy(true);
    setTested(await print(testPage));
    setBusy(false);
  }

  if (printer === null) {
    return (
      <div className="grid gap-16">
        <Status isWell={false} text={ways.length === 0 ? texts.unsupported : texts.none} />
        {ways.length > 0 && <ConnectPrinter ways={ways} />}
      </div>
    );
  }
  const isWell = fault === null;
  return (
    <div className="grid gap-16">
      <Status
        isWell={isWell}
        title={nameOf(printer)}
        text={isWell ? (tested ? texts.sent : texts.ready) : texts.faults[fault]}
      />
      <Button block busy={busy} onClick={() => void test()}>
        {isWell ? texts.test : texts.tryAgain}
      </Button>
      <Switch
        label={texts.byThemselves}
        hint={texts.byThemselvesHint}
        checked={ticketsSince !== null}
        onChange={(event) => printTickets(event.currentTarget.checked)}
      />
      <Button look="ghost" block onClick={forgetPrinter}>
        {texts.forget}
      </Button>
    </div>
  );
}

function Status({ isWell, title, text }: { isWell: boolean; title?: string; text: string }) {
  return (
    <DeviceStatus isWell={isWell}>
      {title !== undefined && <b>{title}</b>} {text}
    </DeviceStatus>
  );
}

function nameOf(printer: Printer): string {
  switch (printer.way) {
    case 'usb':
      return texts.names.usb(printer.name);
    case 'serial':
      return texts.names.serial(printer.baudRate);
    default:
      return texts.names.network(printer.host, printer.port);
  }
}
