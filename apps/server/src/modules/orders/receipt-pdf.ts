import { cents, rateFromDecimal } from '@tiffin/domain/core';
import { orderTypeWord } from '@tiffin/domain/messages';
import { receiptState } from '@tiffin/domain/order';
import { taxPercentText } from '@tiffin/domain/tax';
import PdfDocument from 'pdfkit';
import { moneyText } from '../messages/templates/words.ts';
import { amount, type Receipt } from './read-receipt.ts';

const MM = 72 / 25.4;
/** The paper of a receipt printer. */
const PAGE: [number, number] = [80 * MM, 200 * MM];
const MARGIN = 5 * MM;
const WIDTH = PAGE[0] - 2 * MARGIN;
const AMOUNT_WIDTH = 20 * MM;

/** The receipt on a strip of 80 × 200 mm; a long order goes on on the next. */
export function receiptPdf(receipt: Receipt): Promise<Uint8Array<ArrayBuffer>> {
  const { order, business } = receipt;
  const doc = new PdfDocument({
    size: PAGE,
    margin: MARGIN,
    info: {
      Title: `Receipt ${order.orderId}`,
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
  doc.end();
  return done;
}

type Doc = PDFKit.PDFDocument;

function head(doc: Doc, { order, business }: Receipt): void {
  const place = order.locationInfo;
  centred(doc, business.name, 13, true);
  centred(doc, place.name, 9, true);
  centred(doc, `${place.address}, ${place.postalCode}`, 8);
  centred(doc, place.phone, 8);
  rule(doc);
  row(doc, 'Order', order.orderId, true);
  row(doc, 'Date', placedText(order.orderTime, place.timeZone));
  row(doc, 'Type', orderTypeWord(order.orderType));
  row(doc, 'Customer', order.customerInfo.name);
  if (order.tableInfo?.tableNumber) row(doc, 'Table', order.tableInfo.tableNumber);
  if (order.deliveryInfo) row(doc, 'Deliver to', order.deliveryInfo.address);
  rule(doc);
}

function dishes(doc: Doc, { order }: Receipt): void {
  for (const item of order.items) {
    const total = cents(amount(item.price) * item.quantity);
    row(doc, `${item.quantity} × ${item.name}`, moneyText(total));
    if (item.selectedSpiceLevel > 1) note(doc, item.spiceLevelName);
  }
  if (order.specialInstructions) note(doc, order.specialInstructions);
  rule(doc);
}

function sums(doc: Doc, { order, cashDue, cashRounding }: Receipt): void {
  const { pricing } = order;
  row(doc, 'Subtotal', moneyText(amount(pricing.subtotal)));
  row(doc, `${pricing.taxLabel} (${taxPercentText(rateFromDecimal(pricing.taxRate))})`, moneyText(amount(pricing.tax)));
  if (pricing.tip > 0) row(doc, 'Tip', moneyText(amount(pricing.tip)));
  row(doc, 'Total', moneyText(amount(pricing.total)), true, 11);
  if (cashRounding !== 0) {
    row(doc, 'Cash rounding', moneyText(amount(cashRounding)));
    row(doc, 'In cash', moneyText(amount(cashDue)));
  }
  if (pricing.refunded > 0) row(doc, 'Refunded', moneyText(amount(pricing.refunded)));
  rule(doc);
}

function foot(doc: Doc, { order, business }: Receipt): void {
  const state = receiptState({
    status: order.status,
    paymentStatus: order.paymentStatus,
    paymentMethod: order.paymentMethod,
    orderType: order.orderType,
    adminCreated: order.metadata.adminCreated,
  });
  centred(doc, state, 13, true);
  if (business.hstNumber) centred(doc, `HST number ${business.hstNumber}`, 8);
  centred(doc, 'Thank you!', 9);
}

function row(doc: Doc, left: string, right: string, bold = false, size = 8.5): void {
  doc.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size);
  const words = printable(left);
  const amountText = printable(right);
  const isAmount = right.startsWith('$') || right.startsWith('-$');
  const rightWidth = isAmount ? AMOUNT_WIDTH : WIDTH * 0.7;
  const leftWidth = WIDTH - rightWidth - 2;
  const height = Math.max(
    doc.heightOfString(words, { width: leftWidth }),
    doc.heightOfString(amountText, { width: rightWidth }),
  );
  if (doc.y + height > PAGE[1] - MARGIN) doc.addPage();
  const top = doc.y;
  doc.text(words, MARGIN, top, { width: leftWidth });
  doc.text(amountText, MARGIN + leftWidth + 2, top, { width: rightWidth, align: 'right' });
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

function placedText(at: string, zone: string): string {
  const format = new Intl.DateTimeFormat('en-CA', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
  return format.format(new Date(at));
}

/** The printer's own letters are those of western Europe; others are taken apart, or shown as '?'. */
function printable(text: string): string {
  return Array.from(text, (letter) => {
    if (WESTERN.test(letter)) return letter;
    const plain = letter.normalize('NFKD').replace(/\p{M}/gu, '');
    return plain !== '' && [...plain].every((one) => WESTERN.test(one)) ? plain : '?';
  }).join('');
}

const WESTERN = /^[\u0020-\u007e\u00a0-\u00ff–—‘’“”…€]$/u;
