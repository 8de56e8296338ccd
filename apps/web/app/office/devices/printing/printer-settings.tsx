import { useState } from 'react';
import { testPage } from './printed-tickets.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/boxes.tsx';
import { DeviceStatus } from '../../../ui/device-menu.tsx';
import { ConnectPrinter } from './connect-printer.tsx';
import type { Printer } from './printer.ts';
import { forgetPrinter, print, printTickets, usePrinter } from './printer-store.ts';
import { texts } from './texts.ts';

/** Which printer, a test, and what comes by itself. */
export function PrinterSettings() {
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
