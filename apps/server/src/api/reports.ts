import type { Context as HonoContext } from 'hono';
import {
  getMargins,
  getMarginsCsv,
  getReport,
  getReportCsv,
  getReportPdf,
  getReportRows,
} from '@tiffin/contract/reports';
import { readSite } from '../modules/settings/site.ts';
import { marginsCsv } from '../modules/reporting/report/margins-csv.ts';
import { showMargins } from '../modules/reporting/report/show-margins.ts';
import { reportCsv } from '../modules/reporting/report/report-csv.ts';
import { reportPdf } from '../modules/reporting/report/report-pdf.ts';
import { showReport } from '../modules/reporting/report/show-report.ts';
import { showReportRows } from '../modules/reporting/report/show-report-rows.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';

function csvDownload(c: HonoContext, csv: string, fileName: string) {
  return c.body(csv, 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'no-store',
  });
}

export const reportRoutes: readonly ImplementedCall[] = [
  implement(getReport, ({ context, actor, query }) => showReport(context, actor, query)),

  implement(getReportRows, ({ context, actor, query }) => showReportRows(context, actor, query)),

  implement(getReportCsv, async ({ context, actor, query, c }) =>
    csvDownload(c, reportCsv(await showReport(context, actor, query)), `report-${query.from}-${query.to}.csv`),
  ),

  implement(getMargins, ({ context, actor, query }) => showMargins(context, actor, query)),

  implement(getMarginsCsv, async ({ context, actor, query, c }) =>
    csvDownload(c, marginsCsv(await showMargins(context, actor, query)), `margins-${query.from}-${query.to}.csv`),
  ),

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
