import { currentLocale, say } from '../core/language.ts';

/** A colour as six hexadecimal digits: #5d2b50. */
export const COLOUR_PATTERN = /^#[0-9a-f]{6}$/;

export type BrandColour = 'brand' | 'accent';

/** The colours of a restaurant that chose none; those of the design's tokens. */
export const DEFAULT_COLOURS: Readonly<Record<BrandColour, string>> = { brand: '#5d2b50', accent: '#f3a52b' };

/** The text colour used on each: the palest one on the brand colour, the dark ink on the accent. */
const TEXT_ON: Readonly<Record<BrandColour, string>> = { brand: '#e1ccbf', accent: '#200b1c' };
/** The minimum contrast for text (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5;
const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

/** The problem with a brand colour, or null. Text on it must be legible. */
export function colourProblem(which: BrandColour, colour: string): string | null {
  if (!COLOUR_PATTERN.test(colour)) return say`A colour like #5d2b50`;
  const contrast = contrastRatio(colour, TEXT_ON[which]);
  if (contrast >= MIN_CONTRAST) return null;
  const decimal = (figure: number) => figure.toLocaleString(currentLocale(), ONE_DECIMAL);
  const [ratio, least] = [decimal(contrast), decimal(MIN_CONTRAST)];
  return which === 'brand'
    ? say`Too light: light text on it is hard to read (contrast ${ratio}, at least ${least})`
    : say`Too dark: dark text on it is hard to read (contrast ${ratio}, at least ${least})`;
}

/** The contrast ratio of two colours in any order, from 1 to 21. */
export function contrastRatio(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The relative luminance as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Price levels from $ to $$$$; empty for none. */
export const PRICE_RANGES = ['', '$', '$$', '$$$', '$$$$'] as const;
