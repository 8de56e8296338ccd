import type { WireOrder } from '@tiffin/contract/order/order-answer';
import { say } from '@tiffin/domain/core';
import { stationOf, type Station } from '@tiffin/domain/kitchen';
import {
  changeSlip,
  decidePrint,
  kitchenTicket,
  printedStateOf,
  receiptRoll,
  testPage,
  type PrintContent,
} from '@tiffin/domain/printing';
import { receiptOf } from '@tiffin/domain/receipt';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
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
import { encodeForPrinter } from './encode-for-printer.ts';

/** A ticket is useless hours later, when a printer is switched on again. */
export const FRESH_MS = 2 * 3_600_000;
/** A ticket that is being downloaded is not offered again. After this time the printer has lost it. */
const LEASE_MS = 30_000;
/** A printer that never confirms must not print each ticket many times. After two downloads a person decides. */
const MAX_ATTEMPTS = 2;
const RETENTION_MS = 7 * 86_400_000;
/** A printer polls every few seconds, and each write costs something. */
const POLL_STORED_EVERY_MS = 60_000;

type PrinterColumn = 'id' | 'kind' | 'prints' | 'station_id' | 'location_id' | 'paper_mm' | 'own_letters';

export interface PollingPrinter extends Pick<Row<'printers'>, PrinterColumn> {
  readonly last_polled_at: Date | null;
  /** What the printer reports about itself, such as no paper; null if nothing is wrong. */
  readonly trouble: string | null;
  /** The oldest job that waits, or was fetched and not confirmed. */
  readonly job_id: string | null;
}

/** The jobs `j` that the printer `s` has not confirmed as printed. A later job of the same order replaces an earlier one. */
export const PENDING_JOB_SQL = `j.printer_id = s.id and j.printed_at is null and not exists (
  select from print_jobs newer
  where newer.printer_id = s.id and newer.order_id = j.order_id and newer.position > j.position)`;

/** Whether the kitchen still needs the ticket of the order `o`. */
export const TICKET_NEEDED_SQL = `o.status in ('pending', 'preparing')`;

/**
 * The printer with the hash of a key $1, and its next job: one after $2 that it did not fetch, or fetched before $3 and
 * did not confirm. One statement, because printers ask several times a second.
 */
const readPolling = prepared<PollingPrinter>(
  'polling-printer',
  `select s.id, s.kind, s.prints, s.station_id, s.location_id, s.paper_mm, s.own_letters, s.last_polled_at,
     s.trouble, (
     select j.id from print_jobs j left join orders o on o.id = j.order_id
     where ${PENDING_JOB_SQL} and j.created_at > $2 and (j.sent_at is null
       or j.sent_at <= $3 and coalesce(j.attempts, 1) < ${MAX_ATTEMPTS}
         and (s.prints = 'receipts' or j.order_id is null or ${TICKET_NEEDED_SQL} or o.status = 'cancelled'))
     order by j.position limit 1) as job_id
   from printers s join locations l on l.id = s.location_id and l.deleted_at is null
   where s.key_hash = $1 and s.ended_at is null and ${VALID_MAKER_SQL}`,
);

/** The printer with this key in its address, and its next job. */
export async function findPollingPrinter({ db, clock }: Context, key: string): Promise<PollingPrinter | undefined> {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  const { rows } = await readPolling(db, [hashKey(key), ago(FRESH_MS), ago(LEASE_MS)]);
  return rows[0];
}

/** Stores that a printer polled, and its trouble; without one, the poll did not report about it. */
export async function notePoll({ db, clock }: Context, printer: PollingPrinter, trouble?: string | null) {
  const now = clock.now();
  const isStored = printer.last_polled_at && now.getTime() - printer.last_polled_at.getTime() < POLL_STORED_EVERY_MS;
  if (!isStored || (trouble !== undefined && trouble !== printer.trouble)) {
    await db.updateTable('printers').set({ last_polled_at: now, trouble }).where('id', '=', printer.id).execute();
  }
}

/**
 * Hands a job out. The job stays until the printer confirms it, because a ticket printed twice is harmless and a missing one
 * is not. Null if there is nothing to print.
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
      // Servers of an earlier version do not count attempts.
      attempts: sql`coalesce(attempts, case when sent_at is null then 0 else 1 end) + 1`,
    })
    .where('id', '=', jobId)
    .where('printer_id', '=', printer.id)
    .where('printed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  const content = job && (await contentOf(context, printer, job));
  if (!content) {
    if (job) await db.deleteFrom('print_jobs').where('id', '=', job.id).execute();
    return null;
  }
  return encodeForPrinter(printer, content);
}

/** A job that failed waits until the printer can print again. A rejected one waits for a person. */
type PrintOutcome = 'printed' | 'failed' | 'rejected';

