import type { DrawText, TextImage } from '@tiffin/domain/printing';

/** The dots of a line on 80 mm paper: 48 columns of 12. */
const PAPER_DOTS = 576;
const DOTS_PER_COLUMN = 12;
const FONT_DOTS = { plain: 24, tall: 40, big: 48 } as const;
/** The height of a line, and how far below its top the letters stand, in sizes of the font. */
const LINE_HEIGHT = 1.35;
const BASELINE = 1.05;

/** Draws with the fonts of this device, which have the scripts that its people read. */
export const drawText: DrawText = (texts, look) => {
  if (typeof OffscreenCanvas === 'undefined') return null;
  const { size = 'plain', bold = false, inverted = false, centred = false, indent = 0 } = look;
  const dots = FONT_DOTS[size];
  const font = `${bold ? 'bold ' : ''}${dots}px sans-serif`;
  const measure = new OffscreenCanvas(1, 1).getContext('2d');
  if (!measure) return null;
  measure.font = font;
  const left = indent * DOTS_PER_COLUMN;
  const widthOf = (text: string) => measure.measureText(text).width;
  const lines = linesOf(texts, PAPER_DOTS - left, widthOf);
  const height = Math.ceil(lines.length * dots * LINE_HEIGHT);
  const context = new OffscreenCanvas(PAPER_DOTS, height).getContext('2d');
  if (!context) return null;
  context.font = font;
  context.fillStyle = inverted ? 'black' : 'white';
  context.fillRect(0, 0, PAPER_DOTS, height);
  context.fillStyle = inverted ? 'white' : 'black';
  for (const [at, [first, second]] of lines.entries()) {
    const y = (at * LINE_HEIGHT + BASELINE) * dots;
    context.fillText(first, centred ? Math.max(0, (PAPER_DOTS - widthOf(first)) / 2) : left, y);
    if (second !== undefined) context.fillText(second, PAPER_DOTS - widthOf(second), y);
  }
  return toImage(context.getImageData(0, 0, PAPER_DOTS, height));
};

/** Two texts share a line if there is room for both. */
function linesOf(
  [first, second]: readonly [string] | readonly [string, string],
  width: number,
  widthOf: (text: string) => number,
): [string, string?][] {
  if (second === undefined) return wrap(first, width, widthOf).map((line) => [line]);
  if (widthOf(`${first}  ${second}`) <= width) return [[first, second]];
  return [first, second].flatMap((text) => wrap(text, width, widthOf)).map((line) => [line]);
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const wordSegmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

function wrap(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  // Chinese has no spaces, so a line may end after any word that the browser recognises.
  for (const { segment } of wordSegmenter.segment(text)) {
    const parts = widthOf(segment) <= width ? [segment] : Array.from(graphemes.segment(segment), (one) => one.segment);
    for (const part of parts) {
      if (line !== '' && widthOf(line + part) > width) {
        lines.push(line.trim());
        line = '';
      }
      line += part;
    }
  }
  return [...lines, line.trim()];
}

/** A pixel with less light than this, of 255, is printed. */
const DARK_BELOW = 140;

/** One bit for each dot, eight dots in a byte, the leftmost in its highest bit: the form that printers take. */
function toImage({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>): TextImage {
  const bytesPerRow = Math.ceil(width / 8);
  const rows = new Uint8Array(bytesPerRow * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
      // The eye sees green as the brightest and blue as the darkest colour.
      const isDark = red * 0.3 + green * 0.59 + blue * 0.11 < DARK_BELOW;
      if (isDark) rows[y * bytesPerRow + (x >> 3)] = (rows[y * bytesPerRow + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return { bytesPerRow, rows };
}
