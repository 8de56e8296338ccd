import type { ResponseOf } from '@tiffin/contract';
import { centsOf, currentLocale, say } from '@tiffin/domain/core';
import { drawerRows } from '@tiffin/domain/day';
import { DRAWER_ITEMS } from '@tiffin/domain/stats';
import { moneyText } from '../../messages/outbox/templates/mail-formats.ts';
import { heading, MARGIN, PAGE, table, type Line } from '../report/report-pdf.ts';

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
  const day = new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(closing.date),
  );
  const title = closed ? say`Closing No. ${closed.number}, ${day}` : say`Not closed yet, ${day}`;
  const info = { size: PAGE, margin: MARGIN, title, author: restaurant, language: currentLocale(), createdAt };
  const { doc, content } = pdf.openDocument(info);
  const paper = { pdf, doc, content };
  heading(paper, restaurant, 18, 'H1');
  heading(paper, title, 12, 'P');
  heading(paper, location, 10, 'P');
  const row = (name: string, amount: number, isBold = false): Line => ({
    name,
    amount: moneyText(centsOf(amount), closing.currency),
    previous: '',
    isBold,
  });
  table(paper, say`Sales`, '', [
    ...closing.lines.filter(isSale).map(({ label, amount }) => row(label, -amount)),
    row(say`Voids, ${closing.voids.count}`, closing.voids.amount),
  ]);
  table(
    paper,
    say`How guests paid`,
    '',
    closing.lines.filter(({ item }) => item.startsWith('tender:')).map(({ label, amount }) => row(label, amount)),
  );
  const ofDrawers = drawerRows(closing.lines).map(({ label, amount }) => row(label, amount));
  table(paper, say`Drawers`, '', ofDrawers);
  for (const shift of closing.shifts) {
    table(paper, say`${shift.drawer}, No. ${shift.number}`, '', [
      row(say`Float`, shift.float),
      row(say`Should be`, shift.expected),
      row(say`Counted`, shift.counted, true),
      row(say`Difference`, shift.difference, true),
      ...(shift.late === 0 ? [] : [row(say`Late, from an earlier shift`, shift.late)]),
    ]);
  }
  for (const { date, lines } of closing.late) {
    table(
      paper,
      say`Late, for ${date}`,
      '',
      lines.map(({ label, amount }) => row(label, amount)),
    );
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

function isSale({ item }: { readonly item: string }): boolean {
  return !item.startsWith('tender:') && !DRAWER_ITEMS.has(item);
}
