import { DOTS_PER_COLUMN, FONT_DOTS, toTextImage, type DrawText } from '@tiffin/domain/printing';

/** The height of a line, and how far below its top the letters stand, in sizes of the font. */
const LINE_HEIGHT = 1.35;
const BASELINE = 1.05;

/** Draws with the fonts of this device, which have the scripts that its people read. */
export const drawText: DrawText = (texts, look, paperDots) => {
  if (typeof OffscreenCanvas === 'undefined') return null;
  const { size = 'plain', bold = false, inverted = false, centred = false, indent = 0 } = look;
  const dots = FONT_DOTS[size];
  const font = `${bold ? 'bold ' : ''}${dots}px sans-serif`;
  const measure = new OffscreenCanvas(1, 1).getContext('2d');
  if (!measure) return null;
  measure.font = font;
  const left = indent * DOTS_PER_COLUMN;
  const widthOf = (text: string) => measure.measureText(text).width;
  const lines = linesOf(texts, paperDots - left, widthOf);
  const height = Math.ceil(lines.length * dots * LINE_HEIGHT);
  const context = new OffscreenCanvas(paperDots, height).getContext('2d');
  if (!context) return null;
  context.font = font;
  context.fillStyle = inverted ? 'black' : 'white';
  context.fillRect(0, 0, paperDots, height);
  context.fillStyle = inverted ? 'white' : 'black';
  for (const [at, [first, second]] of lines.entries()) {
    const y = (at * LINE_HEIGHT + BASELINE) * dots;
    context.fillText(first, centred ? Math.max(0, (paperDots - widthOf(first)) / 2) : left, y);
    if (second !== undefined) context.fillText(second, paperDots - widthOf(second), y);
  }
  return toTextImage(context.getImageData(0, 0, paperDots, height).data, paperDots, height);
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
