import { REQUEST_LIMITS, type ResponseOf, type ValidatedInput } from '@tiffin/contract';
import { refuse, say, valueOrThrow } from '@tiffin/domain/core';
import { findOverlap, MAX_SHIFT_HOURS, minutesWorked } from '@tiffin/domain/day';
import { clockText } from '@tiffin/domain/hours';
import { authorise, userIdOf, workLocationIdsOf, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { countLimitUses } from '../../platform/http/rate-limiter.ts';
import { doneAtOf } from '../drawers/record-cash.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { findColleagueByPin, type Person } from '../people/manager-approval.ts';
import { checkPinWithLog, requireColleague } from '../people/pins.ts';
import { addDaysTo, findRunning, readLocationDay, readShiftsOfPerson } from './read-hours.ts';

type ClockBody = ValidatedInput<'clockIn'>['body'];

/** Who clocks in or out: the caller, or on a shared tablet a colleague with their PIN. Checked before anything is written. */
export async function findClockingPerson(
  context: Context,
  { actor, from }: Author<RequestOrigin>,
  { pin, userId }: ClockBody,
): Promise<Person> {
  if (actor.kind !== 'person') throw refuse('permission-denied', say`People clock in and out themselves.`);
  if (userId !== undefined && userId !== actor.userId) {
    if (pin === undefined) throw refuse('invalid-argument', say`Please enter your PIN.`, { field: 'pin' });
    return findColleagueByPin({ context, actor, from }, { userId, pin });
  }
  if (pin !== undefined) {
    await countLimitUses(context, [REQUEST_LIMITS.managersPin, actor.userId]);
    await checkPinWithLog(context, { userId: actor.userId, pin }, { actor, from });
  }
  return actor;
}

/** Records that a person begins or ends their work. What a device did offline counts when it was done. */
export async function clock(
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
  const { zone } = await readLocationDay(tx, locationId, now);
  await lockHoursOf(tx, person.userId);
  const doneAt = doneAtOf(by, now);
  const running = findRunning(await readShiftsOfPerson(tx, person.userId, addDaysTo(doneAt, -1), now));
  // A change that waited may come before the one that began or ended the same shift on another device.
  const isLate = doneAt < now;
  if (kind === 'in' && running && !isLate) {
    throw refuse('failed-precondition', say`${person.name} is at work since ${clockText(running.from, zone)}.`);
  }
  if (kind === 'out' && !running && !isLate) {
    throw refuse('failed-precondition', say`${person.name} is not at work. A manager can add the hours.`);
  }
  await insertEntry(context, tx, by, {
    person_id: person.userId,
    location_id: kind === 'out' ? (running?.start.row.location_id ?? locationId) : locationId,
    kind,
    done_at: doneAt,
  });
  const minutes = kind === 'out' && running ? minutesWorked(running.from, doneAt) : 0;
  return { userId: person.userId, name: person.name, at: doneAt.toISOString(), minutes };
}

/** Replaces the times of a shift, or adds one. What was clocked stays. */
export async function correctHours(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, userId, shiftId, from: fromText, to: toText, reason }: ValidatedInput<'correctHours'>['body'],
): Promise<ResponseOf<'correctHours'>> {
  valueOrThrow(authorise('work.manage', by.actor, { locationId }));
  const now = context.clock.now();
  const [from, to] = [new Date(fromText), new Date(toText)];
  if (to < from) throw refuse('invalid-argument', say`The end is before the start.`, { field: 'to' });
  if (to > now) throw refuse('invalid-argument', say`This time has not come yet.`, { field: 'to' });
  if (minutesWorked(from, to) > MAX_SHIFT_HOURS * 60) {
    throw refuse('invalid-argument', say`A shift has at most ${MAX_SHIFT_HOURS} hours.`, { field: 'to' });
  }
  await lockHoursOf(tx, userId);
  const shifts = await readShiftsOfPerson(tx, userId, addDaysTo(from, -2), now);
  const shift = shiftId ? shifts.find(({ id }) => id === shiftId) : undefined;
  if (shiftId && (!shift || shift.start.row.location_id !== locationId)) {
    throw refuse('not-found', say`This shift is not known here. Load the page again.`);
  }
  if (shift && Math.abs(from.getTime() - shift.start.at.getTime()) > MAX_SHIFT_HOURS * 60 * 60_000) {
    throw refuse('invalid-argument', say`A correction is for the same day. Add another shift instead.`, {
      field: 'from',
    });
  }
  if (!shift) await requireColleague(tx, locationId, userId);
  const { zone } = await readLocationDay(tx, locationId, now);
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
    ...(shift && { before: { from: shift.from.toISOString(), to: shift.to?.toISOString() ?? null } }),
    after: { from: from.toISOString(), to: to.toISOString(), reason },
  });
  return { shiftId: shift?.id ?? id };
}

interface NewEntry {
  readonly person_id: string;
  readonly location_id: string;
  readonly kind: 'in' | 'out' | 'correction';
  readonly done_at: Date;
  readonly ends_at?: Date;
  readonly corrects?: string | null;
  readonly reason?: string;
}

async function insertEntry(context: Context, tx: Tx, by: Author, entry: NewEntry): Promise<string> {
  const terms = await tx
    .selectFrom('pay_terms')
    .select('hourly_rate_cents')
    .where('user_id', '=', entry.person_id)
    .executeTakeFirst();
  const id = context.ids.uuid();
  const written = { by_id: userIdOf(by.actor), at: context.clock.now(), rate_cents: terms?.hourly_rate_cents ?? null };
  await tx
    .insertInto('work_entries')
    .values({ id, ...entry, ...written })
    .execute();
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
