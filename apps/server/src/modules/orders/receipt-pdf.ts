import { currentLocale, say } from '@tiffin/domain/core';
import { receiptOf, type Receipt, type FormatTime } from '@tiffin/domain/receipt';
import type { Receipt as ReceiptAnswer } from './read-receipt.ts';

const MM = 72 / 25.4;
/** The paper size of a receipt printer. */
const PAGE: [number, number] = [80 * MM, 200 * MM];
const MARGIN = 5 * MM;
const WIDTH = PAGE[0] - 2 * MARGIN;
const AMOUNT_WIDTH = 20 * MM;

/** The receipt as a PDF of 80 × 200 mm; a long order continues on another page. */
export async function receiptPdf(source: ReceiptAnswer): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded on demand, because the library is large and rarely needed.
  const { default: PdfDocument } = await import('pdfkit');
  const { order, business } = source;
  const { orderId } = order;
  const receiptContent = receiptOf(source, (at, look) => timeText(at, look, order.locationInfo.timeZone));
  const receipt = { ...receiptContent, sums: withPrintedSign(receiptContent.sums, business.currency) };
  const doc = new PdfDocument({
    size: PAGE,
    margin: MARGIN,
    info: {
      Title: say`Receipt ${orderId}`,
      Author: printable(business.name),
      CreationDate: new Date(order.updatedAt),
    },
  });
  const chunks: Uint8Array[] = [];
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const done = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    doc.on('error', reject);
  });
  head(doc, receipt);
  dishes(doc, receipt);
  sums(doc, receipt);
  foot(doc, receipt);
  // Crops the last page, which may be half empty.
  Object.assign(doc.page.dictionary.data, { CropBox: [0, Math.max(0, PAGE[1] - doc.y - MARGIN), ...PAGE] });
  doc.end();
  return done;
}

type Doc = PDFKit.PDFDocument;

function head(doc: Doc, receipt: Receipt): void {
  const [location = '', ...more] = receipt.location;
  centred(doc, receipt.business, 13, true);
  centred(doc, location, 9, true);
  for (const line of more) centred(doc, line, 8);
  rule(doc);
  for (const [at, { name, value }] of receipt.facts.entries()) row(doc, name, value, at === 0);
  rule(doc);
}

function dishes(doc: Doc, receipt: Receipt): void {
  for (const { quantity, name, details, amount } of receipt.items) {
    row(doc, `${quantity} × ${name}`, amount, false, AMOUNT_WIDTH);
    for (const detail of details) note(doc, detail);
  }
  rule(doc);
}

function sums(doc: Doc, receipt: Receipt): void {
  for (const { name, value, weight } of receipt.sums) row(doc, name, value, weight !== 'plain', AMOUNT_WIDTH);
  rule(doc);
}

function foot(doc: Doc, receipt: Receipt): void {
  centred(doc, receipt.state, 13, true);
  if (receipt.paidAt !== null) centred(doc, receipt.paidAt, 8);
  for (const line of receipt.thanks) centred(doc, line, 9);
  for (const number of receipt.numbers) centred(doc, number, 8);
}

function row(doc: Doc, left: string, right: string, bold: boolean, rightWidth = WIDTH * 0.7): void {
  doc.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(8.5);
  const words = printable(left);
  const value = printable(right);
  const leftWidth = WIDTH - rightWidth - 2;
  const height = Math.max(
    doc.heightOfString(words, { width: leftWidth }),
    doc.heightOfString(value, { width: rightWidth }),
  );
  if (doc.y + height > PAGE[1] - MARGIN) doc.addPage();
  const top = doc.y;
  doc.text(words, MARGIN, top, { width: leftWidth });
  doc.text(value, MARGIN + leftWidth + 2, top, { width: rightWidth, align: 'right' });
  doc.x = MARGIN;
  doc.y = top + height + 1;
}

function note(doc: Doc, text: string): void {
  doc
    .font('Helvetica-Oblique')
    .fontSize(7.5)
    .text(printable(text), MARGIN + 8, doc.y, { width: WIDTH - 8 });
  doc.x = MARGIN;
}

function centred(doc: Doc, text: string, size: number, bold = false): void {
  doc
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .text(printable(text), MARGIN, doc.y, { width: WIDTH, align: 'center' });
}

function rule(doc: Doc): void {
  const y = doc.y + 3;
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.5)
    .dash(2, { space: 1.5 })
    .stroke()
    .undash();
  doc.y = y + 4;
}

const LOOKS: Readonly<Record<Parameters<FormatTime>[1], Intl.DateTimeFormatOptions>> = {
  'date-time-year': { dateStyle: 'medium', timeStyle: 'short' },
  'time-zone': { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
};

function timeText(at: string, look: Parameters<FormatTime>[1], timeZone: string): string {
  return new Intl.DateTimeFormat(currentLocale(), { ...LOOKS[look], timeZone }).format(new Date(at));
}

/** The PDF font has only a few currency signs. Others are replaced by the currency code: 'INR 12.50'. */
function withPrintedSign(written: Receipt['sums'], currency: string | undefined): Receipt['sums'] {
  if (currency === undefined) return written;
  const look = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  const parts = new Intl.NumberFormat(currentLocale(), look).formatToParts(0);
  const sign = parts.find(({ type }) => type === 'currency')?.value ?? currency;
  if (Array.from(sign).every((letter) => WESTERN.test(letter))) return written;
  return written.map((sum) => ({
    ...sum,
    value: sum.value.replace(`${sign} `, sign).replace(sign, sum.value.endsWith(sign) ? currency : `${currency} `),
  }));
}

/** The PDF font has only Western European letters. Others lose their accents or become '?'. */
function printable(text: string): string {
  // Replaces characters that the font does not have: the minus sign and the narrow no-break space.
  return Array.from(text.replaceAll('−', '-').replaceAll('\u202f', '\u00a0'), (letter) => {
    if (WESTERN.test(letter)) return letter;
    const plain = letter.normalize('NFKD').replace(/\p{M}/gu, '');
    return plain !== '' && [...plain].every((one) => WESTERN.test(one)) ? plain : '?';
  }).join('');
}

const WESTERN = /^[\u0020-\u007e\u00a0-\u00ffŒœŸ–—‘’“”…€]$/u;
