import { getReport, getReportCsv, getReportPdf, getReportRows } from '@tiffin/contract/reports';
import { readSite } from '../modules/settings/site.ts';
import { reportCsv } from '../modules/reporting/report/report-csv.ts';
import { reportPdf } from '../modules/reporting/report/report-pdf.ts';
import { showReport } from '../modules/reporting/report/show-report.ts';
import { showReportRows } from '../modules/reporting/report/show-report-rows.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';

export const reportRoutes: readonly ImplementedCall[] = [
  implement(getReport, ({ context, actor, query }) => showReport(context, actor, query)),

  implement(getReportRows, ({ context, actor, query }) => showReportRows(context, actor, query)),

  implement(getReportCsv, async ({ context, actor, query, c }) => {
    const report = await showReport(context, actor, query);
    return c.body(reportCsv(report), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="report-${report.from}-${report.to}.csv"`,
      'cache-control': 'no-store',
    });
  }),

  implement(getReportPdf, async ({ context, actor, query, c }) => {
    const report = await showReport(context, actor, query);
    const { name: restaurant } = await readSite(context.db);
    const locations = await context.db
      .selectFrom('locations')
      .select('name')
      .where('id', 'in', [...report.locationIds, ''])
      .orderBy('name')
      .execute();
    const pdf = await reportPdf(report, {
      restaurant,
      locations: locations.map(({ name }) => name).join(', '),
      createdAt: context.clock.now(),
    });
    return c.body(pdf, 200, {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="report-${report.from}-${report.to}.pdf"`,
      'cache-control': 'private, no-store',
    });
  }),
];
