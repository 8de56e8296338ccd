import bidiFactory from 'bidi-js';
import { findFont, type FontWeight, type LoadedFont } from './fonts.ts';

/** A part of a line in one font and one direction. `x` is the distance from the left end of the line. */
export interface Fragment {
  readonly font: LoadedFont;
  /** What pdfkit gets: where needed, letters are already in the order in which they are drawn. */
  readonly text: string;
  readonly x: number;
}

export interface TextLine {
  /** From left to right. */
  readonly fragments: readonly Fragment[];
  readonly width: number;
  /** The line as it was written. */
  readonly text: string;
  /** False if a reader of the PDF could not get the text back from the glyphs. */
  readonly isReadable: boolean;
}

export interface PdfTextStyle {
  readonly weight: FontWeight;
  readonly size: number;
  /** 'auto' follows the first letter of the text. */
  readonly direction: 'ltr' | 'auto';
}

/** A grapheme cluster as it was written, and the text and font with which it is drawn. */
interface Cluster {
  readonly source: string;
  readonly text: string;
  readonly font: LoadedFont;
}

/** Clusters of one font and one direction. Odd levels of the bidirectional algorithm run from right to left. */
interface Run {
  readonly font: LoadedFont;
  readonly level: number;
  readonly clusters: string[];
}

// The types describe an ES module, but Node loads the CommonJS one, which is the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Divides a text into lines that fit the width. Each is in the order and in the fonts in which it is drawn. */
export function layoutText(text: string, style: PdfTextStyle, width: number): TextLine[] {
  const clusters = chooseFonts(withoutControls(text), style.weight);
  return breakLines(clusters, style.size, width).map((line) => layoutLine(line, style));
}

const CONTROLS = /\p{Cc}+/gu;
/** Invisible characters, but for the two joiners, which change how letters are joined. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu;

function withoutControls(text: string): string {
  // Noto Sans has no narrow no-break space, which French amounts have.
  return text.normalize('NFC').replaceAll('\u202f', '\u00a0').replace(CONTROLS, ' ').replace(INVISIBLE, '');
}

function chooseFonts(text: string, weight: FontWeight): Cluster[] {
  let last: LoadedFont | null = null;
  const clusters: Cluster[] = [];
  for (const { segment } of graphemes.segment(text)) {
    for (const shown of [segment, withoutAccents(segment), '?']) {
      const font: LoadedFont | null = shown === '' ? null : findFont(shown, weight, last);
      if (!font) continue;
      clusters.push({ source: segment, text: shown, font });
      last = font;
      break;
    }
  }
  return clusters;
}

function withoutAccents(cluster: string): string {
  return cluster.normalize('NFKD').replace(/\p{M}/gu, '');
}

/** A line may end after a space or a hyphen, and between two Chinese or Japanese characters. */
const BREAK_AFTER = /[ -]$/;
const IDEOGRAPH = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function splitWords(clusters: readonly Cluster[]): Cluster[][] {
  const parts: Cluster[][] = [];
  for (const [index, cluster] of clusters.entries()) {
    const before = clusters[index - 1]?.text ?? ' ';
    const isBreak = BREAK_AFTER.test(before) || (IDEOGRAPH.test(before) && IDEOGRAPH.test(cluster.text));
    if (isBreak) parts.push([cluster]);
    else parts.at(-1)?.push(cluster);
  }
  return parts;
}

