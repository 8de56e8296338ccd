import type { ResponseOf } from '@tiffin/contract';
import { centsOf, currentLocale, say, sumOf } from '@tiffin/domain/core';
import { partsOfClosing } from '@tiffin/domain/day';
import { longDateText, moneyText } from '../../outbox/templates/mail-formats.ts';
import { heading, openPaper, table, type ReportLine } from '../report/report-pdf.ts';

type Closing = ResponseOf<'getClosing'>;

/** A closing as a PDF that a screen reader can read. */
export async function closingPdf(
  closing: Closing,
  { restaurant, location, zone, createdAt }: { restaurant: string; location: string; zone: string; createdAt: Date },
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await import('../../../platform/pdf/tagged-document.ts');
  const { closed, previous } = closing;
  const time = (at: string) =>
    new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(
      new Date(at),
    );
  const day = longDateText(closing.date);
  const title = closed ? say`Closing No. ${closed.number}, ${day}` : say`Not closed yet, ${day}`;
  const paper = openPaper(pdf, title, { restaurant, places: location, createdAt });
  const { doc, content } = paper;
  const row = (name: string, amount: number, isBold = false): ReportLine => ({
    name,
    amount: moneyText(centsOf(amount), closing.currency),
    previous: '',
    isBold,
  });
  const lineOf = ({ label, amount }: Closing['lines'][number]) => row(label, amount);
  const withSum = (lines: Closing['lines']) => [
    ...lines.map(lineOf),
    ...(lines.length === 0 ? [] : [row(say`Together`, sumOf(lines.map(({ amount }) => centsOf(amount))) / 100, true)]),
  ];
  const { sales, tenders, drawers } = partsOfClosing(closing.lines);
  table(paper, say`Sales`, '', [...withSum(sales), row(say`Voids, ${closing.voids.count}`, closing.voids.amount)]);
  table(paper, say`How guests paid`, '', withSum(tenders));
  table(paper, say`Drawers`, '', [
    ...drawers.map(lineOf),
    ...(closing.cashOutside === 0 ? [] : [row(say`Cash in no drawer`, closing.cashOutside)]),
  ]);
  for (const shift of closing.shifts) {
    table(paper, say`${shift.drawer}, No. ${shift.number}`, '', [
      row(say`Float`, shift.float),
      row(say`Should be`, shift.expected),
      row(say`Counted`, shift.counted, true),
      row(say`Difference`, shift.difference, true),
      ...(shift.late === 0 ? [] : [row(say`Late, from an earlier shift`, shift.late)]),
    ]);
    if (shift.note) heading(paper, shift.note, 9, 'P');
  }
  for (const { date, lines } of closing.late) {
    const parts = partsOfClosing(lines);
    const groups = [withSum(parts.sales), withSum(parts.tenders), parts.drawers.map(lineOf)];
    table(paper, say`Late, for ${longDateText(date)}`, '', groups.flat());
  }
  doc.y += 12;
  if (closed) {
    heading(paper, say`Closed by ${closed.by ?? say`Somebody`}, ${time(closed.at)}`, 9, 'P');
    if (closed.reason) heading(paper, say`Reason: ${closed.reason}`, 9, 'P');
    heading(paper, say`Check code: ${closed.checkCode}`, 9, 'P');
    heading(paper, closed.hash, 7, 'P');
  }
  if (previous) heading(paper, say`After No. ${previous.number}, ${time(previous.at)}`, 9, 'P');
  return pdf.closeDocument(doc, content);
}
