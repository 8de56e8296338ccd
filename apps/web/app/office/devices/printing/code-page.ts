import { fromIndic } from './indic.ts';

/** Code page 858 from 0x80 on: western Europe with the euro, in every ESC/POS printer. */
const UPPER =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

const BYTES: ReadonlyMap<string, number> = new Map([
  ...Array.from({ length: 95 }, (_, i): [string, number] => [String.fromCharCode(0x20 + i), 0x20 + i]),
  ...Array.from(UPPER, (letter, i): [string, number] => [letter, 0x80 + i]),
  ['\u00a0', 0x20],
  ['\u00ad', 0x2d],
]);

/** Letters that do not come apart into a plain one and its accent. */
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

function pairs(letters: string, spelt: string): Record<string, string> {
  const words = spelt.split(' ');
  return Object.fromEntries(Array.from(letters, (letter, i) => [letter, words[i] === '_' ? '' : (words[i] ?? '')]));
}

export interface Printable {
  /** Every character is one column wide and one byte. */
  readonly text: string;
  /** False when something had to be left out, shown as '?'. */
  readonly isWhole: boolean;
}

/** Any text in letters the printer has: accents kept where it knows them, other scripts spelt in Latin. */
export function printable(written: string): Printable {
  let isWhole = true;
  const latin = fromIndic(
    written
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
      .replace(/\p{Cf}/gu, ''),
  );
  const text = Array.from(latin, (letter) => {
    const spelt = speltOut(letter);
    if (spelt === null) isWhole = false;
    return spelt ?? '?';
  }).join('');
  return { text, isWhole };
}

function speltOut(letter: string): string | null {
  if (BYTES.has(letter)) return letter;
  const small = letter.toLowerCase();
  const spelt = SPELT[letter] ?? (small === letter ? undefined : capital(SPELT[small]));
  if (spelt !== undefined) return spelt;
  const apart = Array.from(letter.normalize('NFKD').replace(/\p{M}/gu, ''));
  if (apart.length === 0) return '';
  if (apart.length === 1 && apart[0] === letter) return null;
  const parts = apart.map(speltOut);
  return parts.includes(null) ? null : parts.join('');
}

function capital(spelt: string | undefined): string | undefined {
  return spelt === undefined ? undefined : spelt.slice(0, 1).toUpperCase() + spelt.slice(1);
}

/** The bytes of a text that `printable` made. */
export function encoded(text: string): number[] {
  return Array.from(text, (letter) => BYTES.get(letter) ?? 0x3f);
}
