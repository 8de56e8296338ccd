import type { ResponseOf } from '@tiffin/contract';
import { centsOf, currentLocale, say, sumOf } from '@tiffin/domain/core';
import { partsOfClosing } from '@tiffin/domain/day';
import { longDateText, moneyText } from '../../outbox/templates/mail-formats.ts';
import { openPaper, printTable, printText, type ReportLine } from '../report/report-pdf.ts';

type Closing = ResponseOf<'getClosing'>;

const BOLD = { isBold: true };

interface ClosingPaper {
  readonly restaurant: string;
  readonly location: string;
  /** The legal name, the address and the tax number, as far as they are known. */
  readonly business: readonly string[];
  readonly zone: string;
  readonly createdAt: Date;
}

/** A closing as a PDF that a screen reader can read. */
export async function closingPdf(
  closing: Closing,
  { restaurant, location, business, zone, createdAt }: ClosingPaper,
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await import('../../../platform/pdf/tagged-document.ts');
  const { closed, previous } = closing;
  const time = (at: string) =>
    new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(
      new Date(at),
    );
  const day = longDateText(closing.date);
  const title = closed ? say`Closing No. ${closed.number}, ${day}` : say`Not closed yet, ${day}`;
  const paper = openPaper(pdf, title, { restaurant, locations: location, createdAt });
  const { doc, content } = paper;
  for (const line of business) printText(paper, line, { size: 9 });
  const row = (name: string, amount: number, { isBold = false } = {}): ReportLine => ({
    name,
    amount: moneyText(centsOf(amount), closing.currency),
    previous: '',
    isBold,
  });
  const lineOf = ({ label, amount }: Closing['lines'][number]) => row(label, amount);
  const withSum = (lines: Closing['lines']) => [
    ...lines.map(lineOf),
    ...(lines.length === 0 ? [] : [row(say`Together`, sumOf(lines.map(({ amount }) => centsOf(amount))) / 100, BOLD)]),
  ];
  const { sales, tenders, drawers } = partsOfClosing(closing.lines);
  printTable(paper, say`Sales`, withSum(sales));
  printTable(paper, say`How guests paid`, withSum(tenders));
  printTable(paper, say`Drawers`, [
    ...drawers.map(lineOf),
    ...(closing.cashOutside === 0 ? [] : [row(say`Cash in no drawer`, closing.cashOutside)]),
  ]);
  printTable(paper, say`Voids`, [row(say`Voids, ${closing.voids.count}`, closing.voids.amount)]);
  for (const shift of closing.shifts) {
    const payOuts = shift.payOuts ?? [];
    printTable(paper, say`${shift.drawer}, No. ${shift.number}`, [
      row(say`Float`, shift.float),
      ...payOuts.map(({ amount, reason, by }) => row([say`Paid out`, reason, by].filter(Boolean).join(', '), amount)),
      ...(shift.countedBefore ?? []).map(({ at, by, amount }) =>
        row(say`Counted before by ${by ?? say`Somebody`}, ${time(at)}`, amount),
      ),
      row(say`Should be`, shift.expected),
      row(say`Counted`, shift.counted, BOLD),
      row(say`Difference`, shift.difference, BOLD),
      ...(shift.late === 0 ? [] : [row(say`Late, from an earlier shift`, shift.late)]),
    ]);
    printText(paper, say`Counted by ${shift.closedBy ?? say`Somebody`}, ${time(shift.closedAt)}`, { size: 9 });
    if (shift.reason) printText(paper, say`Reason: ${shift.reason}`, { size: 9 });
    if (shift.approvedBy) printText(paper, say`Approved by ${shift.approvedBy}`, { size: 9 });
    for (const words of shift.remarks ?? []) printText(paper, words, { size: 9 });
    if (shift.note) printText(paper, shift.note, { size: 9 });
  }
  for (const { date, lines } of closing.late) {
    const parts = partsOfClosing(lines);
    const groups = [withSum(parts.sales), withSum(parts.tenders), parts.drawers.map(lineOf)];
    printTable(paper, say`Late, for ${longDateText(date)}`, groups.flat());
  }
  doc.y += 12;
  if (closed) {
    printText(paper, say`Closed by ${closed.by ?? say`Somebody`}, ${time(closed.at)}`, { size: 9 });
    if (closed.reason) printText(paper, say`Reason: ${closed.reason}`, { size: 9 });
    printText(paper, say`Check code: ${closed.checkCode}`, { size: 9 });
    printText(paper, closed.hash, { size: 7 });
  }
  if (previous) printText(paper, say`After No. ${previous.number}, ${time(previous.at)}`, { size: 9 });
  return pdf.closeDocument(doc, content);
}
