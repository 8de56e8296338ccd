import { say } from '@tiffin/domain/core';
import {
  encodeEscPos,
  encodeStar,
  kitchenTicket,
  receiptRoll,
  testPage,
  type PrintContent,
} from '@tiffin/domain/printing';
import { receiptOf } from '@tiffin/domain/receipt';
import type { Context } from '../../../context.ts';
import { VALID_MAKER_SQL } from '../../../platform/auth/screen-key.ts';
import { hashKey } from '../../../platform/auth/secrets.ts';
import { prepared } from '../../../platform/db/prepared-statements.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { inRestaurantLanguage } from '../../../platform/i18n/request-language.ts';
import { orderAnswer } from '../../ordering/orders/order-answer.ts';
import { findOrder } from '../../ordering/orders/queries.ts';
import { readReceipt } from '../../ordering/orders/read-receipt.ts';
import { timeText } from '../../ordering/orders/receipt-pdf.ts';
import { readStations, toStation } from '../stations/read-stations.ts';
import { itemsAt } from './note-print-jobs.ts';

/** A ticket is useless hours later, when a printer is switched on again. */
const FRESH_MS = 2 * 3_600_000;
const KEPT_MS = 7 * 86_400_000;
const NOTED_EVERY_MS = 60_000;

export interface PollingPrinter extends Pick<Row<'printers'>, 'id' | 'kind' | 'prints' | 'station_id' | 'location_id'> {
  readonly last_polled_at: Date | null;
  readonly trouble: string | null;
  /** The oldest job that waits. */
  readonly job_id: string | null;
}

/** One statement, because printers ask several times a second. */
const readPolling = prepared<PollingPrinter>(
  'polling-printer',
  `select s.id, s.kind, s.prints, s.station_id, s.location_id, s.last_polled_at, s.trouble, (
     select j.id from print_jobs j where j.printer_id = s.id and j.sent_at is null and j.created_at > $2
     order by j.position limit 1) as job_id
   from printers s join locations l on l.id = s.location_id and l.deleted_at is null
   where s.key_hash = $1 and s.ended_at is null and ${VALID_MAKER_SQL}`,
);

/** The printer with this key, or null. Notes that it asked, and what it says about itself if that is known. */
export async function pollingPrinter(
  { db, clock }: Context,
  key: string,
  trouble?: string | null,
): Promise<PollingPrinter | null> {
  const now = clock.now();
  const { rows } = await readPolling(db, [hashKey(key), new Date(now.getTime() - FRESH_MS)]);
  const [printer] = rows;
  if (!printer) return null;
  const isNoted = printer.last_polled_at && now.getTime() - printer.last_polled_at.getTime() < NOTED_EVERY_MS;
  if (!isNoted || (trouble !== undefined && trouble !== printer.trouble)) {
    const state = { last_polled_at: now, ...(trouble !== undefined && { trouble }) };
    await db.updateTable('printers').set(state).where('id', '=', printer.id).execute();
  }
  return printer;
}

/**
 * Hands a job out, once: a printer that loses its power afterwards does not print it again, because dishes would be
 * cooked twice, and a missing ticket is still on the board. Null if there is nothing to print.
 */
export async function takePrintJob(
  context: Context,
  printer: PollingPrinter,
  jobId: string,
): Promise<Uint8Array | null> {
  const { db, clock } = context;
  const job = await db
    .updateTable('print_jobs')
    .set({ sent_at: clock.now() })
    .where('id', '=', jobId)
    .where('printer_id', '=', printer.id)
    .where('sent_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  const content = job && (await contentOf(context, printer, job));
  if (!content) return null;
  return inRestaurantLanguage(() => (printer.kind === 'star' ? encodeStar(content) : encodeEscPos(content)));
}

/** The printer printed it, or could not: then it waits for the printer again. With neither, it stays unconfirmed. */
export async function settlePrintJob({ db, clock }: Context, printerId: string, jobId: string, isPrinted: boolean) {
  await db
    .updateTable('print_jobs')
    .set(isPrinted ? { printed_at: clock.now() } : { sent_at: null })
    .where('id', '=', jobId)
    .where('printer_id', '=', printerId)
    .where('printed_at', 'is', null)
    .execute();
}

async function contentOf(
  context: Context,
  printer: PollingPrinter,
  { id, order_id: orderId }: Row<'print_jobs'>,
): Promise<PrintContent | null> {
  if (orderId === null) return testPage;
  const row = await findOrder(context.db, orderId);
  if (!row) return null;
  if (printer.prints === 'receipts') {
    const receipt = await readReceipt(context, orderId, context.linkKeys('receipt', orderId));
    const zone = receipt.order.locationInfo.timeZone;
    return receiptRoll(
      inRestaurantLanguage(() => receiptOf(receipt, (at, look) => timeText(at, look, zone))),
      { opensDrawer: false },
    );
  }
  const order = orderAnswer(row, context.clock.now(), context);
  const stations = (await readStations(context.db, printer.location_id)).map(toStation);
  const earlier = await context.db
    .selectFrom('print_jobs')
    .select('id')
    .where('printer_id', '=', printer.id)
    .where('order_id', '=', orderId)
    .where('id', '<>', id)
    .where('sent_at', 'is not', null)
    .executeTakeFirst();
  const ticket = kitchenTicket({ ...order, items: itemsAt(printer.station_id, order, stations) });
  return (roll) => {
    // An older ticket may still hang in the kitchen.
    if (earlier) roll.line(say`REPLACES AN EARLIER TICKET`, { size: 'tall', bold: true, centred: true });
    ticket(roll);
  };
}

export async function deleteOldPrintJobs({ db, clock }: Context): Promise<void> {
  await db
    .deleteFrom('print_jobs')
    .where('created_at', '<', new Date(clock.now().getTime() - KEPT_MS))
    .execute();
}
