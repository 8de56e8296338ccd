import { userIdOf, type Actor } from '@tiffin/domain/people';
import type { ViewingKind } from '@tiffin/domain/stats';
import type { Context } from '../../../context.ts';
import { snapshotTransaction, transaction } from '../../../platform/db/transaction.ts';
import type { Report } from '../report/report-answer.ts';
import { readReportAnswer, requireReportLocations, type ReportInput } from '../report/show-report.ts';
import { readRememberedRows, rememberViewing } from './remember-viewing.ts';

/** The report for a file. A person who downloads it can compare with it later. Programs remember nothing. */
export async function exportReport(
  context: Context,
  actor: Actor,
  input: ReportInput,
  kind: Exclude<ViewingKind, 'page'>,
): Promise<Report> {
  const locations = await requireReportLocations(context, actor, input);
  const userId = userIdOf(actor);
  const period = { ...input, page: 'report' as const, locationIds: locations.map(({ id }) => id) };
  const { report, rows } = await snapshotTransaction(context.db, async (tx) => ({
    report: await readReportAnswer(tx, locations, input),
    rows: userId === null ? null : await readRememberedRows(tx, period),
  }));
  if (userId !== null && rows) {
    const viewing = { userId, kind, period, at: context.clock.now(), position: report.position };
    await transaction(context.database.db, (tx) => rememberViewing(tx, viewing, rows));
  }
  return report;
}
