import { hash } from 'node:crypto';
import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { cents, refuse, say, toDollars, valueOrThrow, type DateText } from '@tiffin/domain/core';
import {
  chainedText,
  checkCode,
  closingText,
  FIRST_HASH,
  INCOMING_KINDS,
  type ClosedShift,
  type ClosingContent,
  MAX_DAYS_BACK,
} from '@tiffin/domain/day';
import { addDays, clockText } from '@tiffin/domain/hours';
import { callOutCode } from '@tiffin/domain/order';
import { authorise, userIdOf, type Actor } from '@tiffin/domain/people';
import {
  businessDayOf,
  compareJournalItems,
  journalDifference,
  journalItemLabel,
  type JournalLine,
} from '@tiffin/domain/stats';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import { requireMoneyScope } from '../../../platform/auth/require-scope.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { sqlList } from '../../../platform/db/sql-lists.ts';
import { announceDay, lockDayOf, markClosedShifts, readPersonName } from '../../drawers/shifts.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { longDateText } from '../../outbox/templates/mail-formats.ts';
import { readNames } from '../../people/read-names.ts';
import { readLocationDay, type LocationDay } from '../../work/read-hours.ts';
import { calculateJournalDay, calculateJournalLines } from '../accounting/read-journal.ts';
import { dayOf } from '../../locations/business-day-sql.ts';
import { paymentsReceived } from '../report/report-rows.ts';
import { readShiftRemarks } from './shift-remarks.ts';
import { readFirstDay, readService } from './closable-days.ts';
import { readOpenThings, readUnfinished } from './open-things.ts';

type ClosingInput = Pick<ValidatedInput<'closeDay'>['body'], 'locationId' | 'date'>;
type ClosingRow = Row<'closings'>;
type WireClosing = ResponseOf<'getClosing'>;

/** Closings are numbered from 1. */
const NO_CLOSING = 0;
/** How many of the last closings are checked for later changes of their days. */
const CHECKED_CLOSINGS = 7;

/** The closing of a day as it was frozen, or as it would be now. */
export async function showClosing(
  context: Context,
  actor: Actor,
  { locationId, date: requested }: Pick<ClosingInput, 'locationId'> & { readonly date?: DateText | undefined },
): Promise<WireClosing> {
  valueOrThrow(authorise('dashboard.read', actor, { locationId }));
  const { db, clock } = context;
  const location = await readLocationDay(db, locationId);
  const today = businessDayOf(clock.now(), location);
  const date = requested ?? today;
  const row = await findClosing(db, locationId, date);
  const previous = await findPrevious(db, locationId, row?.number);
  const content = row ? contentOf(row) : await calculateContent(context, db, { locationId, date }, previous);
  const open = row ? frozenThings(content) : await readOpenThings(db, actor, locationId, clock.now());
  const nameOf = await readNames(db, peopleOf(content, previous));
  const { shifts, currency } = content;
  const remarksOf = await readShiftRemarks(db, { locationId, shifts, currency, nameOf });
  const noteOf = await readShiftNotes(db, row, date, location);
  return {
    date,
    closed: row
      ? {
          number: row.number,
          at: row.at.toISOString(),
          by: nameOf(content.by),
          reason: content.reason,
          hash: row.hash,
          checkCode: checkCode(row.hash),
        }
      : null,
    previous: previous
      ? {
          number: previous.number,
          date: previous.business_day,
          at: previous.at.toISOString(),
          by: nameOf(contentOf(previous).by),
          hash: previous.hash,
        }
      : null,
    open: open.map((thing) => ({ ...thing, amount: thing.amount === null ? null : dollars(thing.amount) })),
    unfinished: row ? [] : await readUnfinished(db, locationId, clock.now()),
    service: row || date !== today ? null : await readService(db, locationId, clock.now()),
    lines: content.lines.map(lineAnswer),
    late: content.late.map((each) => ({ date: each.date, lines: each.lines.map(lineAnswer) })),
    voids: { count: content.voids.count, amount: dollars(content.voids.amount) },
    // Earlier versions did not store it.
    cashOutside: dollars(content.cashOutside ?? 0),
    shifts: shifts.map(({ counts = [], ...shift }) => ({
      ...shift,
      ...noteOf(shift),
      remarks: remarksOf(shift),
      openedBy: nameOf(shift.openedBy),
      closedBy: nameOf(shift.closedBy),
      approvedBy: nameOf(shift.approvedBy),
      float: dollars(shift.float),
      openingDifference: dollars(shift.openingDifference),
      entries: Object.fromEntries(Object.entries(shift.entries).map(([kind, sum]) => [kind, dollars(sum)])),
      late: dollars(shift.late),
      expected: dollars(shift.expected),
      counted: dollars(shift.counted),
      difference: dollars(shift.difference),
      left: dollars(shift.left),
      payOuts: (shift.payOuts ?? []).map((each) => ({ ...each, by: nameOf(each.by), amount: dollars(each.amount) })),
      countedBefore: counts.map(({ at, by, cents: amount }) => ({ at, by: nameOf(by), amount: dollars(amount) })),
    })),
    currency,
    today,
  };
}

