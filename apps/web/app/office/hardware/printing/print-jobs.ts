import { receiptOf } from '@tiffin/domain/receipt';
import { say } from '@tiffin/domain/core';
import {
  changeSlip,
  kitchenTicket,
  type KitchenOrder,
  type KitchenSlip,
  type Paper,
  type PrintContent,
  receiptRoll,
  type TextStyle,
} from '@tiffin/domain/printing';
import { api, type Answer } from '../../../shared/api/api.ts';
import type { SaleReceipt } from '../../../shared/offline/changes.ts';
import { formatTime } from '../../../ui/format.ts';
import { errorText } from '../../../shared/errors/error-text.ts';
import { toast } from '../../../ui/toasts.ts';
import { runPrintJob, printerState } from './printer-store.ts';
import { texts } from './texts.ts';
import styles from './system-print.module.css';
import { canPrintOverNetwork } from './transports.ts';

/** An order as the board and the till store it. */
export type PrintableOrder = KitchenOrder &
  Pick<
    Answer<'getOrderDetails'>['order'],
    'id' | 'status' | 'orderTime' | 'paymentMethod' | 'receiptUrl' | 'locationInfo' | 'metadata' | 'ticketPrinted'
  >;

/** Prints the ticket, or the slip. It needs only the order itself, so it also prints while offline. */
export function printForKitchen(order: PrintableOrder, paper: 'ticket' | KitchenSlip): Promise<boolean> {
  return runPrintJob(paper === 'ticket' ? kitchenTicket(order) : changeSlip(order, paper));
}

/** Opens the cash drawer that is connected to the receipt printer. Without a printer it does nothing. */
export function openCashDrawer(): Promise<boolean> {
  return runPrintJob((roll) => roll.openDrawer());
}

async function receiptFor(order: PrintableOrder, opensDrawer: boolean): Promise<PrintContent> {
  const query = { orderId: order.orderId, token: order.metadata.orderToken };
  const receipt = receiptOf(await api('getOrderReceipt', { query }), (at, look) =>
    formatTime(at, look, order.locationInfo.timeZone),
  );
  return receiptRoll(receipt, { opensDrawer: opensDrawer && order.paymentMethod === 'cash' });
}

/** The bill of a tab before it is paid. The server records that it was printed. */
export async function printBillWithToast(billId: string, timeZone: string): Promise<void> {
  await printWithToast(
    async () => {
      const { receipt, tab, phoneCode } = await api('printBill', { body: { billId } });
      const content = receiptOf(receipt, (at, look) => formatTime(at, look, timeZone));
      const service = { servedBy: tab.openedBy, guests: receipt.order.tableInfo?.partySize ?? 1, phoneCode };
      return receiptRoll(content, { opensDrawer: false, service });
    },
    () => void printBillWithToast(billId, timeZone),
  );
}

/** Prints the kitchen ticket of an order once more. */
export async function printTicketWithToast(order: PrintableOrder): Promise<void> {
  await printWithToast(
    () => Promise.resolve(kitchenTicket(order)),
    () => void printTicketWithToast(order),
  );
}

/** Prints the receipt of an order; `opensDrawer` also opens the cash drawer, if it is paid in cash. */
export async function printReceiptWithToast(order: PrintableOrder, opensDrawer = false): Promise<void> {
  await printWithToast(
    () => receiptFor(order, opensDrawer),
    () => void printReceiptWithToast(order, opensDrawer),
  );
}

/** Prints the receipt of an order that the server does not know yet. If it is paid, the cash drawer opens. */
export async function printSaleReceiptWithToast(source: SaleReceipt): Promise<void> {
  const { timeZone } = source.order.locationInfo;
  const content = receiptOf(source, (at, look) => formatTime(at, look, timeZone));
  await printWithToast(
    () => Promise.resolve(receiptRoll(content, { opensDrawer: source.order.due === 0 })),
    () => void printSaleReceiptWithToast(source),
  );
}

/** Prints the kitchen ticket of such an order. Returns false if nothing was printed; `onRetry` prints it again. */
export function printSaleTicketWithToast(order: KitchenOrder, onRetry: () => void): Promise<boolean> {
  return printWithToast(() => Promise.resolve(kitchenTicket(order)), onRetry);
}

/** Prints on this device's receipt printer, or through the system's print dialog when there is none. */
async function printWithToast(contentOf: () => Promise<PrintContent>, onRetry: () => void): Promise<boolean> {
  const id = 'printing';
  const { printer } = printerState();
  if (!printer && !hasSystemPrint()) {
    toast.warning(say`This device has no printer yet.`, {
      id,
      description: say`Connect one under Printer, or use the receipt page.`,
    });
    return false;
  }
  const action = { label: say`Try Again`, onClick: onRetry };
  try {
    const content = await contentOf();
    if (!printer) {
      printOnSystem(content);
      return true;
    }
    if (await runPrintJob(content)) {
      toast.success(say`Sent to the printer`, { id });
      return true;
    }
    const { fault } = printerState();
    toast.error(texts.states.out, { id, action, description: fault === null ? undefined : texts.faults[fault] });
  } catch (error) {
    toast.error(say`The receipt could not be read`, { id, action, description: errorText(error) });
  }
  return false;
}

/** The Android app has no print dialog, but reaches network printers. */
const hasSystemPrint = () => !canPrintOverNetwork();

/** Renders the same content in the page and prints it with the system's dialog. */
function printOnSystem(content: PrintContent): void {
  document.querySelector(`.${styles.sheet}`)?.remove();
  const sheet = document.createElement('div');
  sheet.className = styles.sheet ?? '';
  content(paperOn(sheet));
  document.body.append(sheet);
  const root = document.documentElement;
  root.dataset['print'] = 'paper';
  const cleanUp = () => {
    sheet.remove();
    delete root.dataset['print'];
  };
  window.addEventListener('afterprint', cleanUp, { once: true });
  window.print();
}

/** Paper in the page, for the system's dialog, which has neither a cash drawer nor a cutter. */
function paperOn(sheet: HTMLElement): Paper {
  function append(name: string, look: TextStyle, ...words: readonly string[]) {
    const element = document.createElement(name);
    const { size = 'plain', bold, inverted, centred, indent } = look;
    const classes = [size, bold && 'bold', inverted && 'inverted', centred && 'centred', indent && 'indent'];
    element.className = classes.flatMap((each) => (each && styles[each]) || []).join(' ');
    for (const text of words) {
      const part = document.createElement('span');
      part.textContent = text;
      element.append(part);
    }
    sheet.append(element);
    return element;
  }
  return {
    line: (text, look = {}) => void append('p', look, text),
    row: (left, right, look = {}) => append('p', look, left, right).classList.add(styles.row ?? ''),
    rule: () => void append('hr', {}),
    feed: () => void append('br', {}),
    openDrawer: () => {},
    cut: () => {},
    isWhole: () => true,
  };
}
