import { currentLocale, say, valueOrThrow } from '@tiffin/domain/core';
import { authorise, type Actor } from '@tiffin/domain/people';
import { encodeQR } from 'qr';
import type { Context } from '../../context.ts';
import type { Doc } from '../../platform/pdf/tagged-document.ts';
import { readSite } from '../locations/restaurant/site.ts';
import { readFloorFor } from './read-floor.ts';

const MM = 72 / 25.4;
/** A4, which letter paper prints a little smaller. */
const PAGE: [number, number] = [210 * MM, 297 * MM];
const MARGIN = 12 * MM;
const COLUMNS = 2;
const ROWS = 3;
const CARD = { width: (PAGE[0] - 2 * MARGIN) / COLUMNS, height: (PAGE[1] - 2 * MARGIN) / ROWS };
const CODE_SIZE = 48 * MM;
const QUIET_MODULES = 4;

/** A sheet of cards to cut out, one for each table. Its code names the table; orders need the code of the party too. */
export async function tableCodesPdf(
  context: Context,
  actor: Actor,
  locationId: string,
): Promise<Uint8Array<ArrayBuffer>> {
  valueOrThrow(authorise('floor.seat', actor, { locationId }));
  const pdf = await import('../../platform/pdf/tagged-document.ts');
  const { tables } = await readFloorFor(context, actor, locationId);
  const site = await readSite(context.db);
  const { doc, content } = pdf.openDocument({
    size: PAGE,
    margin: 0,
    title: say`Codes of the tables`,
    author: site.name,
    language: currentLocale(),
    createdAt: context.clock.now(),
  });
  for (const [index, { tableId, name }] of tables.entries()) {
    const place = index % (COLUMNS * ROWS);
    if (index > 0 && place === 0) doc.addPage();
    const left = MARGIN + (place % COLUMNS) * CARD.width;
    const top = MARGIN + Math.floor(place / COLUMNS) * CARD.height;
    const write = (text: string, y: number, size: number, tag: 'H1' | 'P') => {
      const style = { size, weight: tag === 'H1' ? 700 : 400, direction: 'auto' } as const;
      const column = { left: left + 4 * MM, width: CARD.width - 8 * MM, align: 'center' } as const;
      doc.y = top + y;
      pdf.drawBlock(doc, content, tag, pdf.layoutBlock(text, style, column));
    };
    pdf.drawArtifact(doc, () => {
      doc.rect(left, top, CARD.width, CARD.height).lineWidth(0.3).dash(2, { space: 2 }).stroke('#999').undash();
      doc.rect(left, top, CARD.width, 3 * MM).fill(site.brandColour ?? '#222');
      drawCode(doc, `${context.publicUrl}/table/${tableId}`, left + (CARD.width - CODE_SIZE) / 2, top + 24 * MM);
      doc.fillColor('#000');
    });
    write(site.name, 6 * MM, 11, 'P');
    write(say`Table ${name}`, 12 * MM, 20, 'H1');
    write(say`Scan to order and pay. Your waiter gives you the code of your table.`, 75 * MM, 9, 'P');
  }
  return pdf.closeDocument(doc, content);
}

/** Draws a QR code with the light border that cameras need. */
function drawCode(doc: Doc, text: string, left: number, top: number): void {
  const modules = encodeQR(text, 'raw', { border: QUIET_MODULES });
  const size = CODE_SIZE / modules.length;
  for (const [y, row] of modules.entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) doc.rect(left + x * size, top + y * size, size, size);
  }
  doc.fill('#000');
}
