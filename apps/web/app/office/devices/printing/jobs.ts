import type { KitchenChange } from '@tiffin/domain/order';
import { changeSlip, kitchenTicket, type KitchenOrder, receiptRoll } from './printed-tickets.ts';
import { receiptOf } from '@tiffin/domain/receipt';
import { api, type Answer } from '../../../shared/api/api.ts';
import { formatTime } from '../../../ui/format.ts';
import { wordsFor } from '../../../shared/errors/words.ts';
import { toast } from '../../../ui/toasts.ts';
import { print, printerState } from './printer-store.ts';
import type { Writing } from './roll.ts';
import { hasSystemPrint, printOnSystem } from './system-print.ts';
import { texts } from './texts.ts';

/** An order as the board and the till have it. */
export type PrintableOrder = KitchenOrder &
  Pick<
    Answer<'getOrderDetails'>['order'],
    'id' | 'status' | 'orderTime' | 'paymentMethod' | 'receiptUrl' | 'locationInfo' | 'metadata'
  >;

/** From the order alone: it also prints while the connection is down. */
export function printKitchenTicket(order: PrintableOrder): Promise<boolean> {
  return print(kitchenTicket(order));
}

export function printChangeSlip(order: PrintableOrder, change: KitchenChange): Promise<boolean> {
  return print(changeSlip(order, change));
}

async function receiptFor(order: PrintableOrder, opensDrawer: boolean): Promise<Writing> {
  const query = { orderId: order.orderId, token: order.metadata.orderToken };
  const receipt = receiptOf(await api('getOrderReceipt', { query }), (at, look) =>
    formatTime(at, look, order.locationInfo.timeZone),
  );
  return receiptRoll(receipt, { opensDrawer: opensDrawer && order.paymentMethod === 'cash' });
}

/** Prints what was pressed and says how it went. */
export async function ticketPressed(order: PrintableOrder): Promise<void> {
  await said(
    () => Promise.resolve(kitchenTicket(order)),
    () => void ticketPressed(order),
  );
}

export async function receiptPressed(order: PrintableOrder, opensDrawer = false): Promise<void> {
  await said(
    () => receiptFor(order, opensDrawer),
    () => void receiptPressed(order, opensDrawer),
  );
}

/** On the receipt printer of this device; where there is none, through the print dialog of its system. */
async function said(job: () => Promise<Writing>, again: () => void): Promise<void> {
  const id = 'printing';
  const { printer } = printerState();
  if (!printer && !hasSystemPrint()) {
    toast.warning(texts.noneYet, { id, description: texts.noneYetText });
    return;
  }
  const action = { label: texts.tryAgain, onClick: again };
  try {
    const writing = await job();
    if (!printer) {
      printOnSystem(writing);
      return;
    }
    if (await print(writing)) {
      toast.success(texts.sent, { id });
      return;
    }
    const { fault } = printerState();
    toast.error(texts.states.out, { id, action, ...(fault !== null && { description: texts.faults[fault] }) });
  } catch (error) {
    toast.error(texts.noReceipt, { id, action, description: wordsFor(error) });
  }
}
