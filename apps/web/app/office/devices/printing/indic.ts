/**
 * The scripts of India, from Devanagari to Malayalam, stand in Unicode in the same order, 128 apart:
 * one table spells them all. Good enough to read a name or a wish aloud in the kitchen.
 */
const FIRST = 0x900;
const LAST = 0xd7f;
const BLOCK = 0x80;

const VOWELS = spread(0x05, 'a a i i u u ri li e e e ai o o o au');
const CONSONANTS = new Map([
  ...spread(0x15, 'k kh g gh ng ch chh j jh ny t th d dh n t th d dh n n p ph b bh m y r r l l l v sh sh s h'),
  ...spread(0x58, 'q kh g z r rh f y'),
]);
/** Vowels on a consonant; they take the place of the 'a' it has by itself. */
const SIGNS = spread(0x3e, 'a i i u u ri ri e e e ai o o o au');
const OTHERS = new Map([
  ...spread(0x01, 'n n h'),
  ...spread(0x64, '. .'),
  ...spread(0x66, '0 1 2 3 4 5 6 7 8 9'),
  [0x70, 'n'],
]);
const SILENT = 0x4d;
/** Marks that only colour a letter. */
const UNHEARD: ReadonlySet<number> = new Set([0x00, 0x3c, 0x3d, 0x51, 0x52, 0x71]);

function spread(from: number, spelt: string): Map<number, string> {
  return new Map(spelt.split(' ').map((word, i) => [from + i, word]));
}

export function fromIndic(text: string): string {
  const letters = Array.from(text);
  return letters
    .map((letter, i) => {
      const at = placeOf(letter);
      if (at === null) return letter;
      const consonant = CONSONANTS.get(at);
      if (consonant !== undefined) return consonant + (saysA(letters, i + 1) ? 'a' : '');
      if (at === SILENT || UNHEARD.has(at)) return '';
      return VOWELS.get(at) ?? SIGNS.get(at) ?? OTHERS.get(at) ?? letter;
    })
    .join('');
}

/** Not before a vowel's sign, not where it is silenced, and not at a word's end. */
function saysA(letters: readonly string[], next: number): boolean {
  const at = placeOf(letters[next]);
  if (at === null) return false;
  if (UNHEARD.has(at)) return saysA(letters, next + 1);
  return at !== SILENT && !SIGNS.has(at);
}

function placeOf(letter: string | undefined): number | null {
  const code = letter?.codePointAt(0) ?? 0;
  return code >= FIRST && code <= LAST ? code % BLOCK : null;
}