/** Closes a day. Closings of a location wait for each other, so that they form one chain without gaps. */
export async function closeDay(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, date, reason }: ValidatedInput<'closeDay'>['body'],
): Promise<ResponseOf<'closeDay'>> {
  valueOrThrow(authorise('drawer.manage', by.actor, { locationId }));
  requireMoneyScope(by.actor);
  await lockDayOf(tx, locationId);
  const now = context.clock.now();
  const location = await readLocationDay(tx, locationId);
  const today = businessDayOf(now, location);
  const closed = await findClosing(tx, locationId, date);
  if (closed) {
    const name = await readPersonName(tx, contentOf(closed).by);
    throw refuse(
      'failed-precondition',
      say`${name} closed it at ${clockText(closed.at, location.zone)}, No. ${closed.number}.`,
      { number: closed.number, hash: closed.hash, closedAt: closed.at.toISOString() },
    );
  }
  const previous = await findPrevious(tx, locationId);
  if (date > today) throw refuse('invalid-argument', say`This day has not begun yet.`, { field: 'date' });
  if (date < addDays(today, -MAX_DAYS_BACK)) {
    throw refuse('invalid-argument', say`This day is more than a year ago. Check the date.`, { field: 'date' });
  }
  if (previous && date < previous.business_day) {
    const message = say`A later day was closed already, No. ${previous.number}. Days are closed in their order.`;
    throw refuse('failed-precondition', message, { field: 'date' });
  }
  const firstDay = await readFirstDay(tx, locationId);
  if (firstDay !== null && date < firstDay) {
    const message = say`This location began on ${longDateText(firstDay)}. Check the date.`;
    throw refuse('invalid-argument', message, { field: 'date' });
  }
  const open = await readOpenThings(tx, by.actor, locationId, now);
  const toDecide = open.filter(({ isMoving }) => !isMoving);
  if (toDecide.length > 0 && !reason) {
    const message =
      toDecide.length === 1
        ? say`1 thing is still open. Say why it stays open.`
        : say`${toDecide.length} things are still open. Say why they stay open.`;
    throw refuse('invalid-argument', message, { field: 'reason', open: toDecide.length });
  }
  const content: ClosingContent = {
    ...(await calculateContent(context, tx, { locationId, date }, previous)),
    at: now.toISOString(),
    by: userIdOf(by.actor),
    reason: reason || null,
    open: open.map(({ kind, id, amount }) => ({ kind, id, amount })),
  };
  const text = closingText(content);
  const previousHash = previous?.hash ?? FIRST_HASH;
  const row = {
    location_id: locationId,
    number: content.number,
    business_day: date,
    at: now,
    content: text,
    previous_hash: previousHash,
    hash: hash('sha256', chainedText(previousHash, text)),
  };
  await tx.insertInto('closings').values(row).execute();
  await markClosedShifts(tx, locationId, content.number, content.shifts);
  await context.reachTestPoint('day.closed');
  await announceDay(context, tx, locationId);
  await recordAuditEntry(tx, { at: now, ...by }, 'close-day', ['closing', `${locationId} ${row.number}`], {
    locationId,
    after: { number: row.number, date, hash: row.hash, reason: reason || undefined },
  });
  return { number: row.number, hash: row.hash };
}

