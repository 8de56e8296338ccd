/**
 * Unicode lists the Indian scripts from Devanagari to Malayalam in the same order, 128 code points apart, so one
 * table transliterates them all. The result is good enough to read a name or a note aloud in the kitchen.
 */
const INDIC_FIRST = 0x900;
const INDIC_LAST = 0xd7f;
const SCRIPT_SIZE = 0x80;

const VOWELS = lettersFrom(0x05, 'a a i i u u ri li e e e ai o o o au');
const CONSONANTS = new Map([
  ...lettersFrom(0x15, 'k kh g gh ng ch chh j jh ny t th d dh n t th d dh n n p ph b bh m y r r l l l v sh sh s h'),
  ...lettersFrom(0x58, 'q kh g z r rh f y'),
]);
/** Vowel signs after a consonant. They replace its inherent 'a'. */
const SIGNS = lettersFrom(0x3e, 'a i i u u ri ri e e e ai o o o au');
const OTHERS = new Map([
  ...lettersFrom(0x01, 'n n h'),
  ...lettersFrom(0x64, '. .'),
  ...lettersFrom(0x66, '0 1 2 3 4 5 6 7 8 9'),
  [0x70, 'n'],
]);
/** Ends a consonant without a vowel. */
const VIRAMA = 0x4d;
/** Marks that only modify a letter and are left out. */
const IGNORED_MARKS: ReadonlySet<number> = new Set([0x00, 0x3c, 0x3d, 0x51, 0x52, 0x71]);

/** Maps the offsets within a script, from `from` on, to these transliterations. */
function lettersFrom(from: number, spelt: string): Map<number, string> {
  return new Map(spelt.split(' ').map((word, i) => [from + i, word]));
}

function fromIndic(text: string): string {
  const letters = Array.from(text);
  return letters
    .map((letter, i) => {
      const offset = offsetOf(letter);
      if (offset === null) return letter;
      const consonant = CONSONANTS.get(offset);
      if (consonant !== undefined) return consonant + (hasInherentA(letters, i + 1) ? 'a' : '');
      if (offset === VIRAMA || IGNORED_MARKS.has(offset)) return '';
      return VOWELS.get(offset) ?? SIGNS.get(offset) ?? OTHERS.get(offset) ?? letter;
    })
    .join('');
}

/** Whether a consonant's inherent 'a' is written: not before a vowel sign or a virama, and not at the end of a word. */
function hasInherentA(letters: readonly string[], next: number): boolean {
  const offset = offsetOf(letters[next]);
  if (offset === null) return false;
  if (IGNORED_MARKS.has(offset)) return hasInherentA(letters, next + 1);
  return offset !== VIRAMA && !SIGNS.has(offset);
}

/** The offset of a letter within its Indian script; null for a letter of another script. */
function offsetOf(letter: string | undefined): number | null {
  const code = letter?.codePointAt(0) ?? 0;
  return code >= INDIC_FIRST && code <= INDIC_LAST ? code % SCRIPT_SIZE : null;
}

/** Code page 858 from 0x80 on: western European letters with the euro sign, supported by every ESC/POS printer. */
const UPPER_HALF =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

const BYTES: ReadonlyMap<string, number> = new Map([
  ...Array.from({ length: 95 }, (_, i): [string, number] => [String.fromCharCode(0x20 + i), 0x20 + i]),
  ...Array.from(UPPER_HALF, (letter, i): [string, number] => [letter, 0x80 + i]),
  ['\u00a0', 0x20],
  ['\u00ad', 0x2d],
]);

/** Transliterations of letters that Unicode does not decompose into a base letter and an accent. */
const SPELT: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': ',',
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '•': '*',
  œ: 'oe',
  Œ: 'OE',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ...pairs(
    'абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґў',
    'a b v g d e yo zh z i y k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya i yi ye g u',
  ),
  ...pairs('αβγδεζηθικλμνξοπρσςτυφχψω', 'a v g d e z i th i k l m n x o p r s s t y f ch ps o'),
};

/** Maps each letter to its word; `_` stands for a letter that is left out. */
function pairs(letters: string, spelt: string): Record<string, string> {
  const words = spelt.split(' ');
  return Object.fromEntries(Array.from(letters, (letter, i) => [letter, words[i] === '_' ? '' : (words[i] ?? '')]));
}

/** A text in the characters of the printer. */
export interface Printable {
  /** Every character is one column wide and one byte. */
  readonly text: string;
  /** False when something had to be left out, shown as '?'. */
  readonly isWhole: boolean;
  /** False when a letter was left out or transliterated. */
  readonly isExact: boolean;
}

/** Converts text to characters the printer has: keeps supported accents and transliterates other scripts to Latin. */
export function printable(written: string): Printable {
  let isWhole = true;
  const plain = written
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Cf}/gu, '');
  const text = Array.from(fromIndic(plain), (letter) => {
    const spelt = transliterate(letter);
    if (spelt === null) isWhole = false;
    return spelt ?? '?';
  }).join('');
  const isExact = isWhole && Array.from(plain).every((letter) => BYTES.has(letter) || !/[\p{L}\p{M}]/u.test(letter));
  return { text, isWhole, isExact };
}

/** The letter in the printer's characters; null if it has none. */
function transliterate(letter: string): string | null {
  if (BYTES.has(letter)) return letter;
  const small = letter.toLowerCase();
  const spelt = SPELT[letter] ?? (small === letter ? undefined : capital(SPELT[small]));
  if (spelt !== undefined) return spelt;
  const decomposed = Array.from(letter.normalize('NFKD').replace(/\p{M}/gu, ''));
  if (decomposed.length === 0) return '';
  if (decomposed.length === 1 && decomposed[0] === letter) return null;
  const parts = decomposed.map(transliterate);
  return parts.includes(null) ? null : parts.join('');
}

function capital(spelt: string | undefined): string | undefined {
  return spelt === undefined ? undefined : spelt.slice(0, 1).toUpperCase() + spelt.slice(1);
}

const QUESTION_MARK = 0x3f;

/** The bytes of a text that `printable` made. */
export function encodeText(text: string): number[] {
  return Array.from(text, (letter) => BYTES.get(letter) ?? QUESTION_MARK);
}
