import { kitchenTicket, type KitchenOrder, receiptRoll } from './paper.ts';
import { receiptOf } from '@tiffin/domain/receipt';
import { api, type Answer } from '../../../shared/api/api.ts';
import { formatTime } from '../../../ui/format.ts';
import { wordsFor } from '../../../shared/errors/words.ts';
import { toast } from '../../../ui/toasts.ts';
import { print, printerState } from './printer-store.ts';
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

async function printReceipt(order: PrintableOrder, opensDrawer: boolean): Promise<boolean> {
  const query = { orderId: order.orderId, token: order.metadata.orderToken };
  const receipt = receiptOf(await api('getOrderReceipt', { query }), (at, look) =>
    formatTime(at, look, order.locationInfo.timeZone),
  );
  return print(receiptRoll(receipt, { opensDrawer: opensDrawer && order.paymentMethod === 'cash' }));
}

/** Prints what was pressed and says how it went. */
export async function ticketPressed(order: PrintableOrder): Promise<void> {
  await said(
    () => printKitchenTicket(order),
    () => void ticketPressed(order),
  );
}

export async function receiptPressed(order: PrintableOrder, opensDrawer = false): Promise<void> {
  await said(
    () => printReceipt(order, opensDrawer),
    () => void receiptPressed(order, opensDrawer),
  );
}

async function said(job: () => Promise<boolean>, again: () => void): Promise<void> {
  const id = 'printing';
  if (!printerState().printer) {
    toast.warning(texts.noneYet, { id, description: texts.noneYetText });
    return;
  }
  const action = { label: texts.tryAgain, onClick: again };
  try {
    if (await job()) {
      toast.success(texts.sent, { id });
      return;
    }
    const { fault } = printerState();
    toast.error(texts.states.out, { id, action, ...(fault !== null && { description: texts.faults[fault] }) });
  } catch (error) {
    toast.error(texts.noReceipt, { id, action, description: wordsFor(error) });
  }
}
