import { randomBytes } from 'node:crypto';
import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { refuse, say, valueOrThrow } from '@tiffin/domain/core';
import { authorise, type Action, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import { VALID_MAKER_SQL } from '../../../platform/auth/screen-key.ts';
import { hashKey } from '../../../platform/auth/secrets.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { lockLocation } from '../../locations/queries.ts';
import { locationIdsOf } from '../../locations/scope.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { orderAnswer } from '../../orders/order-answer.ts';
import { readOpenOrders, readStation, readStations, toStation } from '../stations/read-stations.ts';
import { insertRow } from '../../../platform/db/write-row.ts';
import { pauseReaction } from '../../../platform/events/reactions.ts';
import { notePrintJobs } from './note-print-jobs.ts';
import { addPrintJob, FRESH_MS, PENDING_JOB_SQL, readTicket, TICKET_NEEDED_SQL } from './print-jobs.ts';

type Printer = ResponseOf<'getPrinters'>['printers'][number];

/** A printer polls every few seconds, which is stored once a minute. */
const ONLINE_MS = 3 * 60_000;
/** Printing takes seconds. Later, somebody has to look for the paper. */
const UNCONFIRMED_AFTER_MS = 60_000;
/** The path of each kind, as `mountPrinters` answers it. */
const PATHS = { star: 'cloudprnt', epson: 'epson-print' } as const;

/** SQL condition on the jobs `j` of tickets and receipts that the printer `s` should have confirmed by now. */
function lateJobs(now: Date) {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  return sql`${sql.raw(PENDING_JOB_SQL)} and j.created_at between ${ago(FRESH_MS)} and ${ago(UNCONFIRMED_AFTER_MS)}`;
}

/** The printers that were not removed, as `s`, which the SQL of others expects. */
function printerRows(db: Db | Tx, now: Date) {
  return db
    .selectFrom('printers as s')
    .leftJoin('users as u', 'u.id', 's.set_up_by')
    .selectAll('s')
    .select(['u.name as maker', sql<boolean>`${sql.raw(VALID_MAKER_SQL)}`.as('is_valid')])
    .select(
      sql<number>`(select count(*)::int from print_jobs j where ${sql.raw(PENDING_JOB_SQL)} and sent_at is null)`.as(
        'waiting',
      ),
    )
    .select(
      sql<string[]>`array(
        select order_id from print_jobs j where ${lateJobs(now)} and order_id is not null and sent_at is not null
        order by position)`.as('unconfirmed'),
    )
    .where('s.ended_at', 'is', null)
    .orderBy('s.set_up_at')
    .orderBy('s.id');
}

type PrinterRow = Awaited<ReturnType<ReturnType<typeof printerRows>['execute']>>[number];

function printerAnswer(row: PrinterRow, now: Date): Printer {
  return {
    printerId: row.id,
    locationId: row.location_id,
    name: row.name,
    kind: row.kind,
    prints: row.prints,
    stationId: row.station_id,
    paper: row.paper_mm,
    ownLetters: row.own_letters,
    keyEnd: row.key_end,
    setUpBy: row.maker,
    setUpAt: row.set_up_at.toISOString(),
    lastPolledAt: row.last_polled_at?.toISOString() ?? null,
    isOnline: row.last_polled_at !== null && now.getTime() - row.last_polled_at.getTime() < ONLINE_MS,
    trouble: row.trouble,
    isValid: row.is_valid,
    waiting: row.waiting,
    unconfirmed: row.unconfirmed,
  };
}

/** The printers of a location, the oldest first. */
export async function listPrinters({ db, clock }: Context, actor: Actor, locationId: string): Promise<Printer[]> {
  valueOrThrow(authorise('kitchen.manage-stations', actor, { locationId }));
  const now = clock.now();
  const rows = await printerRows(db, now).where('s.location_id', '=', locationId).execute();
  return rows.map((row) => printerAnswer(row, now));
}

/** The tickets that the kitchen still needs and no printer confirmed, oldest first. */
export async function listUnconfirmedTickets(
  context: Context,
  actor: Actor,
  locationId: string,
): Promise<ResponseOf<'getUnconfirmedTickets'>> {
  const locationIds = await locationIdsOf(context, actor, locationId);
  const { rows } = await sql<ResponseOf<'getUnconfirmedTickets'>['tickets'][number]>`
    select s.id as "printerId", s.location_id as "locationId", s.name, j.order_id as "orderId",
      j.sent_at is not null as "isFetched"
    from printers s join print_jobs j on ${lateJobs(context.clock.now())}
    join orders o on o.id = j.order_id and ${sql.raw(TICKET_NEEDED_SQL)}
    where s.location_id = any(${locationIds}) and s.prints = 'tickets' and s.ended_at is null
    order by j.position
  `.execute(context.db);
  return { tickets: rows };
}

/** The same at all locations, as a number for monitoring. */
export async function countUnconfirmedTickets({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from printers s join print_jobs j on ${lateJobs(clock.now())}
    join orders o on o.id = j.order_id and ${sql.raw(TICKET_NEEDED_SQL)}
    where s.prints = 'tickets' and s.ended_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Creates the address of a printer. Only people do it, because the key ends with the rights of whoever made it. */
export async function addPrinter(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, name, kind, prints, stationId, paper, ownLetters }: ValidatedInput<'addPrinter'>['body'],
): Promise<{ printer: Printer; address: string }> {
  valueOrThrow(authorise('kitchen.manage-stations', by.actor, { locationId }));
  if (by.actor.kind !== 'person') {
    throw refuse('permission-denied', say`A manager or an admin sets up a printer, under their own name.`);
  }
  await pauseReaction(tx, notePrintJobs);
  await lockLocation(tx, locationId);
  const station = stationId == null ? null : await readStation(tx, by.actor, stationId, 'kitchen.manage-stations');
  if (station && (station.location_id !== locationId || prints === 'receipts')) {
    throw refuse('invalid-argument', say`Choose a station of this location, for tickets.`, { field: 'stationId' });
  }
  const [id, now] = [context.ids.uuid(), context.clock.now()];
  const key = randomBytes(18).toString('base64url');
  await insertRow(tx, 'printers', {
    id,
    location_id: locationId,
    name,
    kind,
    prints,
    station_id: station?.id ?? null,
    paper_mm: paper,
    own_letters: ownLetters,
    key_hash: hashKey(key),
    key_end: key.slice(-4),
    set_up_by: by.actor.userId,
    set_up_at: now,
  });
  await recordAuditEntry(tx, { at: now, ...by }, 'add-printer', ['printer', id], {
    locationId,
    after: { name, kind, prints, station: station?.name, paper, ownLetters },
  });
  const row = await printerRows(tx, now).where('s.id', '=', id).executeTakeFirstOrThrow();
  if (prints === 'tickets') await noteEarlierTickets(context, tx, row);
  return { printer: printerAnswer(row, now), address: `${context.publicUrl}/api/${PATHS[kind]}/${key}` };
}

/**
 * The tickets of open orders hang in the kitchen already, so only later changes of them are printed. The reaction is paused
 * until this transaction ends, so each order is noted either here or by its event.
 */
async function noteEarlierTickets(context: Context, tx: Tx, printer: Row<'printers'>): Promise<void> {
  const stations = (await readStations(tx, printer.location_id)).map(toStation);
  for (const row of await readOpenOrders(tx, printer.location_id)) {
    const order = orderAnswer(row, context.clock.now(), context);
    const { linesHere, state } = readTicket(printer, order, stations);
    const job = { printerId: printer.id, orderId: row.id, digest: state };
    if (linesHere.items.length > 0) await addPrintJob(context, tx, job, { isPrinted: true });
  }
}

/** Reads and locks a printer that the actor may use. */
export async function lockPrinter(tx: Tx, actor: Actor, printerId: string, action: Action): Promise<Row<'printers'>> {
  const row = await tx
    .selectFrom('printers')
    .selectAll()
    .where('id', '=', printerId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => refuse('not-found', say`This printer does not exist.`));
  valueOrThrow(authorise(action, actor, { locationId: row.location_id }));
  return row;
}

/** Removes a printer. Its address stops working at once. */
export async function removePrinter(context: Context, tx: Tx, by: Author, printerId: string): Promise<void> {
  const row = await lockPrinter(tx, by.actor, printerId, 'kitchen.manage-stations');
  if (row.ended_at) return;
  const now = context.clock.now();
  await tx.updateTable('printers').set({ ended_at: now }).where('id', '=', printerId).execute();
  await recordAuditEntry(tx, { at: now, ...by }, 'remove-printer', ['printer', printerId], {
    locationId: row.location_id,
    before: { name: row.name },
  });
}
