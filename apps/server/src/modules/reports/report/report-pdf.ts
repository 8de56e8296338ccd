import { cents, currentLocale, say, sayNow } from '@tiffin/domain/core';
import type { ReportBreakdown } from '@tiffin/domain/stats';
import type { Doc, Element, TextBlock } from '../../../platform/pdf/tagged-document.ts';
import { moneyText } from '../../outbox/templates/mail-formats.ts';
import { printedRows, type ReportFileRow } from './report-file-rows.ts';
import type { Report } from './report-answer.ts';

/** A4 in points. */
const PAGE: [number, number] = [595.28, 841.89];
const MARGIN = 48;
const WIDTH = PAGE[0] - 2 * MARGIN;
const AMOUNT_WIDTH = 110;
/** A heading needs this room below it, so that it does not stand alone at the end of a page. */
const ROOM_BELOW_HEADING = 40;

/** A PDF that is being written. `content` is the structure that screen readers read. */
export interface ReportPaper {
  readonly pdf: typeof import('../../../platform/pdf/tagged-document.ts');
  readonly doc: Doc;
  readonly content: Element;
}

/** A line of a table; `previous` is the amount of the period before. */
export interface ReportLine {
  readonly name: string;
  readonly amount: string;
  readonly previous: string;
  readonly isBold?: boolean;
}

const HEADINGS: Readonly<Record<ReportFileRow['section'], string>> = {
  sales: say`From sales to money`,
  tender: say`How guests paid`,
  tip: say`Tips by person`,
  tax: say`Taxes`,
  payout: say`Payouts`,
};

/** The breakdowns that fit on a few pages. The others are in the CSV file. */
const PRINTED_BREAKDOWNS: readonly (readonly [ReportBreakdown, string])[] = [
  ['category', say`Net sales by category`],
  ['service', say`Net sales by service`],
  ['day', say`Net sales by day`],
];

/** A report as a PDF of A4 pages that a screen reader can read. */
export async function reportPdf(
  report: Report,
  { zone, ...header }: PaperHeader & { readonly zone: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await import('../../../platform/pdf/tagged-document.ts');
  const period = periodText(report);
  const title = say`Report ${period}`;
  const paper = openPaper(pdf, title, header);
  const { doc, content } = paper;
  const money = (amount: number | null) =>
    amount === null ? '' : moneyText(cents(Math.round(amount * 100)), report.currency);
  const rows = printedRows(report);
  for (const section of ['sales', 'tender', 'tip', 'tax', 'payout'] as const) {
    const sectionRows = rows.filter((figure) => figure.section === section);
    const lines = sectionRows.map(({ label, count, amount, previous, isSum = false }) => ({
      name: count === undefined ? label : `${label} (${count})`,
      amount: money(amount),
      previous: money(previous),
      isBold: isSum,
    }));
    printTable(paper, sayNow(HEADINGS[section]), lines, periodText(report.previous));
  }
  for (const [breakdown, name] of PRINTED_BREAKDOWNS) {
    const lines = report.breakdowns[breakdown].map(({ label, net, previousNet }) => ({
      name: label,
      amount: money(net),
      previous: money(previousNet),
    }));
    printTable(paper, sayNow(name), lines, breakdown === 'day' ? '' : periodText(report.previous));
  }
  doc.y += 12;
  if (report.previous.until !== null) {
    printText(paper, say`The period before is counted until the same time of day.`, { size: 8 });
  }
  printText(paper, say`Figures as of ${timeText(header.createdAt, zone)}`, { size: 8 });
  return pdf.closeDocument(doc, content);
}

function timeText(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at);
}

function periodText({ from, to }: Pick<Report, 'from' | 'to'>): string {
  const format = new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeZone: 'UTC' });
  const [first, last] = [new Date(from), new Date(to)];
  return from === to ? format.format(first) : format.formatRange(first, last);
}

interface PaperHeader {
  readonly restaurant: string;
  readonly locations: string;
  readonly createdAt: Date;
}

/** Begins the document, and prints the heading of its first page. */
export function openPaper(
  pdf: ReportPaper['pdf'],
  title: string,
  { restaurant, locations, createdAt }: PaperHeader,
): ReportPaper {
  const info = { size: PAGE, margin: MARGIN, title, author: restaurant, language: currentLocale(), createdAt };
  const paper = { pdf, ...pdf.openDocument(info) };
  printText(paper, restaurant, { size: 18, tag: 'H1' });
  printText(paper, title, { size: 12 });
  printText(paper, locations, { size: 10 });
  return paper;
}

/** Prints a heading or a paragraph. */
export function printText(
  { pdf, doc, content }: ReportPaper,
  text: string,
  { size, tag = 'P' }: { readonly size: number; readonly tag?: 'H1' | 'H2' | 'P' },
): void {
  const weight = tag === 'P' ? 400 : 700;
  const column = { left: MARGIN, width: WIDTH, align: 'left' } as const;
  const block = pdf.layoutBlock(text, { size, weight, direction: 'auto' }, column);
  startPageFor(doc, block.height + (tag === 'H2' ? ROOM_BELOW_HEADING : 0));
  pdf.drawBlock(doc, content, tag, block);
  doc.y += block.height + 2;
}

/** Prints a table unless it is empty. `previous` is the head of the column of earlier amounts. */
export function printTable(paper: ReportPaper, title: string, lines: readonly ReportLine[], previous = ''): void {
  if (lines.length === 0) return;
  const { doc, content } = paper;
  doc.y += 12;
  printText(paper, title, { size: 12, tag: 'H2' });
  const element = doc.struct('Table');
  content.add(element);
  const head = { name: '', amount: say`Amount`, previous, isBold: true };
  for (const line of [head, ...lines]) printRow(paper, element, line);
  element.end();
}

function printRow({ pdf, doc }: ReportPaper, parent: Element, line: ReportLine): void {
  const { name, amount, previous, isBold = false } = line;
  const style = { size: 9, weight: isBold ? 700 : 400, direction: 'ltr' } as const;
  const nameWidth = WIDTH - 2 * AMOUNT_WIDTH;
  const column = (left: number, width: number, align: TextBlock['align']) => ({ left: MARGIN + left, width, align });
  const blocks = [
    pdf.layoutBlock(name, style, column(0, nameWidth - 6, 'left')),
    pdf.layoutBlock(amount, style, column(nameWidth, AMOUNT_WIDTH, 'right')),
    pdf.layoutBlock(previous, { ...style, size: 8 }, column(nameWidth + AMOUNT_WIDTH, AMOUNT_WIDTH, 'right')),
  ];
  const height = Math.max(...blocks.map((block) => block.height));
  startPageFor(doc, height);
  const cells = doc.struct('TR');
  parent.add(cells);
  for (const block of blocks) pdf.drawBlock(doc, cells, 'TD', block);
  doc.y += height + 2;
  cells.end();
}

function startPageFor(doc: Doc, height: number): void {
  if (doc.y + height > PAGE[1] - MARGIN) doc.addPage();
}
