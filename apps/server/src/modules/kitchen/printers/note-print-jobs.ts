import { hash } from 'node:crypto';
import type { WireOrder } from '@tiffin/contract/order/order-answer';
import type { Station } from '@tiffin/domain/kitchen';
import { allergiesOf, portionsToCook } from '@tiffin/domain/order';
import type { Context, Tx } from '../../../context.ts';
import type { Row } from '../../../platform/db/schema.ts';
import type { LoggedEvent } from '../../../platform/events/log.ts';
import type { Reaction } from '../../../platform/events/reactions.ts';
import { readStations, toStation } from '../stations/read-stations.ts';
import { addPrintJob, decideTicketPrint, FRESH_MS, PRINTED_AGAIN } from './print-jobs.ts';

/** Notes what printers have to print: tickets, slips of changes, and the receipt of an order that was paid. */
export const notePrintJobs: Reaction = {
  name: 'print-jobs',
  types: ['order.created', 'order.updated'],
  async react(context, tx, events) {
    const printers = await tx.selectFrom('printers').selectAll().where('ended_at', 'is', null).execute();
    if (printers.length === 0) return;
    const stations = new Map<string, readonly Station[]>();
    for (const event of events) {
      // Every event of an order contains it. The order of an erased event has no status.
      const order = event.data['order'] as WireOrder;
      if (order.status === undefined) continue;
      const { location } = order;
      const stationsHere = stations.get(location) ?? (await readStations(tx, location)).map(toStation);
      stations.set(location, stationsHere);
      for (const printer of printers.filter((each) => each.location_id === event.locationId)) {
        if (printer.prints === 'receipts') await noteReceipt(context, tx, printer, event, order);
        else await noteTicket(context, tx, printer, order, stationsHere);
      }
    }
  },
};

async function noteReceipt(
  context: Context,
  tx: Tx,
  { id: printerId }: Row<'printers'>,
  { type, data }: LoggedEvent,
  order: WireOrder,
): Promise<void> {
  // The guest of an order that was taken offline got the receipt from the device, and has left.
  if (type === 'order.created' && order.offlineNumber) return;
  if (data['payment'] !== 'paid' && !(type === 'order.created' && order.paymentStatus === 'paid')) return;
  const digest = `paid ${order.paidAt}`;
  const noted = tx.selectFrom('print_jobs').select('id').where('printer_id', '=', printerId);
  const same = noted.where('order_id', '=', order.id).where('digest', '=', digest);
  if (!(await same.executeTakeFirst())) await addPrintJob(context, tx, { printerId, orderId: order.id, digest });
}

/** A job prints the order as it is when the printer fetches the job, so one waiting job is enough. */
async function noteTicket(
  context: Context,
  tx: Tx,
  printer: Row<'printers'>,
  order: WireOrder,
  stations: readonly Station[],
): Promise<void> {
  const [printerId, orderId] = [printer.id, order.id];
  const { linesHere, before, print, state } = await decideTicketPrint(tx, printer, order, stations);
  if (print === 'ticket' && !before && order.ticketPrinted) {
    await addPrintJob(context, tx, { printerId, orderId, digest: state }, { isPrinted: true });
    return;
  }
  if (print === null) {
    await tx
      .deleteFrom('print_jobs')
      .where('printer_id', '=', printerId)
      .where('order_id', '=', orderId)
      .where('sent_at', 'is', null)
      .where('digest', '<>', PRINTED_AGAIN)
      .execute();
    return;
  }
  if (print === 'ticket' && before?.digest === digestOfPreviousVersion(order, linesHere.items)) return;
  const waiting = await tx
    .selectFrom('print_jobs')
    .select('id')
    .where('printer_id', '=', printerId)
    .where('order_id', '=', orderId)
    .where('sent_at', 'is', null)
    .where('position', '>', before?.position ?? 0)
    .where('created_at', '>', new Date(context.clock.now().getTime() - FRESH_MS))
    .executeTakeFirst();
  if (!waiting) await addPrintJob(context, tx, { printerId, orderId, digest: UNFETCHED });
}

/** What servers of the previous version store about a ticket. The next version no longer needs this. */
function digestOfPreviousVersion(order: WireOrder, items: WireOrder['items']): string {
  const dishes = items.map((item) => [item.line, portionsToCook(item), item.spiceLevelId, item.note, item.options]);
  const sum = hash('sha256', JSON.stringify([dishes, allergiesOf(order), order.specialInstructions]), 'base64url');
  return `${items.some((item) => portionsToCook(item) > 0) ? 'cook' : 'stop'} ${sum.slice(0, 20)}`;
}

/** Servers of the previous version do not hand out a job whose digest begins like this once its order is cancelled. */
const UNFETCHED = 'cook ';
