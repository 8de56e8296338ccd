import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { addCents, cents, refuse, toDollars, valueOrThrow, type Cents, type DateText } from '@tiffin/domain/core';
import { labourCost, minutesByHour, workShifts, type WorkShift } from '@tiffin/domain/day';
import { addDays } from '@tiffin/domain/hours';
import { authorise, isAccountant, userIdOf, type Actor } from '@tiffin/domain/people';
import { allocate } from '@tiffin/domain/pricing';
import { businessDayOf, reportPeriodProblem, type ReportPeriod } from '@tiffin/domain/stats';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../context.ts';
import type { Row } from '../../platform/db/schema.ts';
import { colleaguesAt } from '../people/pins.ts';
import { readNames } from '../people/read-names.ts';

type StoredShift = WorkShift<Row<'work_entries'>>;
export type ShiftOfDay = StoredShift & { readonly day: DateText };

const DAY_MS = 24 * 60 * 60_000;

/** The shifts of a person from two days before, wherever they worked. */
export async function readShiftsOfPerson(db: Db | Tx, personId: string, at: Date, now: Date): Promise<StoredShift[]> {
  const since = new Date(at.getTime() - 2 * DAY_MS);
  const entries = await db
    .selectFrom('work_entries')
    .selectAll()
    .where('person_id', '=', personId)
    .where('done_at', '>=', since)
    .execute();
  return workShifts(entries, now);
}

/** True if the person is still at work. */
export const isRunning = ({ to, isForgotten }: StoredShift) => to === null && !isForgotten;

/** The shifts that began at a location in a period of business days, those without minutes too. */
export async function readShifts(
  db: Db | Tx,
  location: LocationDay,
  { from, to }: ReportPeriod,
  now: Date,
): Promise<ShiftOfDay[]> {
  const entries = await db
    .selectFrom('work_entries')
    .selectAll()
    .where('location_id', '=', location.id)
    // Wider than the period: clocking out and corrections are at most a day from the start, and a day has its own zone.
    .where(sql<boolean>`done_at >= ${addDays(from, -3)}::date and done_at < ${addDays(to, 4)}::date`)
    .execute();
  return workShifts(entries, now)
    .map((shift) => ({ ...shift, day: businessDayOf(shift.from, location) }))
    .filter(({ day }) => day >= from && day <= to);
}

/** A location with what decides its business days. */
export interface LocationDay {
  readonly id: string;
  readonly zone: string;
  readonly hour: number | null;
}

/** Refuses an unknown location. */
export async function readLocationDay(db: Db | Tx, locationId: string): Promise<LocationDay> {
  const row = await db
    .selectFrom('locations')
    .select(['id', 'time_zone as zone', 'day_end_hour as hour'])
    .where('id', '=', locationId)
    .executeTakeFirst();
  if (!row) throw refuse('location-not-found');
  return row;
}

/** Checks who reads hours or tips. Returns whose they see: managers and accountants those of all, others their own. */
export function requireWorkReader(actor: Actor, { locationId, ...period }: ValidatedInput<'getHours'>['query']) {
  valueOrThrow(authorise('work.read', actor, { locationId }));
  const problem = reportPeriodProblem(period);
  if (problem) throw refuse(problem.code, problem.message, problem.details);
  const seesAll = isAccountant(actor) || authorise('work.manage', actor, { locationId }).ok;
  return (personId: string) => seesAll || personId === userIdOf(actor);
}

/** The shifts of a period, and the people of the location with their rates as far as the actor may see them. */
export async function listHours(
  { db, clock }: Context,
  actor: Actor,
  query: ValidatedInput<'getHours'>['query'],
): Promise<ResponseOf<'getHours'>> {
  const isVisible = requireWorkReader(actor, query);
  const now = clock.now();
  const location = await readLocationDay(db, query.locationId);
  const shifts = (await readShifts(db, location, query, now)).filter(({ personId }) => isVisible(personId));
  const today = businessDayOf(now, location);
  const running = (await readShifts(db, location, { from: addDays(today, -1), to: today }, now)).filter(isRunning);
  const people = await colleaguesAt(db, [location.id]);
  const terms = await db.selectFrom('pay_terms').selectAll().execute();
  const personIds = shifts.flatMap(({ personId, correction }) => [personId, correction?.by_id ?? null]);
  const nameOf = await readNames(db, personIds);
  return {
    shifts: shifts.map(({ id, personId, day, from, to, correction, declaredCash, isEnteredLater, ...shift }) => ({
      shiftId: id,
      userId: personId,
      name: nameOf(personId) ?? '',
      date: day,
      from: from.toISOString(),
      to: to?.toISOString() ?? null,
      minutes: shift.minutes,
      isForgotten: shift.isForgotten,
      declaredCash: declaredCash && toDollars(declaredCash),
      enteredLater: isEnteredLater || undefined,
      correction: correction && { reason: correction.reason ?? '', by: nameOf(correction.by_id) ?? '' },
    })),
    people: people.map(({ userId, name, role, tries }) => {
      const payTerms = isVisible(userId) ? terms.find((each) => each.user_id === userId) : undefined;
      const rate = payTerms?.hourly_rate_cents ?? null;
      return {
        userId,
        name,
        hasPin: tries !== null,
        atWorkSince: running.find(({ personId }) => personId === userId)?.from.toISOString() ?? null,
        hourlyRate: rate === null ? null : toDollars(cents(rate)),
        tipPoints: payTerms?.tip_points ?? 0,
        jobTitle: payTerms?.job_title ?? null,
        sharesTips: role === 'staff',
      };
    }),
  };
}

interface Labour {
  readonly minutes: number;
  readonly cost: Cents;
}

/** What people worked on each business day and in each hour, at the rates they had then. */
export async function readLabour(tx: Tx, locationIds: readonly string[], period: ReportPeriod, now: Date) {
  const [days, hours] = [new Map<string, Labour>(), new Map<string, Labour>()];
  const add = (to: Map<string, Labour>, key: string, minutes: number, cost: Cents) => {
    const known = to.get(key);
    to.set(key, { minutes: minutes + (known?.minutes ?? 0), cost: addCents(cost, known?.cost ?? cents(0)) });
  };
  for (const locationId of locationIds) {
    const location = await readLocationDay(tx, locationId);
    for (const shift of await readShifts(tx, location, period, now)) {
      if (shift.minutes === 0) continue;
      const cost = labourCost(shift.minutes, cents((shift.correction ?? shift.start).rate_cents ?? 0));
      add(days, shift.day, shift.minutes, cost);
      const parts = minutesByHour(shift, location.zone);
      const minutesOfParts = parts.map(({ minutes }) => minutes);
      const costs = allocate(cost, minutesOfParts);
      for (const [index, { hour, minutes }] of parts.entries())
        add(hours, String(hour), minutes, costs[index] ?? cents(0));
    }
  }
  const answerOf = (labour: Map<string, Labour>, order: (a: string, b: string) => number) =>
    [...labour]
      .toSorted(([a], [b]) => order(a, b))
      .map(([key, { minutes, cost }]) => ({ key, minutes, pay: toDollars(cost) }));
  return {
    day: answerOf(days, (a, b) => (a < b ? -1 : 1)),
    hour: answerOf(hours, (a, b) => Number(a) - Number(b)),
  };
}