/** Stores what the printer reported about a job. */
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
  { id, order_id: orderId, digest, attempts }: Row<'print_jobs'>,
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
  const { linesHere, before, print, state } = await decideTicketPrint(context.db, printer, order, stations, id);
  const isReprint = digest.startsWith(PRINTED_AGAIN);
  // Paper that was not confirmed may be missing, so a slip with the rest would not be enough.
  const due = print && before?.printed_at === null ? decidePrint(linesHere, UNKNOWN_STATE) : print;
  const paper = isReprint ? 'ticket' : due;
  if (!paper) return null;
  const newDigest = { digest: `${isReprint ? PRINTED_AGAIN : ''}${state}` };
  await context.db.updateTable('print_jobs').set(newDigest).where('id', '=', id).execute();
  const content = paper === 'ticket' ? kitchenTicket(linesHere) : changeSlip(linesHere, paper);
  return (roll) => {
    const title = (text: string) => roll.line(text, { size: 'tall', bold: true, centred: true });
    // An older ticket may still hang in the kitchen.
    if (paper === 'ticket' && before) title(say`REPLACES AN EARLIER TICKET`);
    // The printer may have printed it before its connection broke.
    if ((attempts ?? 1) > 1) title(say`PRINTED AGAIN`);
    content(roll);
  };
}

/** A printed state that says nothing, so that a whole ticket is due. */
const UNKNOWN_STATE = '';

/** The digest of a ticket is its printed state, behind this if a person had it printed again. */
export const PRINTED_AGAIN = 'again ';

/**
 * What a printer still has to print of an order (`print`), what its papers then say (`state`), and the last job that
 * it fetched (`before`).
 */
export async function decideTicketPrint(
  db: Db | Tx,
  printer: Pick<Row<'printers'>, 'id' | 'station_id'>,
  order: WireOrder,
  stations: readonly Station[],
  /** The job that is fetched now, perhaps again; it is not the job before. */
  jobId = '',
) {
  const before = await db
    .selectFrom('print_jobs')
    .select(['digest', 'position', 'printed_at'])
    .where('printer_id', '=', printer.id)
    .where('order_id', '=', order.id)
    .where('id', '<>', jobId)
    .where('sent_at', 'is not', null)
    .orderBy('position', 'desc')
    .executeTakeFirst();
  const { linesHere, state } = readTicket(printer, order, stations);
  const printed = before?.digest.replace(PRINTED_AGAIN, '') ?? null;
  return { linesHere, before, state, print: inRestaurantLanguage(() => decidePrint(linesHere, printed, order.items)) };
}

/** The lines of an order that a printer prints, and what its ticket says. */
export function readTicket(
  { station_id: stationId }: Pick<Row<'printers'>, 'station_id'>,
  order: WireOrder,
  stations: readonly Station[],
) {
  const isHere = (item: WireOrder['items'][number]) => stationOf(item, stations)?.id === stationId;
  const linesHere = stationId === null ? order : { ...order, items: order.items.filter(isHere) };
  // A state compares texts, so they are always in one language.
  return { linesHere, state: inRestaurantLanguage(() => printedStateOf(linesHere)) };
}

/** Adds a job; `isPrinted` is for a ticket that hangs in the kitchen already. */
export async function addPrintJob(
  { ids, clock }: Pick<Context, 'ids' | 'clock'>,
  tx: Tx,
  job: { readonly printerId: string; readonly orderId: string | null; readonly digest: string },
  { isPrinted = false }: { readonly isPrinted?: boolean } = {},
): Promise<void> {
  const now = clock.now();
  await tx
    .insertInto('print_jobs')
    // The id has at most 30 letters and digits, which is what Epson allows.
    .values({
      id: ids.uuid().replaceAll('-', '').slice(0, 30),
      printer_id: job.printerId,
      order_id: job.orderId,
      digest: job.digest,
      created_at: now,
      sent_at: isPrinted ? now : null,
      printed_at: isPrinted ? now : null,
    })
    .execute();
}

/** Deletes the jobs that are too old to be looked at. */
export async function deleteOldPrintJobs({ db, clock }: Context): Promise<void> {
  await db
    .deleteFrom('print_jobs')
    .where('created_at', '<', new Date(clock.now().getTime() - RETENTION_MS))
    .execute();
}