/**
 * What was open when the day was closed. `isMoving` is not stored: after the closing, nothing is left to decide. A drawer
 * and the cash of drivers have no number to show.
 */
const frozenThings = ({ open }: ClosingContent) =>
  open.map(({ kind, id, amount }) => {
    const hasNumber = kind !== 'drawer' && kind !== 'cash';
    return { kind, id, amount, label: hasNumber ? callOutCode(id) : '', isMoving: true };
  });

async function calculateContent(
  context: Context,
  db: Db | Tx,
  { locationId, date }: ClosingInput,
  previous: ClosingRow | undefined,
): Promise<ClosingContent> {
  const { currency } = await readSite(db);
  const { figures, lines } = await calculateJournalDay(db, locationId, date);
  return {
    location: locationId,
    date,
    number: (previous?.number ?? 0) + 1,
    at: context.clock.now().toISOString(),
    by: null,
    reason: null,
    currency,
    lines: sortLines(lines),
    late: await readLateLines(db, locationId),
    voids: figures.voids,
    cashOutside: await readCashOutside(db, locationId, date),
    shifts: await readShiftsToClose(db, locationId, date),
    open: [],
  };
}

const sortLines = (lines: readonly JournalLine[]) => lines.toSorted((a, b) => compareJournalItems(a.item, b.item));

/**
 * How the days of earlier closings changed after they were closed, so that all closings together are the journal. A
 * payment that was being recorded while its day was closed is among these changes.
 */
async function readLateLines(db: Db | Tx, locationId: string): Promise<ClosingContent['late']> {
  const rows = await selectClosings(db, locationId).orderBy('number', 'desc').limit(CHECKED_CLOSINGS).execute();
  const contents = rows.map(contentOf).toReversed();
  const late: { date: DateText; lines: JournalLine[] }[] = [];
  for (const { date, lines } of contents) {
    const lateChanges = contents.flatMap((content) => content.late.filter((each) => each.date === date));
    const booked = [...lines, ...lateChanges.flatMap((each) => each.lines)];
    const difference = journalDifference(await calculateJournalLines(db, locationId, date), booked);
    if (difference.length > 0) late.push({ date, lines: sortLines(difference) });
  }
  return late;
}

