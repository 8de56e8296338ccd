import {
  DOTS_PER_COLUMN,
  encodeEscPos,
  encodeStar,
  FONT_DOTS,
  toTextImage,
  type DrawText,
  type PrintContent,
  type TextImage,
} from '@tiffin/domain/printing';
import type { Row } from '../../../platform/db/schema.ts';
import { inRestaurantLanguage } from '../../../platform/i18n/request-language.ts';

/**
 * Encodes what a printer prints. Lines with letters that it lacks are drawn with the fonts of PDF receipts. Drawing
 * waits for the image library, so the content is encoded once to learn which lines to draw, and again with them.
 */
export async function encodeForPrinter(
  { kind, paper_mm, own_letters }: Pick<Row<'printers'>, 'kind' | 'paper_mm' | 'own_letters'>,
  content: PrintContent,
): Promise<Uint8Array> {
  const encode = kind === 'star' ? encodeStar : encodeEscPos;
  const setup = { paper: paper_mm, ownLetters: own_letters };
  const lines = new Map<string, Parameters<DrawText>>();
  const listLine: DrawText = (...line) => {
    lines.set(JSON.stringify(line), line);
    return null;
  };
  const bytes = inRestaurantLanguage(() => encode(content, listLine, setup));
  if (lines.size === 0) return bytes;
  const images = new Map<string, TextImage | null>();
  for (const [key, line] of lines) images.set(key, await drawLine(...line));
  return inRestaurantLanguage(() => encode(content, (...line) => images.get(JSON.stringify(line)) ?? null, setup));
}

/** The height of a line, and how far below its top the letters stand, in sizes of the font. */
const LINE_HEIGHT = 1.4;
const BASELINE = 1.08;

/** Null if the fonts lack a letter. */
async function drawLine(...[texts, look, paperDots]: Parameters<DrawText>): Promise<TextImage | null> {
  const { layoutText, outlinesOf } = await import('../../../platform/pdf/text-layout.ts');
  const { default: sharp } = await import('sharp');
  const { bold, inverted, centred, indent = 0, size: name = 'plain' } = look;
  const size = FONT_DOTS[name];
  const left = indent * DOTS_PER_COLUMN;
  const style = { weight: bold ? 700 : 400, size, direction: 'auto' } as const;
  const [first = [], second = []] = texts.map((text) => layoutText(text, style, paperDots - left));
  const lines = [...first, ...second];
  if (lines.some(({ fragments, text }) => !text.includes('?') && fragments.some((one) => one.text.includes('?'))))
    return null;
  // Two texts share a line if there is room for both.
  const isOneLine = second.length === 1 && lines.reduce((sum, { width }) => sum + width, size as number) <= paperDots;
  const height = Math.ceil((isOneLine ? 1 : lines.length) * size * LINE_HEIGHT);
  const drawn = lines.map((line, index) => {
    const x = isOneLine && index > 0 ? paperDots - line.width : centred ? (paperDots - line.width) / 2 : left;
    const y = ((isOneLine ? 0 : index) * LINE_HEIGHT + BASELINE) * size;
    return `<g transform="translate(${x} ${y})">${outlinesOf(line, size)}</g>`;
  });
  const [paper, ink] = inverted ? ['black', 'white'] : ['white', 'black'];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${paperDots}" height="${height}" fill="${ink}">${drawn.join('')}</svg>`;
  const pixels = await sharp(Buffer.from(svg)).flatten({ background: paper }).ensureAlpha().raw().toBuffer();
  return toTextImage(pixels, paperDots, height);
}
