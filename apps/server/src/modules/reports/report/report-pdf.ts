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

export interface ReportPaper {
  readonly pdf: typeof import('../../../platform/pdf/tagged-document.ts');
  readonly doc: Doc;
  readonly content: Element;
}

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
  { restaurant, locations, createdAt }: { restaurant: string; locations: string; createdAt: Date },
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await import('../../../platform/pdf/tagged-document.ts');
  const period = periodText(report);
  const title = say`Report ${period}`;
  const paper = openPaper(pdf, title, { restaurant, places: locations, createdAt });
  const { doc, content } = paper;
  const money = (amount: number | null) =>
    amount === null ? '' : moneyText(cents(Math.round(amount * 100)), report.currency);
  const rows = printedRows(report);
  for (const section of ['sales', 'tender', 'tip', 'tax', 'payout'] as const) {
    const own = rows.filter((figure) => figure.section === section);
    const lines = own.map(({ label, count, amount, previous, isSum = false }) => ({
      name: count === undefined ? label : `${label} (${count})`,
      amount: money(amount),
      previous: money(previous),
      isBold: isSum,
    }));
    table(paper, sayNow(HEADINGS[section]), periodText(report.previous), lines);
  }
  for (const [breakdown, name] of PRINTED_BREAKDOWNS) {
    const lines = report.breakdowns[breakdown].map(({ label, net, previousNet }) => ({
      name: label,
      amount: money(net),
      previous: money(previousNet),
    }));
    table(paper, sayNow(name), breakdown === 'day' ? '' : periodText(report.previous), lines);
  }
  doc.y += 12;
  if (report.previous.until !== null) {
    heading(paper, say`The period before is counted until the same time of day.`, 8, 'P');
  }
  heading(paper, say`Figures as of ${timeText(createdAt)} UTC.`, 8, 'P');
  return pdf.closeDocument(doc, content);
}

function timeText(at: Date): string {
  const format = new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return format.format(at);
}

function periodText({ from, to }: Pick<Report, 'from' | 'to'>): string {
  const format = new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeZone: 'UTC' });
  const [first, last] = [new Date(from), new Date(to)];
  return from === to ? format.format(first) : format.formatRange(first, last);
}

interface PaperOf {
  readonly restaurant: string;
  readonly places: string;
  readonly createdAt: Date;
}

/** The first page with its heading. */
export function openPaper(
  pdf: ReportPaper['pdf'],
  title: string,
  { restaurant, places, createdAt }: PaperOf,
): ReportPaper {
  const info = { size: PAGE, margin: MARGIN, title, author: restaurant, language: currentLocale(), createdAt };
  const paper = { pdf, ...pdf.openDocument(info) };
  heading(paper, restaurant, 18, 'H1');
  heading(paper, title, 12, 'P');
  heading(paper, places, 10, 'P');
  return paper;
}

export function heading({ pdf, doc, content }: ReportPaper, text: string, size: number, tag: 'H1' | 'H2' | 'P'): void {
  const weight = tag === 'P' ? 400 : 700;
  const column = { left: MARGIN, width: WIDTH, align: 'left' } as const;
  const block = pdf.layoutBlock(text, { size, weight, direction: 'auto' }, column);
  startPageFor(doc, block.height + (tag === 'H2' ? 40 : 0));
  pdf.drawBlock(doc, content, tag, block);
  doc.y += block.height + 2;
}

export function table(paper: ReportPaper, title: string, previous: string, lines: readonly ReportLine[]): void {
  if (lines.length === 0) return;
  const { doc, content } = paper;
  doc.y += 12;
  heading(paper, title, 12, 'H2');
  const element = doc.struct('Table');
  content.add(element);
  const head = { name: '', amount: say`Amount`, previous, isBold: true };
  for (const line of [head, ...lines]) row(paper, element, line);
  element.end();
}

function row({ pdf, doc }: ReportPaper, parent: Element, { name, amount, previous, isBold = false }: ReportLine): void {
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