function breakLines(clusters: readonly Cluster[], size: number, width: number): Cluster[][] {
  const lines: Cluster[][] = [];
  let line: Cluster[] = [];
  for (const word of splitWords(clusters)) {
    if (line.length > 0 && !fits([...line, ...word], size, width)) {
      lines.push(line);
      line = [];
    }
    line = [...line, ...word];
    // A word that is wider than the line is broken anywhere.
    while (line.length > 1 && !fits(line, size, width)) {
      let end = line.length - 1;
      while (end > 1 && !fits(line.slice(0, end), size, width)) end--;
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  return [...lines, line].map(withoutSpaceAtEnd).filter((one) => one.length > 0);
}

function fits(clusters: readonly Cluster[], size: number, width: number): boolean {
  const runs = runsOf(withoutSpaceAtEnd(clusters), () => 0);
  return runs.reduce((sum, run) => sum + widthOf(run.font, run.clusters.join(''), size), 0) <= width;
}

function withoutSpaceAtEnd(clusters: readonly Cluster[]): Cluster[] {
  return clusters.slice(0, clusters.findLastIndex(({ text }) => text !== ' ') + 1);
}

function widthOf({ font }: LoadedFont, text: string, size: number): number {
  return (font.layout(text).advanceWidth / font.unitsPerEm) * size;
}

/** The outlines of a line as elements of SVG. The baseline begins at 0, 0. */
export function outlinesOf({ fragments }: TextLine, size: number): string {
  const drawn = fragments.map(({ font: { font }, text, x }) => {
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(text);
    let pen = 0;
    const paths = glyphs.map((glyph, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      pen += xAdvance;
      return `<path transform="translate(${pen - xAdvance + xOffset} ${yOffset})" d="${glyph.path.toSVG()}"/>`;
    });
    return `<g transform="translate(${x}) scale(${scale} ${-scale})">${paths.join('')}</g>`;
  });
  return drawn.join('');
}

/** Scripts whose glyphs do not map back to the text one by one. */
const SHAPED = /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Gurmukhi}]/u;

function layoutLine(clusters: readonly Cluster[], { size, direction }: PdfTextStyle): TextLine {
  const drawn = clusters.map(({ text }) => text).join('');
  const text = clusters.map(({ source }) => source).join('');
  const embedding = bidi.getEmbeddingLevels(drawn, direction);
  const starts: number[] = [];
  let length = 0;
  for (const cluster of clusters) {
    starts.push(length);
    length += cluster.text.length;
  }
  const levelAt = (index: number) => embedding.levels[starts[index] ?? 0] ?? 0;
  const fragments: Fragment[] = [];
  let x = 0;
  for (const run of inVisualOrder(runsOf(clusters, levelAt))) {
    const shown = inDrawnOrder(run);
    fragments.push({ font: run.font, text: shown, x });
    x += widthOf(run.font, shown, size);
  }
  return { fragments, width: x, text, isReadable: drawn === text && !SHAPED.test(text) };
}

/** Words from right to left are runs of their own, because pdfkit draws the words of a run from left to right. */
function runsOf(clusters: readonly Cluster[], levelAt: (index: number) => number): Run[] {
  const runs: Run[] = [];
  for (const [index, { text, font }] of clusters.entries()) {
    const level = levelAt(index);
    const last = runs.at(-1);
    const isWordEnd = level % 2 === 1 && (text === ' ' || last?.clusters.at(-1) === ' ');
    if (last && last.font.id === font.id && last.level === level && !isWordEnd) last.clusters.push(text);
    else runs.push({ font, level, clusters: [text] });
  }
  return runs;
}

/** Rule L2 of the Unicode bidirectional algorithm: reverses each sequence of runs, the innermost first. */
function inVisualOrder(runs: Run[]): Run[] {
  const ordered = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end++;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed());
      start = end;
    }
  }
  return ordered;
}

/** HarfBuzz reverses and mirrors whatever contains Arabic letters or digits, and nothing else. */
function inDrawnOrder({ clusters, level }: Run): string {
  const isReversedByShaping = clusters.some((cluster) => /\p{Script=Arabic}/u.test(cluster));
  const mustBeReversed = level % 2 === 1;
  if (isReversedByShaping === mustBeReversed) return clusters.join('');
  const reversed = clusters.toReversed();
  return (mustBeReversed ? reversed.map((one) => bidi.getMirroredCharacter(one) ?? one) : reversed).join('');
}
