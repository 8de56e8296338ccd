import { useRef, type ReactNode } from 'react';
import { Download, Upload } from 'lucide-react';
import { addCents, parseJsonFields, say, type Cents } from '@tiffin/domain/core';
import { allergiesOf, lineTexts, mentionsAllergy, orderTypeLabel } from '@tiffin/domain/order';
import { cashDue } from '@tiffin/domain/pricing';
import type { KitchenOrder } from '@tiffin/domain/printing';
import { AllergyBand } from '../allergies/allergy-band.tsx';
import { refusalText } from '../errors/error-text.ts';
import { saveFile } from '../api/save-csv.ts';
import { serverNow, useServerNow } from '../live/server-clock.ts';
import { useBackOffice } from '../session/back-office.tsx';
import { SignOutQuestion } from '../session/sign-out-question.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { centsOf, coin, formatMoney, formatTime, isoDay } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import { isSale, type QueuedChange, type QueuedSale, type SaleReceipt } from './changes.ts';
import { openQueue, useChangesOnDevice, useQueuedChanges } from './open-queue.ts';

/** An order that was sold without the server, as it is printed on this device. */
export interface OfflineSale {
  /** The id of the change that waits. */
  readonly id: string;
  readonly number: string;
  readonly receipt: SaleReceipt;
}

/** The printer of this device, for the kitchen's ticket of an order that the server does not know. */
export interface TicketPrinter {
  readonly hasPrinter: () => boolean;
  /** Resolves to false if nothing was printed; the person may press to print it again. */
  readonly print: (order: KitchenOrder, onRetry: () => void) => Promise<boolean>;
}

/** Prints the kitchen's ticket of a sale. If that fails, the server may have it printed elsewhere when it arrives. */
export async function printSaleTicket(printer: Pick<TicketPrinter, 'print'>, sale: OfflineSale): Promise<void> {
  const isPrinted = await printer.print(sale.receipt.order, () => void printSaleTicket(printer, sale));
  await openQueue().setTicketPrinted(sale.id, isPrinted);
}

/** The sale with the number that it was stored under. */
export function numberedSale({ id, body }: QueuedSale, receipt: SaleReceipt): OfflineSale {
  const [number, orderTime] = [String(body.number), String(body.takenAt)];
  const paidAt = receipt.order.due === 0 ? orderTime : null;
  const order = { ...receipt.order, orderId: number, offlineNumber: number, orderTime, paidAt };
  return { id, number, receipt: { ...receipt, order } };
}

/** The cash that was taken for a sale. */
function cashOf({ call, body }: QueuedSale): Cents {
  const total = call === 'createAdminOrderCash' && 'finalTotal' in body ? (body.finalTotal ?? 0) : 0;
  return cashDue(centsOf(total), coin).due;
}

/** How many orders and how much cash wait, and since when; null if none do. */
export function salesText(changes: readonly QueuedChange[]): string | null {
  const sales = changes.filter(isSale);
  const [first] = sales;
  if (!first) return null;
  const cash = formatMoney(addCents(...sales.map(cashOf)));
  const since = formatTime(new Date(first.madeAt), 'time');
  return sales.length === 1
    ? say`Since ${since}, 1 order and ${cash} in cash wait on this device.`
    : say`Since ${since}, ${sales.length} orders and ${cash} in cash wait on this device.`;
}

/** The print buttons of an order that waits for the server. */
export type PrintSale = (sale: OfflineSale) => ReactNode;

/** What a guest ordered, for a kitchen that asks. An order that an earlier version stored has only its summary. */
export function SaleContent({ sale, renderButtons }: { sale: QueuedSale; renderButtons: PrintSale }) {
  if (!sale.receipt) return null;
  const stored = numberedSale(sale, sale.receipt);
  const { order } = stored.receipt;
  const { orderType, customerInfo, estimatedReady, due, specialInstructions: note } = order;
  const allergies = allergiesOf(order);
  const wanted = estimatedReady !== null && say`for ${formatTime(estimatedReady, 'time')}`;
  return (
    <div className="grid gap-6 all-columns text-sm break-anywhere">
      <p>
        {[orderTypeLabel(orderType), wanted, customerInfo.name].filter(Boolean).join(', ')}{' '}
        <b>{due === 0 ? say`paid in cash` : say`${formatMoney(centsOf(due))} to pay`}</b>
      </p>
      {allergies.length > 0 && <AllergyBand text={allergies.join('. ')} />}
      <ul>
        {order.items.map((item) => (
          <li key={item.line}>
            <b className="digits">{item.quantity}</b>{' '}
            {[item.name, item.spiceLevelName, ...lineTexts(item, 'kitchen')].filter(Boolean).join(', ')}
          </li>
        ))}
      </ul>
      {note !== '' && !mentionsAllergy(note) && <p>{note}</p>}
      <div className="flex flex-wrap gap-4-8">{renderButtons(stored)}</div>
    </div>
  );
}

