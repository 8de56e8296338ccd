import { csvAmount, say, writeCsv, type CsvCell } from '@tiffin/domain/core';
import { REPORT_BREAKDOWNS } from '@tiffin/domain/stats';
import { figureRows } from './report-file-rows.ts';
import type { Report } from './report-answer.ts';

/**
 * A report as a table for spreadsheets: one figure a line, with the figure of the period before. Amounts are in the
 * currency of the restaurant, and dates are business days. The codes in the first columns are the same in each language.
 */
export function reportCsv(report: Report): string {
  const figures = figureRows(report).map(({ section, key, label, count, amount, previous }) => [
    section,
    key,
    label,
    count ?? null,
    csvAmount(amount),
    csvAmount(previous),
  ]);
  const { guests, bookings, previous: before } = report;
  const guestRow = (key: string, label: string, now = 0, earlier = 0) => ['guests', key, label, now, null, earlier];
  const guestRows = [
    guestRow('new', say`New guests`, guests?.new, before.guests?.new),
    guestRow('returning', say`Returning guests`, guests?.returning, before.guests?.returning),
    guestRow('bookings', say`Bookings`, bookings?.count, before.bookings?.count),
    guestRow('no-shows', say`No-shows`, bookings?.noShows, before.bookings?.noShows),
  ];
  const breakdowns = REPORT_BREAKDOWNS.flatMap((breakdown) =>
    report.breakdowns[breakdown].map(({ key, label, units, net, previousNet }): CsvCell[] => [
      breakdown,
      key,
      label,
      units,
      csvAmount(net),
      csvAmount(previousNet),
    ]),
  );
  const columns = ['section', 'key', say`Name`, say`Count`, say`Amount in ${report.currency}`, say`Period before`];
  const periodBefore = `${before.from}/${before.until ?? before.to}`;
  const period = ['period', `${report.from}/${report.to}`, '', null, null, periodBefore];
  return writeCsv(columns, [period, ...figures, ...guestRows, ...breakdowns]);
}
