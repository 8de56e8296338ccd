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
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { VALID_MAKER_SQL } from '../../../platform/auth/screen-key.ts';
import { hashKey } from '../../../platform/auth/secrets.ts';
import { prepared } from '../../../platform/db/prepared-statements.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { inRestaurantLanguage } from '../../../platform/i18n/request-language.ts';
import { orderAnswer } from '../../orders/order-answer.ts';
import { findOrder } from '../../orders/queries.ts';
import { readReceipt } from '../../orders/read-receipt.ts';
import { timeText } from '../../orders/receipt-pdf.ts';
import { readStations, toStation } from '../stations/read-stations.ts';
import { itemsAt } from './note-print-jobs.ts';

/** A ticket is useless hours later, when a printer is switched on again. */
export const FRESH_MS = 2 * 3_600_000;
/** A slow download is not offered a second time. Later the printer lost the ticket. */
const LEASE_MS = 30_000;
/** A printer that never confirms must not print each ticket many times. After two downloads a person decides. */
const MAX_ATTEMPTS = 2;
const KEPT_MS = 7 * 86_400_000;
const NOTED_EVERY_MS = 60_000;

export interface PollingPrinter extends Pick<Row<'printers'>, 'id' | 'kind' | 'prints' | 'station_id' | 'location_id'> {
  readonly last_polled_at: Date | null;
  readonly trouble: string | null;
  /** The oldest job that waits, or was fetched and not confirmed. */
  readonly job_id: string | null;
}

/**
 * Whether the printer `s` still has to confirm the job `j` as printed. A later job of the same order replaces an earlier
 * one, and a ticket that says what to cook is not printed for the first time after its order was cancelled.
 */
export const PENDING_JOB_SQL = `j.printer_id = s.id and j.printed_at is null and not exists (
  select from print_jobs newer
  where newer.printer_id = s.id and newer.order_id = j.order_id and newer.position > j.position)
  and (j.sent_at is not null or j.digest not like 'cook %' or not exists (
    select from orders cancelled where cancelled.id = j.order_id and cancelled.status = 'cancelled'))`;

/** Whether the kitchen still needs the ticket of the order `o`. */
export const TICKET_NEEDED_SQL = `o.status in ('pending', 'preparing')`;

/** One statement, because printers ask several times a second. */
const readPolling = prepared<PollingPrinter>(
  'polling-printer',
  `select s.id, s.kind, s.prints, s.station_id, s.location_id, s.last_polled_at, s.trouble, (
     select j.id from print_jobs j left join orders o on o.id = j.order_id
     where ${PENDING_JOB_SQL} and j.created_at > $2 and (j.sent_at is null
       or j.sent_at <= $3 and coalesce(j.attempts, 1) < ${MAX_ATTEMPTS}
         and (s.prints = 'receipts' or j.order_id is null or ${TICKET_NEEDED_SQL}))
     order by j.position limit 1) as job_id
   from printers s join locations l on l.id = s.location_id and l.deleted_at is null
   where s.key_hash = $1 and s.ended_at is null and ${VALID_MAKER_SQL}`,
);

export async function findPollingPrinter({ db, clock }: Context, key: string): Promise<PollingPrinter | undefined> {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  const { rows } = await readPolling(db, [hashKey(key), ago(FRESH_MS), ago(LEASE_MS)]);
  return rows[0];
}

/** Notes that a printer asked, and what it says about itself if that is known. */
export async function notePoll({ db, clock }: Context, printer: PollingPrinter, trouble?: string | null) {
  const now = clock.now();
  const isNoted = printer.last_polled_at && now.getTime() - printer.last_polled_at.getTime() < NOTED_EVERY_MS;
  if (!isNoted || (trouble !== undefined && trouble !== printer.trouble)) {
    const state = { last_polled_at: now, ...(trouble !== undefined && { trouble }) };
    await db.updateTable('printers').set(state).where('id', '=', printer.id).execute();
  }
}

/**
 * Hands a job out. It stays until the printer confirms it: a ticket that is printed twice says so, but nobody cooks one
 * that is missing. Null if there is nothing to print.
 */
export async function takePrintJob(
  context: Context,
  printer: PollingPrinter,
  jobId: string,
): Promise<Uint8Array | null> {
  const { db, clock } = context;
  const job = await db
    .updateTable('print_jobs')
    .set({
      sent_at: clock.now(),
      // Copies of an earlier version count no attempts.
      attempts: sql`coalesce(attempts, case when sent_at is null then 0 else 1 end) + 1`,
    })
    .where('id', '=', jobId)
    .where('printer_id', '=', printer.id)
    .where('printed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  const content = job && (await contentOf(context, printer, job));
  if (!content) return null;
  return inRestaurantLanguage(() => (printer.kind === 'star' ? encodeStar(content) : encodeEscPos(content)));
}

/** A job that failed waits until the printer can print again. A rejected one waits for a person. */
type PrintOutcome = 'printed' | 'failed' | 'rejected';

export async function settlePrintJob({ db, clock }: Context, printerId: string, jobId: string, outcome: PrintOutcome) {
  const changes = {
    printed: { printed_at: clock.now() },
    failed: { sent_at: null, attempts: null },
    rejected: { attempts: MAX_ATTEMPTS },
  };
  await db
    .updateTable('print_jobs')
    .set(changes[outcome])
    .where('id', '=', jobId)
    .where('printer_id', '=', printerId)
    .where('printed_at', 'is', null)
    .execute();
}

async function contentOf(
  context: Context,
  printer: PollingPrinter,
  { id, order_id: orderId, attempts }: Row<'print_jobs'>,
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
    // The printer may have printed it before its connection broke.
    if ((attempts ?? 1) > 1) roll.line(say`PRINTED AGAIN`, { size: 'tall', bold: true, centred: true });
    ticket(roll);
  };
}

export async function deleteOldPrintJobs({ db, clock }: Context): Promise<void> {
  await db
    .deleteFrom('print_jobs')
    .where('created_at', '<', new Date(clock.now().getTime() - KEPT_MS))
    .execute();
}
