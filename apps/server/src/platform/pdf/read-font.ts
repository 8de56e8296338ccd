import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { create, type Font, type GlyphRun } from 'fontkit';
import { Blob, Buffer as TextBuffer, ClusterLevel, Face, Font as ShapingFont, shape } from 'harfbuzzjs';

/**
 * Reads a WOFF file as a font for pdfkit. HarfBuzz chooses and places the glyphs, because fontkit fails on valid fonts
 * of Indian scripts (https://github.com/foliojs/fontkit/issues/367). fontkit does the rest: tables and embedding.
 */
export function readFont(path: string): Font {
  const bytes = unwrapWoff(readFileSync(path));
  const font = create(bytes);
  if ('fonts' in font) throw new Error(`${path} is a collection of fonts`);
  const shaping = new ShapingFont(new Face(new Blob(bytes)));
  return Object.assign(font, { layout: (text: string) => shapeText(font, shaping, text) });
}

/**
 * A WOFF file begins with a header and an entry for each table, the font in it with a shorter header and records. Each
 * field has four bytes: name, offset, packed length, length and checksum of an entry; name, checksum, offset and length
 * of a record.
 */
const WOFF_BYTES = { header: 44, entry: 20 } as const;
const FONT_BYTES = { header: 12, record: 16 } as const;

/** Unwraps the font of a WOFF file (https://www.w3.org/TR/WOFF): the same tables, each compressed. */
function unwrapWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF file');
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(FONT_BYTES.header + FONT_BYTES.record * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let end = head.length;
  for (let index = 0; index < count; index++) {
    const entry = WOFF_BYTES.header + WOFF_BYTES.entry * index;
    const [offset = 0, packed = 0, length = 0] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field));
    const content = woff.subarray(offset, offset + packed);
    const table = Buffer.alloc(Math.ceil(length / 4) * 4);
    (packed < length ? inflateSync(content) : content).copy(table);
    const record = FONT_BYTES.header + FONT_BYTES.record * index;
    woff.copy(head, record, entry, entry + 4);
    woff.copy(head, record + 4, entry + 16, entry + 20);
    head.writeUInt32BE(end, record + 8);
    head.writeUInt32BE(length, record + 12);
    tables.push(table);
    end += table.length;
  }
  return Buffer.concat([head, ...tables]);
}

const ZERO_WIDTH_SPACE = '\u200b';
const buffer = new TextBuffer();

/** What pdfkit needs of a run of glyphs. */
function shapeText(
  font: Font,
  shaping: ShapingFont,
  text: string,
): Pick<GlyphRun, 'glyphs' | 'positions' | 'advanceWidth'> {
  buffer.reset();
  // The glyphs of a syllable keep their own letters, so that text can be copied from the PDF.
  buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(shaping, buffer);
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const starts = [...new Set(infos.map(({ cluster }) => cluster)), text.length].toSorted((a, b) => a - b);
  const clustersOfEarlierGlyphs = new Set<number>();
  const glyphs = infos.map(({ codepoint: id, cluster }) => {
    // The first glyph of a cluster carries all its text. PDF readers invent a letter for a glyph without any text.
    const source = clustersOfEarlierGlyphs.has(cluster)
      ? ZERO_WIDTH_SPACE
      : text.slice(
          cluster,
          starts.find((start) => start > cluster),
        );
    clustersOfEarlierGlyphs.add(cluster);
    const codePoints = Array.from(source, (letter) => letter.codePointAt(0) ?? 0);
    return Object.create(font.getGlyph(id), { codePoints: { value: codePoints } });
  });
  return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) };
}
