import { hash } from 'node:crypto';
import type { WireOrder } from '@tiffin/contract/order/order-answer';
import { stationOf, type Station } from '@tiffin/domain/kitchen';
import { allergiesOf, portionsToCook } from '@tiffin/domain/order';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import type { Row } from '../../../platform/db/schema.ts';
import type { LoggedEvent } from '../../../platform/events/log.ts';
import type { Reaction } from '../../../platform/events/reactions.ts';
import { readStations, toStation } from '../stations/read-stations.ts';

/**
 * Notes what printers have to print: the ticket of a new order, again when what the kitchen must know has changed, and
 * the receipt of an order that was paid.
 */
export const notePrintJobs: Reaction = {
  name: 'print-jobs',
  types: ['order.created', 'order.updated'],
  async react(context, tx, events) {
    const printers = await tx.selectFrom('printers').selectAll().where('ended_at', 'is', null).execute();
    if (printers.length === 0) return;
    const stations = new Map<string, readonly Station[]>();
    for (const event of events) {
      const order = event.data['order'] as WireOrder;
      const here = printers.filter(
        (printer) => printer.location_id === event.locationId && printer.set_up_at <= event.at,
      );
      // What was erased has no status.
      if (order.status === undefined || here.length === 0) continue;
      const { location } = order;
      const known = stations.get(location) ?? (await readStations(tx, location)).map(toStation);
      stations.set(location, known);
      for (const printer of here)
        await notePrintJob(context, tx, printer, event, digestFor(printer, event, order, known));
    }
  },
};

/** A digest of what is printed: another one is another ticket. Null if nothing is to be printed. */
function digestFor(
  printer: Row<'printers'>,
  { type, data }: LoggedEvent,
  order: WireOrder,
  stations: readonly Station[],
): string | null {
  if (printer.prints === 'receipts') {
    const isPaid = data['payment'] === 'paid' || (type === 'order.created' && order.paymentStatus === 'paid');
    return isPaid ? `paid ${order.paidAt}` : null;
  }
  if (order.status !== 'pending' && order.status !== 'preparing') return null;
  const items = itemsAt(printer.station_id, order, stations);
  if (items.length === 0) return null;
  const dishes = items.map((item) => [item.line, portionsToCook(item), item.spiceLevelId, item.note, item.options]);
  const sum = hash('sha256', JSON.stringify([dishes, allergiesOf(order), order.specialInstructions]), 'base64url');
  return `${items.some((item) => portionsToCook(item) > 0) ? 'cook' : 'stop'} ${sum.slice(0, 20)}`;
}

/** The lines of a station; all lines without one. */
export function itemsAt(stationId: string | null, { items }: WireOrder, stations: readonly Station[]) {
  return stationId === null ? items : items.filter((item) => stationOf(item, stations)?.id === stationId);
}

/** Notes a job unless the last one of this order was the same. A ticket that was not fetched yet is replaced. */
async function notePrintJob(
  { ids, clock }: Context,
  tx: Tx,
  { id: printerId }: Row<'printers'>,
  { data }: LoggedEvent,
  digest: string | null,
): Promise<void> {
  if (digest === null) return;
  const orderId = (data['order'] as WireOrder).id;
  const last = await tx
    .selectFrom('print_jobs')
    .select(['id', 'digest', 'sent_at'])
    .where('printer_id', '=', printerId)
    .where('order_id', '=', orderId)
    .where('digest', 'not like', `${PRINTED_AGAIN}%`)
    .orderBy('position', 'desc')
    .executeTakeFirst();
  if (last?.digest === digest || (!last && digest.startsWith('stop'))) return;
  if (last?.sent_at === null)
    await tx
      .deleteFrom('print_jobs')
      .where('id', '=', last.id)
      .where(sql<boolean>`sent_at is null`)
      .execute();
  await addPrintJob({ ids, clock }, tx, { printerId, orderId, digest });
}

/** Begins the digest of what a person had printed once more. */
export const PRINTED_AGAIN = 'again ';

export async function addPrintJob(
  { ids, clock }: Pick<Context, 'ids' | 'clock'>,
  tx: Tx,
  {
    printerId,
    orderId,
    digest,
  }: { readonly printerId: string; readonly orderId: string | null; readonly digest: string },
): Promise<void> {
  await tx
    .insertInto('print_jobs')
    // Epson allows 30 letters and digits.
    .values({
      id: ids.uuid().replaceAll('-', '').slice(0, 30),
      printer_id: printerId,
      order_id: orderId,
      digest,
      created_at: clock.now(),
    })
    .execute();
}
