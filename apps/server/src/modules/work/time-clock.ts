import { REQUEST_LIMITS, type ResponseOf, type ValidatedInput } from '@tiffin/contract';
import { refuse, say, valueOrThrow } from '@tiffin/domain/core';
import { findOverlap, MAX_DAYS_BACK, MAX_SHIFT_HOURS, minutesWorked, wasEnteredLater } from '@tiffin/domain/day';
import { clockText } from '@tiffin/domain/hours';
import { authorise, userIdOf, workLocationIdsOf, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import type { ChangeUseCase, HandlerRequest } from '../../platform/http/implement.ts';
import { countLimitUses } from '../../platform/http/rate-limiter.ts';
import { doneAtOf } from '../drawers/record-cash.ts';
import { announceDay } from '../drawers/shifts.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { findActingPerson, type Person } from '../people/manager-approval.ts';
import { checkPinWithLog, requireColleague } from '../people/pins.ts';
import { isRunning, readLocationDay, readShiftsOfPerson } from './read-hours.ts';
import { insertRow } from '../../platform/db/write-row.ts';

type ClockBody = ValidatedInput<'clockOut'>['body'];
type ClockRequest = Pick<HandlerRequest<'clockIn'>, 'context' | 'actor' | 'from' | 'c' | 'body'>;

/** Who clocks in or out: the caller, or on a shared tablet a colleague with their PIN. Checked before anything is written. */
export async function findClockingPerson({ body: { pin, userId }, ...request }: ClockRequest): Promise<Person> {
  const person = await findActingPerson(request);
  if (person.kind !== 'person') throw refuse('failed-precondition', say`People clock in and out themselves.`);
  if (userId !== undefined && userId !== person.userId) {
    throw refuse('permission-denied', say`Another person has unlocked this tablet since. A manager can add the hours.`);
  }
  if (pin !== undefined) {
    await countLimitUses(request.context, [REQUEST_LIMITS.managersPin, person.userId]);
    await checkPinWithLog(request.context, { userId: person.userId, pin }, request);
  }
  return person;
}

/** Records that a person begins or ends their work. What a device recorded offline has the time of the device. */
export async function clockInOrOut(
  context: Context,
  tx: Tx,
  by: Author,
  person: Person,
  kind: 'in' | 'out',
  body: ClockBody,
): Promise<ResponseOf<'clockIn'>> {
  const locationId = body.locationId ?? onlyLocationOf(by.actor);
  valueOrThrow(authorise('work.read', by.actor, { locationId }));
  const now = context.clock.now();
  const { zone } = await readLocationDay(tx, locationId);
  await lockHoursOf(tx, person.userId);
  const doneAt = doneAtOf(by, now);
  const running = (await readShiftsOfPerson(tx, person.userId, doneAt, now)).findLast(isRunning);
  // What an offline device sends late may arrive before the entry of another device that began or ended the shift.
  const isLate = doneAt < now;
  if (kind === 'in' && running && !isLate) {
    throw refuse('failed-precondition', say`${person.name} is at work since ${clockText(running.from, zone)}.`);
  }
  if (kind === 'out' && !running && !isLate) {
    throw refuse('failed-precondition', say`${person.name} is not at work. A manager can add the hours.`);
  }
  await insertEntry(context, tx, by, {
    person_id: person.userId,
    location_id: kind === 'out' ? (running?.start.location_id ?? locationId) : locationId,
    kind,
    done_at: doneAt,
    declared_cash_cents: kind === 'out' ? (body.declaredCash ?? null) : null,
  });
  if (wasEnteredLater({ at: now, done_at: doneAt })) {
    const after = { kind, doneAt: doneAt.toISOString(), doneBy: person.name };
    await recordAuditEntry(tx, { at: now, ...by }, 'clock-later', ['work', person.userId], { locationId, after });
  }
  const minutes = kind === 'in' ? null : running ? minutesWorked(running.from, doneAt) : 0;
  return { userId: person.userId, name: person.name, at: doneAt.toISOString(), minutes };
}

/** Replaces the times of a shift, or adds one. What was clocked stays. */
export const correctHours: ChangeUseCase<'correctHours'> = async (
  context,
  tx,
  by,
  { locationId, userId, shiftId, reason, ...times },
) => {
  valueOrThrow(authorise('work.manage', by.actor, { locationId }));
  const now = context.clock.now();
  const [from, to] = [new Date(times.from), new Date(times.to)];
  const { zone } = await readLocationDay(tx, locationId);
  if (to < from) throw refuse('invalid-argument', say`The end is before the start.`, { field: 'to' });
  if (to > now) throw refuse('invalid-argument', say`This time has not come yet.`, { field: 'to' });
  if (minutesWorked(from, to) > MAX_SHIFT_HOURS * 60) {
    throw refuse('invalid-argument', say`A shift has at most ${MAX_SHIFT_HOURS} hours.`, { field: 'to' });
  }
  if (now.getTime() - from.getTime() > MAX_DAYS_BACK * 24 * 60 * 60_000) {
    throw refuse('invalid-argument', say`This day is more than a year ago. Check the date.`, { field: 'from' });
  }
  await lockHoursOf(tx, userId);
  const shifts = await readShiftsOfPerson(tx, userId, from, now);
  const shift = shifts.find(({ id }) => id === shiftId);
  if (!shift) await requireColleague(tx, locationId, userId);
  const isNear = shift && Math.abs(from.getTime() - shift.start.done_at.getTime()) <= MAX_SHIFT_HOURS * 60 * 60_000;
  if (shiftId && (!isNear || shift.start.location_id !== locationId)) {
    throw refuse('not-found', say`This shift is not at this location and time. Add another shift instead.`);
  }
  const other = to > from && findOverlap(shifts, { id: shift?.id ?? null, from, to });
  if (other) {
    throw refuse('failed-precondition', say`There is another shift since ${clockText(other.from, zone)}.`, {
      field: 'from',
    });
  }
  const id = await insertEntry(context, tx, by, {
    person_id: userId,
    location_id: locationId,
    kind: 'correction',
    done_at: from,
    ends_at: to,
    corrects: shift?.id ?? null,
    reason,
  });
  await recordAuditEntry(tx, { at: now, ...by }, 'correct-hours', ['work', userId], {
    locationId,
    before: shift && { from: shift.from.toISOString(), to: shift.to?.toISOString() ?? null },
    after: { from: from.toISOString(), to: to.toISOString(), reason },
  });
  return { shiftId: shift?.id ?? id };
};

interface NewEntry {
  readonly person_id: string;
  readonly location_id: string;
  readonly kind: 'in' | 'out' | 'correction';
  readonly done_at: Date;
  readonly ends_at?: Date;
  readonly corrects?: string | null;
  readonly reason?: string;
  readonly declared_cash_cents?: number | null;
}

/** Stores an entry with the pay rate, tip points and job of today. Owners and managers get no part of a pool. */
async function insertEntry(context: Context, tx: Tx, by: Author, entry: NewEntry): Promise<string> {
  const person = await tx
    .selectFrom('users')
    .leftJoin('pay_terms', 'user_id', 'id')
    .select(['role', 'hourly_rate_cents', 'tip_points', 'job_title'])
    .where('id', '=', entry.person_id)
    .executeTakeFirstOrThrow();
  const id = context.ids.uuid();
  await insertRow(tx, 'work_entries', {
    id,
    ...entry,
    rate_cents: person.hourly_rate_cents,
    tip_points: person.role === 'staff' ? (person.tip_points ?? 0) : null,
    job_title: person.job_title,
    by_id: userIdOf(by.actor),
    at: context.clock.now(),
  });
  await announceDay(context, tx, entry.location_id);
  return id;
}

/** Two requests about one person wait for each other, also at two locations. */
async function lockHoursOf(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`hours ${userId}`}, 0))`.execute(tx);
}

function onlyLocationOf(actor: Actor): string {
  const [only, ...others] = workLocationIdsOf(actor) ?? [];
  if (only === undefined || others.length > 0) {
    throw refuse('invalid-argument', say`Please choose a location.`, { field: 'locationId' });
  }
  return only;
}