/** The cash that was taken outside of all drawers, where there are drawers. Drivers carry theirs until they hand it in. */
async function readCashOutside(db: Db | Tx, locationId: string, date: DateText): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(t.amount + t.tip + t.rounding), 0)::int as sum
    from (${paymentsReceived({ locationIds: [locationId], from: date, to: date })}) t
    where t.tender = 'cash' and not t.is_undone and exists (select from drawers where location_id = ${locationId})
      and not exists (select from drawer_entries where payment_id = t.id)
      and not exists (select from orders where bill_id = t.bill_id and courier is not null)
  `.execute(db);
  return rows[0]?.sum ?? 0;
}

/**
 * The counted shifts of a day that are in no closing yet. A shift belongs to the day on which it was opened, also when
 * it is counted after midnight. Those of earlier days come along, so that each shift is in exactly one closing.
 */
async function readShiftsToClose(db: Db | Tx, locationId: string, date: DateText): Promise<ClosedShift[]> {
  const { rows } = await sql<Omit<ClosedShift, 'openedAt' | 'closedAt'> & { openedAt: Date; closedAt: Date }>`
    select d.name as drawer, s.number, ${dayOf(sql`s.opened_at`)} as day, s.opened_at as "openedAt", s.opened_by as "openedBy", s.float_cents as float,
           s.opening_difference_cents as "openingDifference", s.closed_at as "closedAt", s.closed_by as "closedBy",
           s.expected_cents as expected, s.counted_cents as counted, s.difference_cents as difference,
           s.left_cents as left, s.reason, s.approved_by as "approvedBy", s.counts,
           coalesce((select json_agg(json_build_object('amount', amount_cents, 'reason', reason, 'by', by_id) order by done_at, id)
             from drawer_entries where shift_id = s.id and kind = 'pay-out'), '[]') as "payOuts",
           coalesce((select json_object_agg(kind, sum) from (
             select kind, sum(amount_cents)::int as sum from drawer_entries where shift_id = s.id group by kind) e), '{}') as entries,
           coalesce((select sum(case when kind in (${sqlList(INCOMING_KINDS)}) then amount_cents else -amount_cents end)
             from drawer_entries where shift_id = s.id and late_for is not null), 0)::int as late
    from drawer_shifts s join drawers d on d.id = s.drawer_id join locations l on l.id = s.location_id
    where s.location_id = ${locationId} and s.state = 'closed' and s.closing is null
      and ${dayOf(sql`s.opened_at`)} <= ${date}::date
    order by s.number
  `.execute(db);
  return rows.map((shift) => ({
    ...shift,
    openedAt: shift.openedAt.toISOString(),
    closedAt: shift.closedAt.toISOString(),
  }));
}

/**
 * Returns a function for the note of a shift: that it was opened on another day, or to which closing it was moved from
 * the one that listed it by mistake (`misplaced_in`). Closings of earlier versions do not contain the day of a shift.
 */
async function readShiftNotes(db: Db | Tx, row: ClosingRow | undefined, date: DateText, location: LocationDay) {
  const shifts = db.selectFrom('drawer_shifts').select(['number', 'closing', 'corrected_at as at']);
  const misplaced = shifts.where('location_id', '=', location.id).where('misplaced_in', '=', row?.number ?? NO_CLOSING);
  const corrected = await misplaced.execute();
  return ({ number, openedAt, day = businessDayOf(new Date(openedAt), location) }: ClosedShift) => {
    const { at = null, closing = null } = corrected.find((each) => each.number === number) ?? {};
    const of = longDateText(day);
    if (at === null) return { day, note: day === date ? null : say`Opened on ${of}.` };
    const when = longDateText(businessDayOf(at, location));
    if (closing !== null)
      return { day, note: say`Corrected on ${when}: this drawer belongs to ${of} and is in closing No. ${closing}.` };
    return { day, note: say`Corrected on ${when}: this drawer belongs to ${of} and will be in a later closing.` };
  };
}

function selectClosings(db: Db | Tx, locationId: string) {
  return db.selectFrom('closings').selectAll().where('location_id', '=', locationId);
}

async function findClosing(db: Db | Tx, locationId: string, date: DateText): Promise<ClosingRow | undefined> {
  return selectClosings(db, locationId).where('business_day', '=', date).executeTakeFirst();
}

/** The closing before this number; without a number, the last one. */
async function findPrevious(db: Db | Tx, locationId: string, number?: number): Promise<ClosingRow | undefined> {
  return selectClosings(db, locationId)
    .$if(number !== undefined, (query) => query.where('number', '<', number ?? 0))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

const contentOf = ({ content }: Pick<ClosingRow, 'content'>): ClosingContent => JSON.parse(content) as ClosingContent;

function peopleOf(content: ClosingContent, previous: ClosingRow | undefined) {
  return [
    content.by,
    previous ? contentOf(previous).by : null,
    ...content.shifts.flatMap(({ openedBy, closedBy, approvedBy, counts = [], payOuts = [] }) => [
      openedBy,
      closedBy,
      approvedBy,
      ...[...counts, ...payOuts].map(({ by }) => by),
    ]),
  ];
}

const dollars = (amount: number) => toDollars(cents(amount));
const lineAnswer = ({ item, amount }: JournalLine) => ({
  item,
  label: journalItemLabel(item),
  amount: dollars(amount),
});
