import { ChefHat, Printer as PrinterIcon } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { say } from '@tiffin/domain/core';
import { DeviceMenu, DeviceStatus } from '../../../ui/device-menu.tsx';
import {
  usePrinter,
  type PrinterState,
  forgetPrinter,
  runPrintJob,
  setAutoPrint,
  setPrinter,
  setPrinterSetup,
} from './printer-store.ts';
import { texts } from './texts.ts';
import { Button } from '../../../ui/button.tsx';
import { printSaleTicket, type OfflineSale } from '../../../shared/offline/waiting-sales.tsx';
import {
  printReceiptWithToast,
  printSaleReceiptWithToast,
  printSaleTicketWithToast,
  printTicketWithToast,
  type PrintableOrder,
} from './print-jobs.ts';
import {
  OWN_LETTERS_HINT,
  OWN_LETTERS_LABEL,
  PAPER_LABEL,
  PAPER_OPTIONS,
  testPage,
  toPaperWidth,
} from '@tiffin/domain/printing';
import { Switch } from '../../../ui/boxes.tsx';
import { type Printer, BAUD_RATES, RAW_PORT, type ConnectionType } from './printer.ts';
import { reportBrowserError } from '../../../shared/errors/report-browser-error.ts';
import { SegmentedField, SelectField, TextField } from '../../../ui/form-fields.tsx';
import { NamedOptions } from '../../../ui/inputs.tsx';
import { toast } from '../../../ui/toasts.ts';
import { chooseSerial, chooseUsb } from './transports.ts';

const DEVICE_STATUS = { ready: 'works', out: 'asks', none: 'unset', unsupported: 'unset' } as const;

