import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { readFont } from './read-font.ts';

const require = createRequire(import.meta.url);

/** The packages that cover the scripts of guests' names, in the order in which they are searched. */
const PACKAGES = [
  { name: 'noto-sans', ranges: require.resolve('@fontsource/noto-sans/unicode.json'), subsets: /./ },
  {
    name: 'noto-sans-gurmukhi',
    ranges: require.resolve('@fontsource/noto-sans-gurmukhi/unicode.json'),
    subsets: /^gurmukhi$/,
  },
  {
    name: 'noto-sans-arabic',
    ranges: require.resolve('@fontsource/noto-sans-arabic/unicode.json'),
    subsets: /^arabic$/,
  },
  // Chinese is divided into about a hundred numbered files, so that a name needs one or two of them.
  { name: 'noto-sans-sc', ranges: require.resolve('@fontsource/noto-sans-sc/unicode.json'), subsets: /^\[\d+\]$/ },
] as const;

export type FontWeight = 400 | 700;

/** A font file with a part of the letters of a script. */
interface FontFile {
  /** Names the file without its weight: 'noto-sans-greek'. */
  readonly id: string;
  readonly package: string;
  /** The code points that the file is made for, as pairs of first and last. */
  readonly ranges: readonly (readonly [number, number])[];
}

export interface LoadedFont {
  /** Names the file and its weight: 'noto-sans-greek-700'. */
  readonly id: string;
  readonly font: Font;
}

let allFiles: readonly FontFile[] | undefined;

/** All font files. The list is read when the first PDF is made. */
function fontFiles(): readonly FontFile[] {
  allFiles ??= PACKAGES.flatMap(({ name, ranges, subsets }) => {
    const bySubset: Record<string, string> = require(ranges);
    return Object.entries(bySubset)
      .filter(([subset]) => subsets.test(subset))
      .map(([subset, text]) => ({
        id: `${name}-${subset.replace(/[[\]]/g, '')}`,
        package: name,
        ranges: parseRanges(text),
      }));
  });
  return allFiles;
}

/** Parses 'U+0000-00FF,U+20AC'. */
function parseRanges(text: string): [number, number][] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.replace(/^U\+/i, '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

/** A name needs two or three fonts. More than this many would hold memory that is rarely needed again. */
const MAX_CACHED_FONTS = 12;
const cache = new Map<string, LoadedFont>();

/** Reads a font file. The fonts that were used last stay in memory. */
function loadFont(file: FontFile, weight: FontWeight): LoadedFont {
  const id = `${file.id}-${weight}`;
  const cached = cache.get(id);
  cache.delete(id);
  const loaded = cached ?? {
    id,
    font: readFont(require.resolve(`@fontsource/${file.package}/files/${id}-normal.woff`)),
  };
  cache.set(id, loaded);
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_CACHED_FONTS) break;
    cache.delete(oldest);
  }
  return loaded;
}

/** Joiners and variation selectors change the letters beside them and have no glyph. */
const WITHOUT_GLYPH = /\p{Join_Control}|\p{Variation_Selector}/u;

/**
 * Finds the font that has every letter of a grapheme cluster, for example of a Devanagari syllable.
 * The preferred font is used whenever it can be, so that spaces and digits stay in the font of their word.
 */
export function findFont(cluster: string, weight: FontWeight, preferred: LoadedFont | null): LoadedFont | null {
  if (preferred && hasGlyphs(preferred.font, cluster)) return preferred;
  const letters = Array.from(cluster, (letter) => letter.codePointAt(0) ?? 0);
  for (const file of fontFiles()) {
    if (!letters.every((letter) => file.ranges.some(([first, last]) => first <= letter && letter <= last))) continue;
    const loaded = loadFont(file, weight);
    if (hasGlyphs(loaded.font, cluster)) return loaded;
  }
  return null;
}

function hasGlyphs(font: Font, cluster: string): boolean {
  return Array.from(cluster).every(
    (letter) => WITHOUT_GLYPH.test(letter) || font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
  );
}
