import { HALIFAX, say } from '@tiffin/domain/core';
import { addDays, openingsOn } from '@tiffin/domain/hours';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import type { Actor } from '@tiffin/domain/people';
import { daysOf, lastReportPeriod, type ReportFrequency, type ReportPeriod } from '@tiffin/domain/stats';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { toActor } from '../../../platform/auth/authenticate.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { inLanguageOf } from '../../../platform/i18n/request-language.ts';
import { openingHoursOf } from '../../locations/location-answer.ts';
import { dayEndsOf, type LocationRow } from '../../locations/queries.ts';
import { queueMessages } from '../../outbox/queue-message.ts';
import { brandOf } from '../../outbox/templates/index.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import type { Report } from '../report/report-answer.ts';
import { showReport } from '../report/show-report.ts';
import { deleteScheduledReport } from './choose-reports.ts';
import { readAttention } from './read-attention.ts';
import { readScheduledLocations } from './read-scheduled-locations.ts';
import { scheduledReportMail } from './report-mail.ts';
import { mayGetReport, readReportRecipients, type ReportRecipient } from './report-recipients.ts';

interface ScheduledReport {
  readonly userId: string;
  readonly locationId: string;
  readonly frequency: ReportFrequency;
  readonly sentThrough: string;
}

/** Mails the reports whose period has ended, of several periods only the last. A report that fails stays due. */
export async function sendScheduledReports(context: Context): Promise<void> {
  const reports: ScheduledReport[] = await context.db
    .selectFrom('scheduled_reports')
    .select(['user_id as userId', 'location_id as locationId', 'frequency', 'sent_through as sentThrough'])
    .orderBy('user_id')
    .execute();
  if (reports.length === 0) return;
  const people = await readReportRecipients(
    context.db,
    reports.map(({ userId }) => userId),
  );
  const failures: unknown[] = [];
  for (const report of reports) {
    try {
      const person = people.find(({ id }) => id === report.userId);
      if (person && mayGetReport(toActor(person), report.locationId)) await sendIfDue(context, person, report);
      // People who left or lost the right get no more reports, also if they come back: then they choose again.
      else await deleteScheduledReport(context.db, report);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some scheduled reports could not be sent');
}

async function sendIfDue(context: Context, person: ReportRecipient, scheduled: ScheduledReport): Promise<void> {
  const { locationId, frequency } = scheduled;
  const actor = toActor(person);
  const locations = await readScheduledLocations(context.db, actor, locationId);
  const period = lastReportPeriod(frequency, context.clock.now(), dayEndsOf(locations));
  if (period === null || period.to <= scheduled.sentThrough) return;
  const site = await readSite(context.db);
  const writeIfWorthwhile = async () => {
    const report = await showReport(context, actor, { locationId, ...period });
    if (isQuiet(report, locations, period)) return null;
    return writeReport(context, { actor, locations, scheduled, report, brand: brandOf(site, context.publicUrl) });
  };
  const mail = await inLanguageOf(person, writeIfWorthwhile, site);
  await transaction(context.db, async (tx) => {
    // Another copy of the server that sends the same report waits here, and then finds it sent.
    const marked = await tx
      .updateTable('scheduled_reports')
      .set({ sent_through: period.to })
      .where('user_id', '=', person.id)
      .where('location_id', '=', locationId)
      .where('frequency', '=', frequency)
      .where('sent_through', '<', sql<string>`${period.to}::date`)
      .returning('user_id')
      .executeTakeFirst();
    if (!marked || !mail) return;
    await queueMessages(tx, context, [
      {
        channel: 'mail',
        to: person.email,
        userId: person.id,
        template: 'scheduled_report',
        subject: mail.subject,
        text: mail.text,
        content: mail.content,
        onceKey: `scheduled_report:${person.id}:${locationId}:${frequency}:${period.to}`,
      },
    ]);
  });
}

/** True if no location was open and nothing was sold, received or returned. Then there is no mail. */
function isQuiet(report: Report, locations: readonly LocationRow[], { from, to }: ReportPeriod): boolean {
  const { orders, received, refunds, voids, tenders } = report;
  const hasMoved = orders > 0 || received !== 0 || refunds !== 0 || voids.count > 0 || tenders.length > 0;
  const days = Array.from({ length: daysOf({ from, to }) }, (_, index) => addDays(from, index));
  return !hasMoved && !locations.some((location) => days.some((day) => isOpenOn(location, day)));
}

function isOpenOn(location: LocationRow, day: string): boolean {
  const hours = openingHoursOf(location);
  return location.is_active && hours.ok && openingsOn(hours.value, day).length > 0;
}

interface ReportParts {
  readonly actor: Actor;
  readonly locations: readonly LocationRow[];
  readonly scheduled: ScheduledReport;
  readonly report: Report;
  readonly brand: ReturnType<typeof brandOf>;
}

async function writeReport(context: Context, { actor, locations, scheduled, report, brand }: ReportParts) {
  const { locationId, frequency } = scheduled;
  const { from, to, locationIds } = report;
  const [first] = locations;
  const zone = first?.time_zone ?? HALIFAX;
  const attention = await readAttention(context, actor, { locationId, locationIds, from, to, zone });
  const officeUrl = `${context.publicUrl}/admin/dashboard`;
  const search = new URLSearchParams({ location: locationId, from, to });
  return scheduledReportMail({
    brand,
    frequency,
    locationName:
      locationId === ALL_LOCATIONS && locations.length !== 1 ? say`all locations` : (first?.name ?? locationId),
    report,
    attention,
    reportUrl: `${officeUrl}?${search}#report`,
    choiceUrl: `${officeUrl}?page=mails#report`,
    officeUrl,
  });
}
