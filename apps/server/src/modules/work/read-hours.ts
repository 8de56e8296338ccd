import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { cents, refuse, say, toDollars, valueOrThrow, type DateText } from '@tiffin/domain/core';
import { MAX_TIP_PERIOD_DAYS, workShifts, type WorkEntry, type WorkShift } from '@tiffin/domain/day';
import { addDays } from '@tiffin/domain/hours';
import { authorise, isAccountant, userIdOf, type Actor } from '@tiffin/domain/people';
import { businessDayOf, daysOf, type ReportPeriod } from '@tiffin/domain/stats';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../context.ts';
import type { Row } from '../../platform/db/schema.ts';
import { colleaguesAt } from '../people/pins.ts';

interface StoredWorkEntry extends WorkEntry {
  readonly row: Row<'work_entries'>;
}

type StoredShift = WorkShift<StoredWorkEntry>;

const entryOf = (row: Row<'work_entries'>): StoredWorkEntry => ({
  id: row.id,
  personId: row.person_id,
  kind: row.kind,
  at: row.done_at,
  endsAt: row.ends_at,
  corrects: row.corrects,
  writtenAt: row.at,
  row,
});

/** The latest shifts of a person, wherever they worked. */
export async function readShiftsOfPerson(
  db: Db | Tx,
  personId: string,
  since: Date,
  now: Date,
): Promise<StoredShift[]> {
  const { rows } = await sql<Row<'work_entries'>>`
    select * from work_entries e where person_id = ${personId}
      and (done_at >= ${since} or exists (select from work_entries c where c.corrects = e.id and c.done_at >= ${since}))
  `.execute(db);
  return workShifts(rows.map(entryOf), now);
}

/** How far clocking out, or a correction, is from the day on which a shift began. */
const MARGIN_DAYS = 3;

/** The shifts that began at a location in a period of business days, those without minutes too. */
export async function readShifts(
  db: Db | Tx,
  location: LocationDay,
  { from, to }: ReportPeriod,
  now: Date,
): Promise<(StoredShift & { readonly day: DateText })[]> {
  const { rows } = await sql<Row<'work_entries'>>`
    select * from work_entries where location_id = ${location.id}
      and done_at >= ${addDays(from, -MARGIN_DAYS)}::date and done_at < ${addDays(to, MARGIN_DAYS + 1)}::date
  `.execute(db);
  return workShifts(rows.map(entryOf), now)
    .map((shift) => ({ ...shift, day: businessDayOf(shift.from, location) }))
    .filter(({ day }) => day >= from && day <= to);
}

export interface LocationDay {
  readonly id: string;
  readonly name: string;
  readonly zone: string;
  readonly hour: number | null;
  readonly today: DateText;
}

export async function readLocationDay(db: Db | Tx, locationId: string, now: Date): Promise<LocationDay> {
  const row = await db
    .selectFrom('locations')
    .select(['id', 'name', 'time_zone', 'day_end_hour'])
    .where('id', '=', locationId)
    .executeTakeFirst();
  if (!row) throw refuse('location-not-found');
  const location = { id: row.id, name: row.name, zone: row.time_zone, hour: row.day_end_hour };
  return { ...location, today: businessDayOf(now, location) };
}

export function requireShortPeriod({ from, to }: ReportPeriod): void {
  if (from > to)
    throw refuse('invalid-argument', say`The start is after the end. Please swap the dates.`, { field: 'from' });
  if (daysOf({ from, to }) > MAX_TIP_PERIOD_DAYS) {
    throw refuse('invalid-argument', say`Please choose at most ${MAX_TIP_PERIOD_DAYS} days.`, { field: 'to' });
  }
}

/** True if the person sees the hours and tips of all; others see their own. */
export const seesAll = (actor: Actor, locationId: string) =>
  isAccountant(actor) || authorise('work.manage', actor, { locationId }).ok;

export async function readNames(
  db: Db | Tx,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string | null> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', [...ids, ''])
    .execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? null : (names.get(id) ?? null));
}

export async function listHours(
  context: Context,
  actor: Actor,
  { locationId, ...period }: ValidatedInput<'getHours'>['query'],
): Promise<ResponseOf<'getHours'>> {
  valueOrThrow(authorise('work.read', actor, { locationId }));
  requireShortPeriod(period);
  const now = context.clock.now();
  const { db } = context;
  const location = await readLocationDay(db, locationId, now);
  const all = seesAll(actor, locationId);
  const ownId = userIdOf(actor);
  const shifts = (await readShifts(db, location, period, now)).filter(({ personId }) => all || personId === ownId);
  const own = ownId === null ? [] : await readShiftsOfPerson(db, ownId, addDaysTo(now, -1), now);
  const people = await colleaguesAt(db, [locationId]);
  const terms = await db
    .selectFrom('pay_terms')
    .selectAll()
    .where('user_id', 'in', [...people.map(({ userId }) => userId), ''])
    .execute();
  const nameOf = await readNames(
    db,
    shifts.flatMap(({ personId, correction }) => [personId, correction?.row.by_id ?? null]),
  );
  return {
    shifts: shifts.map((shift) => ({
      shiftId: shift.id,
      userId: shift.personId,
      name: nameOf(shift.personId) ?? '',
      date: shift.day,
      from: shift.from.toISOString(),
      to: shift.to?.toISOString() ?? null,
      minutes: shift.minutes,
      isForgotten: shift.isForgotten,
      correction: shift.correction && {
        reason: shift.correction.row.reason ?? '',
        by: nameOf(shift.correction.row.by_id),
        at: shift.correction.writtenAt.toISOString(),
      },
    })),
    isAtWork: findRunning(own) !== undefined,
    people: people.map(({ userId, name, tries }) => {
      const visible = all || userId === ownId ? terms.find((each) => each.user_id === userId) : undefined;
      const rate = visible?.hourly_rate_cents ?? null;
      return {
        userId,
        name,
        hourlyRate: rate === null ? null : toDollars(cents(rate)),
        tipPoints: visible?.tip_points ?? 0,
        hasPin: tries !== null,
      };
    }),
    today: location.today,
  };
}

const DAY_MS = 24 * 60 * 60_000;
export const addDaysTo = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS);

export function findRunning(shifts: readonly StoredShift[]): StoredShift | undefined {
  return shifts.findLast(({ to, isForgotten }) => to === null && !isForgotten);
}
