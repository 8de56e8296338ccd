import { encodeText, printable } from './code-page.ts';
import {
  DOTS_PER_COLUMN,
  PAPER_COLUMNS,
  USUAL_SETUP,
  type DrawText,
  type PrinterSetup,
  type TextImage,
  type TextStyle,
} from './text-style.ts';

/** The commands of a family of printers. The pairs switch on and off. */
interface Dialect {
  readonly start: readonly number[];
  readonly sizes: Readonly<Record<NonNullable<TextStyle['size']>, readonly number[]>>;
  readonly bold: readonly [readonly number[], readonly number[]];
  readonly inverted: readonly [readonly number[], readonly number[]];
  readonly centred: readonly [readonly number[], readonly number[]];
  readonly openDrawer: readonly number[];
  /** Prints a picture: this, its bytes per row and its rows (two bytes each), `imageEnd`, and its bits. */
  readonly image: readonly number[];
  readonly imageEnd: readonly number[];
  /** Feeds to the cutter first and leaves a corner uncut so that the paper does not fall. */
  readonly cut: readonly number[];
}

const ESC_POS: Dialect = {
  // Reset, leave the two-byte mode of Chinese printers, select the western European code page.
  start: [0x1b, 0x40, 0x1c, 0x2e, 0x1b, 0x52, 0, 0x1b, 0x74, 19],
  sizes: { plain: [0x1d, 0x21, 0x00], tall: [0x1d, 0x21, 0x01], big: [0x1d, 0x21, 0x11] },
  bold: [
    [0x1b, 0x45, 1],
    [0x1b, 0x45, 0],
  ],
  inverted: [
    [0x1d, 0x42, 1],
    [0x1d, 0x42, 0],
  ],
  centred: [
    [0x1b, 0x61, 1],
    [0x1b, 0x61, 0],
  ],
  openDrawer: [0x1b, 0x70, 0, 25, 250],
  image: [0x1d, 0x76, 0x30, 0],
  imageEnd: [],
  cut: [0x1d, 0x56, 66, 3],
};

/** StarPRNT and Star line mode. */
const STAR: Dialect = {
  start: [0x1b, 0x40, 0x1b, 0x1d, 0x74, 4],
  sizes: { plain: [0x1b, 0x69, 0, 0], tall: [0x1b, 0x69, 1, 0], big: [0x1b, 0x69, 1, 1] },
  bold: [
    [0x1b, 0x45],
    [0x1b, 0x46],
  ],
  inverted: [
    [0x1b, 0x34],
    [0x1b, 0x35],
  ],
  centred: [
    [0x1b, 0x1d, 0x61, 1],
    [0x1b, 0x1d, 0x61, 0],
  ],
  openDrawer: [0x07],
  image: [0x1b, 0x1d, 0x53, 1],
  imageEnd: [0],
  cut: [0x1b, 0x64, 3],
};

const LINE_FEED = 0x0a;
const drawNothing: DrawText = () => null;

/** A paper to print on, line by line. */
export interface Paper {
  readonly line: (text: string, look?: TextStyle) => void;
  /** Prints a label on the left and its value on the right, or on the next line when there is no room. */
  readonly row: (left: string, right: string, look?: TextStyle) => void;
  readonly rule: () => void;
  readonly feed: (lines?: number) => void;
  readonly openDrawer: () => void;
  readonly cut: () => void;
  /** False once something could not be printed with the printer's characters. */
  readonly isWhole: () => boolean;
}

export type PrintContent = (paper: Paper) => void;

type Encode = (content: PrintContent, draw?: DrawText, setup?: PrinterSetup) => Uint8Array<ArrayBuffer>;

export const encodeEscPos = encodeFor(ESC_POS);
/** Encodes the content for Star printers. */
export const encodeStar = encodeFor(STAR);

/**
 * Letters that a printer does not have are transliterated, or drawn if its setup says so. A line that cannot be
 * transliterated, for example Chinese or Arabic, is always drawn.
 */