/** A device that has sent nothing for this long says so on every page. */
const SILENT_MS = 60 * 60_000;

/** Names a device that has not sent its work for an hour, also that of another person. */
export function SilentDeviceNote() {
  const changes = useChangesOnDevice();
  const now = useServerNow(60_000).getTime();
  const mine = useQueuedChanges();
  // A refused change waits for its person, who is asked about it.
  const late = changes.filter(({ isStuck, madeAt }) => !isStuck && now - madeAt > SILENT_MS);
  const [oldest] = late;
  if (!oldest) return null;
  const isOfOthers = late.some(({ id }) => !mine.some((each) => each.id === id));
  return (
    <Banner
      tone="warn"
      title={say`This device has sent nothing since ${formatTime(new Date(oldest.madeAt), 'date-time')}`}
      action={<SaveSales sales={changes.filter(isSale)} />}
    >
      {salesText(late)} {say`Check its network. Do not clear the browser.`}{' '}
      {isOfOthers && say`What another person did is sent when that person signs in here.`}
    </Banner>
  );
}

const FORMAT = 'tiffin-sales';

/** Saves the orders that wait as a file, which another device can read in. */
export function SaveSales({ sales }: { sales: readonly QueuedSale[] }) {
  if (sales.length === 0) return null;
  const save = () => {
    const changes = sales.map(({ call, body, id, about, madeAt, drawerId, receipt }) => {
      return { call, body, id, about, madeAt, drawerId, receipt };
    });
    saveFile(`orders-${isoDay(serverNow())}.json`, JSON.stringify({ format: FORMAT, changes }), 'application/json');
  };
  return (
    <Button look="quiet" onClick={save}>
      <Download />
      {say`Save the orders as a file`}
    </Button>
  );
}

/** The orders in a file of another device; null if it is no such file. The server checks each of them. */
export function salesInFile(text: string): readonly QueuedSale[] | null {
  const { format, changes } = parseJsonFields(text);
  return format === FORMAT && Array.isArray(changes) ? (changes as QueuedChange[]).filter(isSale) : null;
}

/** Lets a manager read in the orders of another device. They keep their keys, so that each arrives once. */
export function ReadSales() {
  const input = useRef<HTMLInputElement>(null);
  const { whyNot } = useBackOffice();
  async function read(file: File) {
    const sales = salesInFile(await file.text());
    if (sales === null) return toast.error(say`This file has no orders of a device`);
    for (const sale of sales) await openQueue().restore(sale);
    return toast.success(sales.length === 1 ? say`1 order was read in` : say`${sales.length} orders were read in`);
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        className="sr-only"
        tabIndex={-1}
        aria-label={say`File with orders of another device`}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void read(file).catch((error: unknown) => toast.error(refusalText(error)));
          target.value = '';
        }}
      />
      <Button look="quiet" disabledReason={whyNot('drawer.manage')} onClick={() => input.current?.click()}>
        <Upload />
        {say`Read in orders of another device`}
      </Button>
    </>
  );
}

/** Asks before signing out, but not while orders of this person wait: only they can send them. */
export function SignOutUnlessSalesWait(question: { note: string | undefined; onDone: () => void }) {
  const sales = useQueuedChanges().filter(isSale);
  if (sales.length === 0) return <SignOutQuestion {...question} />;
  return (
    <Dialog
      title={say`You cannot sign out yet`}
      onClose={question.onDone}
      size="sm"
      footer={
        <>
          <SaveSales sales={sales} />
          <Button onClick={question.onDone}>{say`Stay signed in`}</Button>
        </>
      }
    >
      <p>{salesText(sales)}</p>
      <p>{say`They are sent as soon as this device reaches the server. Answer what was not accepted. If this device cannot be used any more, save the orders as a file, which a manager reads in on another device.`}</p>
    </Dialog>
  );
}
