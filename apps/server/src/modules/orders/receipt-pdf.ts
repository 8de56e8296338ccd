import { currentLocale, say } from '@tiffin/domain/core';
import { receiptOf, type Receipt, type FormatTime } from '@tiffin/domain/receipt';
import type { Doc, Element, TextBlock } from '../../platform/pdf/tagged-document.ts';
import type { Receipt as ReceiptAnswer } from './read-receipt.ts';

const MM = 72 / 25.4;
/** The paper size of a receipt printer. */
const PAGE: [number, number] = [80 * MM, 200 * MM];
const MARGIN = 5 * MM;
const WIDTH = PAGE[0] - 2 * MARGIN;
const AMOUNT_WIDTH = 20 * MM;

const DETAIL_INDENT = 8;

/** What a receipt is drawn on. The libraries for PDF are loaded on demand, because they are large and rarely needed. */
interface Paper {
  readonly pdf: typeof import('../../platform/pdf/tagged-document.ts');
  readonly doc: Doc;
  readonly content: Element;
}

/** The receipt as a PDF; a long order continues on another page. */
export async function receiptPdf(source: ReceiptAnswer): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await import('../../platform/pdf/tagged-document.ts');
  const { order, business } = source;
  const { orderId } = order;
  const receipt = receiptOf(source, (at, look) => timeText(at, look, order.locationInfo.timeZone));
  const { doc, content } = pdf.openDocument({
    size: PAGE,
    margin: MARGIN,
    title: say`Receipt ${orderId}`,
    author: business.name,
    language: currentLocale(),
    createdAt: new Date(order.updatedAt),
  });
  const paper = { pdf, doc, content };
  drawHead(paper, receipt);
  drawDishes(paper, receipt);
  drawSums(paper, receipt);
  drawFoot(paper, receipt);
  // Crops the last page, which may be half empty.
  Object.assign(doc.page.dictionary.data, { CropBox: [0, Math.max(0, PAGE[1] - doc.y - MARGIN), ...PAGE] });
  return pdf.closeDocument(doc, content);
}

function drawHead(paper: Paper, receipt: Receipt): void {
  const [location = '', ...more] = receipt.location;
  drawCentred(paper, receipt.business, 13, 'H1');
  drawCentred(paper, location, 9, 'H2');
  for (const line of more) drawCentred(paper, line, 8);
  drawRule(paper);
  const table = openTable(paper);
  for (const [at, { name, value }] of receipt.facts.entries()) {
    drawRow(paper, table, { name, value, isBold: at === 0, valueWidth: WIDTH * 0.7 });
  }
  table.end();
  drawRule(paper);
}

function drawDishes(paper: Paper, receipt: Receipt): void {
  const table = openTable(paper);
  for (const { quantity, name, details, amount } of receipt.items) {
    drawRow(paper, table, { name: `${quantity} × ${name}`, value: amount, details, valueWidth: AMOUNT_WIDTH });
  }
  table.end();
  drawRule(paper);
}

function drawSums(paper: Paper, receipt: Receipt): void {
  const table = openTable(paper);
  for (const { name, value, weight } of receipt.sums) {
    drawRow(paper, table, { name, value, isBold: weight !== 'plain', valueWidth: AMOUNT_WIDTH });
  }
  table.end();
  drawRule(paper);
}

function drawFoot(paper: Paper, receipt: Receipt): void {
  drawCentred(paper, receipt.state, 13, 'H2');
  if (receipt.paidAt !== null) drawCentred(paper, receipt.paidAt, 8);
  for (const line of receipt.thanks) drawCentred(paper, line, 9);
  for (const number of receipt.numbers) drawCentred(paper, number, 8);
}

function openTable({ doc, content }: Paper): Element {
  const table = doc.struct('Table');
  content.add(table);
  return table;
}

interface Row {
  readonly name: string;
  readonly value: string;
  readonly isBold?: boolean;
  readonly valueWidth: number;
  /** Texts below the name, each on a line of its own. */
  readonly details?: readonly string[];
}

function drawRow({ pdf, doc }: Paper, table: Element, { name, value, isBold = false, valueWidth, details = [] }: Row) {
  const style = { size: 8.5, weight: isBold ? 700 : 400, direction: 'ltr' } as const;
  const nameWidth = WIDTH - valueWidth - 2;
  const nameBlock = pdf.layoutBlock(name, style, { left: MARGIN, width: nameWidth, align: 'left' });
  const right = { left: MARGIN + nameWidth + 2, width: valueWidth, align: 'right' } as const;
  const valueBlock = pdf.layoutBlock(value, style, right);
  const detailColumn = { left: MARGIN + DETAIL_INDENT, width: WIDTH - DETAIL_INDENT, align: 'left' } as const;
  const detailStyle = { size: 7.5, weight: 400, direction: 'auto' } as const;
  const detailBlocks = details.map((text) => pdf.layoutBlock(text, detailStyle, detailColumn));
  startPageFor(doc, Math.max(nameBlock.height, valueBlock.height));
  const cells = doc.struct('TR');
  table.add(cells);
  const top = doc.y;
  // The types of PDFKit do not know the scope of a header cell.
  const header = doc.struct('TH', { scope: 'Row' } as never);
  cells.add(header);
  pdf.drawBlock(doc, header, 'P', nameBlock);
  pdf.drawBlock(doc, cells, 'TD', valueBlock);
  doc.y = top + Math.max(nameBlock.height, valueBlock.height) + 1;
  for (const block of detailBlocks) {
    startPageFor(doc, block.height);
    pdf.drawBlock(doc, header, 'P', block);
    doc.y += block.height;
  }
  cells.end();
}

function drawCentred({ pdf, doc, content }: Paper, text: string, size: number, tag: 'H1' | 'H2' | 'P' = 'P'): void {
  const style = { size, weight: tag === 'P' ? 400 : 700, direction: 'auto' } as const;
  const block = pdf.layoutBlock(text, style, { left: MARGIN, width: WIDTH, align: 'center' });
  startPageFor(doc, block.height);
  pdf.drawBlock(doc, content, tag, block);
  doc.y += block.height;
}

function startPageFor(doc: Doc, height: TextBlock['height']): void {
  if (doc.y + height > PAGE[1] - MARGIN) doc.addPage();
}

function drawRule({ pdf, doc }: Paper): void {
  const y = doc.y + 3;
  pdf.drawArtifact(doc, () =>
    doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + WIDTH, y)
      .lineWidth(0.5)
      .dash(2, { space: 1.5 })
      .stroke()
      .undash(),
  );
  doc.y = y + 4;
}

const LOOKS: Readonly<Record<Parameters<FormatTime>[1], Intl.DateTimeFormatOptions>> = {
  'date-time-year': { dateStyle: 'medium', timeStyle: 'short' },
  'time-zone': { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
};

export function timeText(at: string, look: Parameters<FormatTime>[1], timeZone: string): string {
  return new Intl.DateTimeFormat(currentLocale(), { ...LOOKS[look], timeZone }).format(new Date(at));
}
