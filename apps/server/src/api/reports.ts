import { showCustomers, showPunctuality, showRevenue } from '../modules/reports/analytics.ts';
import { showDashboard } from '../modules/reports/show-dashboard.ts';
import { closeDays } from '../modules/reports/accounting/close-days.ts';
import { saveAccounts } from '../modules/reports/accounting/save-accounts.ts';
import { showJournal, showJournalFile } from '../modules/reports/accounting/show-journal.ts';
import { writeListCsv } from '../modules/reports/lists/write-list-csv.ts';
import { readSite } from '../modules/locations/restaurant/site.ts';
import { showMargins, marginsCsv } from '../modules/reports/report/show-margins.ts';
import { reportCsv } from '../modules/reports/report/report-csv.ts';
import { reportPdf } from '../modules/reports/report/report-pdf.ts';
import { showReport } from '../modules/reports/report/show-report.ts';
import { showFigureRows, figureRowsCsv } from '../modules/reports/show-figure-rows.ts';
import {
  addScheduledReport,
  removeScheduledReport,
  showScheduledReports,
} from '../modules/reports/scheduled/choose-reports.ts';
import { csvResponse } from '../platform/http/csv-response.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';

export const reportRoutes: readonly ImplementedCall[] = [
  implement('getDashboardStats', ({ context, actor, query }) => showDashboard(context, actor, query)),
  implement('getRevenueAnalytics', ({ context, actor, query }) => showRevenue(context, actor, query)),
  implement('getCustomerAnalytics', ({ context, actor, query }) => showCustomers(context, actor, query)),
  implement('getPromisedTimeAccuracy', ({ context, actor, query }) => showPunctuality(context, actor, query)),

  implement('getReport', ({ context, actor, query }) => showReport(context, actor, query)),

  implement('getReportRows', ({ context, actor, query }) => showFigureRows(context, actor, query)),

  implement('getReportRowsCsv', async ({ context, actor, query }) =>
    csvResponse(await figureRowsCsv(context, actor, query)),
  ),

  implement('getScheduledReports', ({ context, actor }) => showScheduledReports(context, actor)),

  implement('addScheduledReport', ({ context, actor, from, body }) =>
    addScheduledReport(context, { actor, from }, body),
  ),

  implement('removeScheduledReport', ({ context, actor, from, body }) =>
    removeScheduledReport(context, { actor, from }, body),
  ),

  implement('getReportCsv', async ({ context, actor, query }) => {
    const report = await showReport(context, actor, query);
    return csvResponse({ name: `report-${report.from}-${report.to}.csv`, text: reportCsv(report) });
  }),

  implement('getMargins', ({ context, actor, query }) => showMargins(context, actor, query)),

  implement('getMarginsCsv', async ({ context, actor, query }) =>
    csvResponse({
      name: `margins-${query.from}-${query.to}.csv`,
      text: marginsCsv(await showMargins(context, actor, query)),
    }),
  ),

  implement('getReportPdf', async ({ context, actor, query, c }) => {
    const report = await showReport(context, actor, query);
    const { name: restaurant, timeZone } = await readSite(context.db);
    const locations = await context.db
      .selectFrom('locations')
      .select(['name', 'time_zone'])
      // With an id that no location has, because SQL allows no empty list.
      .where('id', 'in', [...report.locationIds, ''])
      .orderBy('name')
      .execute();
    const pdf = await reportPdf(report, {
      restaurant,
      locations: locations.map(({ name }) => name).join(', '),
      zone: locations.length === 1 ? (locations[0]?.time_zone ?? timeZone) : timeZone,
      createdAt: context.clock.now(),
    });
    return c.body(pdf, 200, {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="report-${report.from}-${report.to}.pdf"`,
      'cache-control': 'private, no-store',
    });
  }),

  implement('getJournal', ({ context, actor, query }) => showJournal(context, actor, query)),

  implement('getJournalCsv', async ({ context, actor, query }) => {
    const text = await showJournalFile(context, actor, query);
    const { format, from, to, part } = query;
    return csvResponse({ name: `${format}-${from}-${to}-${part}.csv`, text });
  }),

  implement('closeJournalDays', ({ context, actor, body, from }) => closeDays(context, actor, body, from)),

  implement('saveJournalAccounts', async ({ context, actor, body, from }) => ({
    accounts: await saveAccounts(context, actor, body.accounts, from),
  })),

  implement('getListCsv', async ({ context, actor, from, query }) =>
    csvResponse(await writeListCsv(context, { actor, from }, query)),
  ),
];