/** Shows the printer's state and opens its settings. `inWords` shows the state as text instead of an icon. */
export function PrinterMenu({ inWords = false }: { inWords?: boolean }) {
  const state = stateOf(usePrinter());
  return (
    <DeviceMenu
      label={say`Printer: ${texts.states[state]}`}
      title={say`Printer of this device`}
      deviceStatus={DEVICE_STATUS[state]}
      triggerContent={
        <>
          <PrinterIcon />
          {inWords ? <b>{say`Printer: ${texts.states[state]}`}</b> : state === 'out' && <b>{texts.states.out}</b>}
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

/** The print buttons of an order. At the till, a cash receipt also opens the cash drawer. */
export function PrintButtons({ order, opensDrawer = false }: { order: PrintableOrder; opensDrawer?: boolean }) {
  return (
    <ReceiptAndTicket
      onReceipt={() => void printReceiptWithToast(order, opensDrawer)}
      onTicket={() => void printTicketWithToast(order)}
    />
  );
}

/** The print buttons of an order that waits on this device. */
export function SalePrintButtons({ sale }: { sale: OfflineSale }) {
  return (
    <ReceiptAndTicket
      onReceipt={() => void printSaleReceiptWithToast(sale.receipt)}
      onTicket={() => void printSaleTicket({ print: printSaleTicketWithToast }, sale)}
    />
  );
}

function ReceiptAndTicket({ onReceipt, onTicket }: { onReceipt: () => void; onTicket: () => void }) {
  return (
    <>
      <Button look="quiet" onClick={onReceipt}>
        <PrinterIcon />
        {say`Print`}
      </Button>
      <Button look="quiet" onClick={onTicket}>
        <ChefHat />
        {say`Kitchen ticket`}
      </Button>
    </>
  );
}

function PrinterSettings() {
  const { printer, setup, fault, ways, ticketsSince } = usePrinter();
  const [busy, setBusy] = useState(false);
  const [tested, setTested] = useState(false);

  async function test() {
    setBusy(true);
    setTested(await runPrintJob(testPage));
    setBusy(false);
  }

  if (printer === null) {
    return (
      <div className="grid gap-16">
        <Status
          isWell={false}
          text={
            ways.length === 0
              ? say`Tickets and receipts use the print dialog of this device. A receipt printer needs Chrome, Edge or the Android app.`
              : say`Tickets and receipts use the print dialog of this device until you connect a receipt printer (ESC/POS).`
          }
        />
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
        text={
          isWell
            ? tested
              ? say`Sent to the printer`
              : say`It prints the receipts and kitchen tickets of this device.`
            : texts.faults[fault]
        }
      />
      <Button block busy={busy} onClick={() => void test()}>
        {isWell ? say`Print a test page` : say`Try Again`}
      </Button>
      <SegmentedField
        label={PAPER_LABEL}
        options={PAPER_OPTIONS}
        value={String(setup.paper)}
        onValue={(paper) => setPrinterSetup({ paper: toPaperWidth(Number(paper)) })}
      />
      <Switch
        label={OWN_LETTERS_LABEL}
        hint={OWN_LETTERS_HINT}
        checked={setup.ownLetters}
        onChange={(event) => setPrinterSetup({ ownLetters: event.currentTarget.checked })}
      />
      <Switch
        label={say`Print new orders’ tickets`}
        hint={say`While the back office is open here, the kitchen ticket of each new order is printed once, and a slip when its dishes, its note or its allergies change.`}
        checked={ticketsSince !== null}
        onChange={(event) => setAutoPrint(event.currentTarget.checked)}
      />
      <Button look="ghost" block onClick={forgetPrinter}>
        {say`Forget this printer`}
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
      return printer.name === '' ? say`USB printer` : printer.name;
    case 'serial':
      return say`Serial cable, ${printer.baudRate} baud`;
    default:
      return `${printer.host}:${printer.port}`;
  }
}

/** Offers only the connection types this device supports. */
function ConnectPrinter({ ways }: { ways: readonly ConnectionType[] }) {
  const [baudRate, setBaudRate] = useState<number>(BAUD_RATES[0]);
  return (
    <>
      {ways.includes('network') && <NetworkForm />}
      {ways.includes('usb') && (
        <Button block onClick={() => void choose(chooseUsb)}>
          {say`Connect by USB`}
        </Button>
      )}
      {ways.includes('serial') && (
        <>
          <Button look="quiet" block onClick={() => void choose(() => chooseSerial(baudRate))}>
            {say`Connect by serial cable`}
          </Button>
          <SelectField
            label={say`Speed of the serial cable (baud)`}
            value={String(baudRate)}
            onValue={(rate) => setBaudRate(Number(rate))}
          >
            <NamedOptions options={BAUD_RATES.map((rate) => ({ id: String(rate), name: String(rate) }))} />
          </SelectField>
        </>
      )}
    </>
  );
}

/** Lets the user choose a printer in the browser's own dialog, and stores it. */
async function choose(askBrowser: () => Promise<Printer | null>): Promise<void> {
  try {
    const printer = await askBrowser();
    if (printer) setPrinter(printer);
  } catch (error) {
    reportBrowserError(error);
    toast.error(say`The printer could not be connected`, { id: 'printing' });
  }
}

const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;

function NetworkForm() {
  const [host, setHost] = useState('');
  const [port, setPort] = useState(String(RAW_PORT));
  const [problems, setProblems] = useState<{ host?: string; port?: string }>({});

  function connect(event: FormEvent) {
    event.preventDefault();
    const number = Number(port);
    const isPort = Number.isInteger(number) && number >= 1 && number <= 65_535;
    const found = {
      host: HOST.test(host.trim()) ? undefined : say`An address looks like 192.168.1.50`,
      port: isPort ? undefined : say`A port is a number from 1 to 65535`,
    };
    setProblems(found);
    if (!found.host && !found.port) setPrinter({ way: 'network', host: host.trim(), port: number });
  }

  return (
    <form className="grid gap-16" onSubmit={connect} noValidate>
      <TextField
        label={say`Address of the printer`}
        hint={say`It is on the printer’s own test page, such as 192.168.1.50`}
        error={problems.host}
        value={host}
        inputMode="decimal"
        onValue={setHost}
      />
      <TextField label={say`Port`} error={problems.port} value={port} inputMode="numeric" onValue={setPort} />
      <Button type="submit" block>
        {say`Connect over the network`}
      </Button>
    </form>
  );
}