function encodeFor(dialect: Dialect): Encode {
  return (content, draw = drawNothing, setup = USUAL_SETUP) => {
    const paper = newPaper(dialect, draw, setup);
    content(paper);
    return paper.bytes();
  };
}

function newPaper(
  dialect: Dialect,
  draw: DrawText,
  setup: PrinterSetup,
): Paper & { bytes: () => Uint8Array<ArrayBuffer> } {
  const columns = PAPER_COLUMNS[setup.paper];
  let isWhole = true;
  const { sizes } = dialect;
  const out: number[] = [...dialect.start];

  function read(text: string): string {
    const result = printable(text);
    if (!result.isWhole) isWhole = false;
    return result.text.trim();
  }

  /** Prints the texts as a picture if the printer lacks their letters. False if it has them, or no picture can be drawn. */
  function printImage(texts: Parameters<DrawText>[0], look: TextStyle): boolean {
    const hasLettersOf = (text: string) => {
      const found = printable(text);
      return setup.ownLetters ? found.isExact : found.isWhole;
    };
    if (texts.every(hasLettersOf)) return false;
    const image = draw(texts, look, columns * DOTS_PER_COLUMN);
    if (image) out.push(...imageCommand(dialect, image));
    return image !== null;
  }

  function widthOf({ size, inverted }: TextStyle): number {
    return (size === 'big' ? columns / 2 : columns) - (inverted ? 2 : 0);
  }

  /** Turns the style on before and off after, so that no line depends on another. */
  function write(lines: readonly string[], { size = 'plain', bold, inverted, centred }: TextStyle): void {
    const looks = [
      centred && dialect.centred,
      size !== 'plain' && ([sizes[size], sizes.plain] as const),
      bold && dialect.bold,
      inverted && dialect.inverted,
    ].filter((look) => !!look);
    for (const [on] of looks) out.push(...on);
    for (const line of lines) out.push(...encodeText(inverted ? ` ${line} ` : line), LINE_FEED);
    for (const [, off] of looks.toReversed()) out.push(...off);
  }

  return {
    line(text, look = {}) {
      if (printImage([text], look)) return;
      const { indent = 0, hang = 0 } = look;
      write(
        wrap(read(text), widthOf(look) - indent, hang).map((line) => ' '.repeat(indent) + line),
        look,
      );
    },
    row(left, right, look = {}) {
      if (printImage([left, right], look)) return;
      const width = widthOf(look);
      const name = read(left);
      const value = read(right);
      const room = width - value.length - 2;
      if (room < Math.min(name.length, width / 2)) {
        write([...wrap(name, width, 0), ...wrap(`  ${value}`, width, 2)], look);
        return;
      }
      const [first = '', ...more] = wrap(name, room, look.hang ?? 0);
      write([first.padEnd(width - value.length) + value, ...more], look);
    },
    rule: () => write(['-'.repeat(columns)], {}),
    feed: (lines = 1) => out.push(...Array.from({ length: lines }, () => LINE_FEED)),
    openDrawer: () => out.push(...dialect.openDrawer),
    cut: () => out.push(...dialect.cut),
    isWhole: () => isWhole,
    bytes: () => Uint8Array.from(out),
  };
}

function imageCommand({ image, imageEnd }: Dialect, { bytesPerRow, rows }: TextImage): number[] {
  const height = rows.length / bytesPerRow;
  const size = [bytesPerRow & 0xff, bytesPerRow >> 8, height & 0xff, height >> 8];
  return [...image, ...size, ...imageEnd, ...rows];
}

/** Wraps between words; a word longer than a line is broken. */
function wrap(text: string, width: number, hang: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width);
    const end = rest.slice(0, Math.max(0, space)).trim() === '' ? width : space;
    lines.push(rest.slice(0, end).trimEnd());
    rest = ' '.repeat(hang) + rest.slice(end).trimStart();
  }
  return [...lines, rest];
}
