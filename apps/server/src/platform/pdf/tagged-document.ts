import PdfDocument from 'pdfkit';
import { layoutText, type TextLine, type PdfTextStyle } from './text-layout.ts';

export type Doc = PDFKit.PDFDocument;
export type Element = PDFKit.PDFStructureElement;

export interface DocumentInfo {
  readonly size: [number, number];
  readonly margin: number;
  readonly title: string;
  readonly author: string;
  /** A language tag: 'en-CA'. */
  readonly language: string;
  readonly createdAt: Date;
}

/** A text in a column of the page, as lines that are not drawn yet. */
export interface TextBlock {
  readonly lines: readonly TextLine[];
  readonly size: number;
  readonly left: number;
  readonly width: number;
  readonly align: 'left' | 'center' | 'right';
  readonly height: number;
}

/** The height of a line in Noto Sans, which leaves room for signs above and below Indian letters. */
const LINE_HEIGHT = 1.36;
/** From the top of a line to its baseline. */
const ASCENT = 1.07;

/** A document whose structure a screen reader can read. `content` is the element that contains everything. */
export function openDocument(info: DocumentInfo): { doc: Doc; content: Element } {
  const doc = new PdfDocument({
    size: info.size,
    margin: info.margin,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: info.language,
    info: { Title: info.title, Author: info.author, CreationDate: info.createdAt },
    // There is no default font: a standard font of PDF has only Western European letters.
    font: null as never,
  });
  const content = doc.struct('Document');
  doc.addStructure(content);
  return { doc, content };
}

/** Ends the document and returns its bytes. */
export function closeDocument(doc: Doc, content: Element): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    doc.on('error', reject);
    content.end();
    doc.end();
  });
}

/** Divides a text into the lines of a column. */
export function layoutBlock(
  text: string,
  style: PdfTextStyle,
  column: Pick<TextBlock, 'left' | 'width' | 'align'>,
): TextBlock {
  const lines = layoutText(text, style, column.width);
  return { ...column, lines, size: style.size, height: lines.length * style.size * LINE_HEIGHT };
}

/** Draws a block with its top at the current position, which stays where it is, and adds it to the structure. */
export function drawBlock(doc: Doc, parent: Element, tag: 'H1' | 'H2' | 'P' | 'TD', block: TextBlock): void {
  const isReadable = block.lines.every((line) => line.isReadable);
  const actual = block.lines.map((line) => line.text).join('');
  parent.add(doc.struct(tag, isReadable ? {} : { actual }, () => drawLines(doc, block)));
}

function drawLines(doc: Doc, block: TextBlock): void {
  const { x, y } = doc;
  for (const [index, line] of block.lines.entries()) {
    const free = block.width - line.width;
    const left = block.left + { left: 0, center: free / 2, right: free }[block.align];
    drawLine(doc, line, block.size, left, y + (index * LINE_HEIGHT + ASCENT) * block.size);
  }
  Object.assign(doc, { x, y });
}

const RIGHT_TO_LEFT = /\p{Script=Arabic}/u;

function drawLine(doc: Doc, line: TextLine, size: number, left: number, baseline: number): void {
  // Programs that copy text reverse whatever runs from right to left, so there only the structure contains the text.
  const hasActualText = !line.isReadable && !RIGHT_TO_LEFT.test(line.text);
  if (hasActualText) doc.markContent('Span', { actual: line.text });
  for (const { font, text, x } of line.fragments) {
    // pdfkit's types do not know that it accepts fonts of fontkit
    doc.registerFont(font.id, font.font as never);
    doc
      .font(font.id)
      .fontSize(size)
      .text(text, left + x, baseline, { lineBreak: false, baseline: 'alphabetic' });
  }
  if (hasActualText) doc.endMarkedContent();
}

/** Draws something that has no meaning for a reader, for example a rule. */
export function drawArtifact(doc: Doc, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' });
  draw();
  doc.endMarkedContent();
}
