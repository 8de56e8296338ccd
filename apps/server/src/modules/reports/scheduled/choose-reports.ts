import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { HALIFAX, localDate, refuse, say, valueOrThrow } from '@tiffin/domain/core';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { authorise, isAdmin, isActorOwner, userIdOf, type Actor } from '@tiffin/domain/people';
import { lastReportPeriod, MAX_SCHEDULED_REPORTS } from '@tiffin/domain/stats';
import type { Context, Db, Tx } from '../../../context.ts';
import { toActor } from '../../../platform/auth/authenticate.ts';
import { hasScopeOfKey } from '../../../platform/auth/require-scope.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { dayEndsOf } from '../../locations/queries.ts';
import { requireLocations } from '../../people/require-locations.ts';
import { readScheduledLocations } from './read-scheduled-locations.ts';
import { locationsOfRecipient, mayGetReport, readReportRecipients, type ReportRecipient } from './report-recipients.ts';

type Choice = ValidatedInput<'addScheduledReport'>['body'];
type Answer = ResponseOf<'getScheduledReports'>;

/** Everybody who can get reports for an admin, otherwise the actor alone. A key that may not read people sees nobody. */
export async function showScheduledReports({ db }: { readonly db: Db | Tx }, actor: Actor): Promise<Answer> {
  const people = await readReportRecipients(db, idsOfVisiblePeople(actor));
  const reports = await db
    .selectFrom('scheduled_reports')
    .select(['user_id', 'location_id', 'frequency'])
    .where('user_id', 'in', [...people.map(({ id }) => id), ''])
    .orderBy('location_id')
    .orderBy('frequency')
    .execute();
  return {
    people: people.map((person) => ({
      userId: person.id,
      name: person.name,
      email: person.email,
      role: person.role,
      locationIds: locationsOfRecipient(person),
      reports: reports
        .filter((report) => report.user_id === person.id)
        .map((report) => ({ locationId: report.location_id, frequency: report.frequency })),
    })),
  };
}

/** Null for everybody. */
function idsOfVisiblePeople(actor: Actor): string[] | null {
  if (isAdmin(actor) && hasScopeOfKey(actor, 'people:read')) return null;
  const own = userIdOf(actor);
  return own !== null && isActorOwner(actor, own) ? [own] : [];
}

/** Mails a report from the next period on. Choosing it again changes nothing. */
export async function addScheduledReport(context: Context, { actor, from }: Author<RequestOrigin>, choice: Choice) {
  const { userId, locationId, frequency } = choice;
  valueOrThrow(authorise('report.schedule', actor, { ownerId: userId }));
  return transaction(context.db, async (tx) => {
    // Locked, so that two requests together cannot exceed the limit.
    await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    const [person] = await readReportRecipients(tx, [userId]);
    if (!person) throw refuse('not-found', say`This person cannot see the report. Choose a manager or an admin.`);
    await requireReportLocation(tx, person, locationId);
    const now = context.clock.now();
    const locations = await readScheduledLocations(tx, toActor(person), locationId);
    const period = lastReportPeriod(frequency, now, dayEndsOf(locations));
    const inserted = await tx
      .insertInto('scheduled_reports')
      .values({
        user_id: userId,
        location_id: locationId,
        frequency,
        sent_through: period?.to ?? localDate(now, HALIFAX),
        chosen_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (inserted) {
      await requireFewReports(tx, userId);
      await recordChoice(context, tx, { actor, from }, choice, 'add-scheduled-report');
    }
    return showScheduledReports({ db: tx }, actor);
  });
}

/** Stops mailing a report. Stopping it again changes nothing. */
export async function removeScheduledReport(
  context: Context,
  { actor, from }: Author<RequestOrigin>,
  choice: Choice,
): Promise<Answer> {
  valueOrThrow(authorise('report.schedule', actor, { ownerId: choice.userId }));
  return transaction(context.db, async (tx) => {
    if (await deleteScheduledReport(tx, choice))
      await recordChoice(context, tx, { actor, from }, choice, 'remove-scheduled-report');
    return showScheduledReports({ db: tx }, actor);
  });
}

/** Deletes the choice of a report. Returns whether there was one. */
export async function deleteScheduledReport(db: Db | Tx, { userId, locationId, frequency }: Choice): Promise<boolean> {
  const deleted = await db
    .deleteFrom('scheduled_reports')
    .where('user_id', '=', userId)
    .where('location_id', '=', locationId)
    .where('frequency', '=', frequency)
    .returning('user_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

async function requireReportLocation(tx: Tx, person: ReportRecipient, locationId: string): Promise<void> {
  if (!mayGetReport(toActor(person), locationId)) {
    throw refuse('permission-denied', say`This person does not work at this location.`, { field: 'locationId' });
  }
  if (locationId !== ALL_LOCATIONS) await requireLocations(tx, [locationId]);
}

async function requireFewReports(tx: Tx, userId: string): Promise<void> {
  const reports = await tx.selectFrom('scheduled_reports').select('frequency').where('user_id', '=', userId).execute();
  if (reports.length > MAX_SCHEDULED_REPORTS) {
    throw refuse('failed-precondition', say`A person can get at most ${MAX_SCHEDULED_REPORTS} reports by mail.`);
  }
}

async function recordChoice(
  context: Context,
  tx: Tx,
  { actor, from }: Author<RequestOrigin>,
  { userId, locationId, frequency }: Choice,
  action: 'add-scheduled-report' | 'remove-scheduled-report',
): Promise<void> {
  await recordAuditEntry(tx, { at: context.clock.now(), actor, from }, action, ['user', userId], {
    locationId: locationId === ALL_LOCATIONS ? null : locationId,
    [action === 'add-scheduled-report' ? 'after' : 'before']: { location: locationId, frequency },
  });
}

/** Deletes the reports that a person chose, and the times at which they viewed figures, which earlier versions stored. */
export async function deleteReportsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('scheduled_reports').where('user_id', '=', userId).execute();
  await tx.deleteFrom('figure_viewings').where('user_id', '=', userId).execute();
}
