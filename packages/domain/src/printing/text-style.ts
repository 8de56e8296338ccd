export interface TextStyle {
  /** `big` is twice as wide and high, `tall` only as high. */
  readonly size?: 'plain' | 'tall' | 'big';
  readonly bold?: boolean;
  /** White on black. */
  readonly inverted?: boolean;
  readonly centred?: boolean;
  readonly indent?: number;
  /** Spaces before the second and later lines. */
  readonly hang?: number;
}

/** A picture of one bit per dot, row by row. Black is 1. */
export interface TextImage {
  readonly bytesPerRow: number;
  readonly rows: Uint8Array;
}

/** The widths of paper in millimetres, and the columns of each in the printer's standard font. */
export const PAPER_COLUMNS = { 80: 48, 58: 32 } as const;
export type PaperWidth = keyof typeof PAPER_COLUMNS;

/** How a printer is set up by the restaurant. */
export interface PrinterSetup {
  readonly paper: PaperWidth;
  /** Letters that the printer lacks are drawn, also those that could be transliterated to Latin ones. */
  readonly ownLetters: boolean;
}

export const USUAL_SETUP: PrinterSetup = { paper: 80, ownLetters: false };

export function toPaperWidth(stored: unknown): PaperWidth {
  return stored === 58 ? 58 : 80;
}

/** The dots of a column, and the height of the letters, in a picture. */
export const DOTS_PER_COLUMN = 12;
export const FONT_DOTS = { plain: 24, tall: 40, big: 48 } as const;

/** Draws texts as a picture so many dots wide: one at the left, or two at both ends. Null if it cannot. */
export type DrawText = (
  texts: readonly [string] | readonly [string, string],
  look: TextStyle,
  paperDots: number,
) => TextImage | null;

/** A pixel with less light than this, of 255, is printed. */
const DARK_BELOW = 140;

/** One bit for each dot of an RGBA picture, the leftmost of eight in the highest bit: the form that printers take. */
export function toTextImage(data: ArrayLike<number>, width: number, height: number): TextImage {
  const bytesPerRow = Math.ceil(width / 8);
  const rows = new Uint8Array(bytesPerRow * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      // The eye sees green as the brightest and blue as the darkest colour.
      const light = (data[at] ?? 0) * 0.3 + (data[at + 1] ?? 0) * 0.59 + (data[at + 2] ?? 0) * 0.11;
      const byte = y * bytesPerRow + (x >> 3);
      if (light < DARK_BELOW) rows[byte] = (rows[byte] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return { bytesPerRow, rows };
}
