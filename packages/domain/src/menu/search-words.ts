// The words of a search: how a text is split into words, and how far a typed word is from another.

/**
 * The number of typing mistakes between what was typed and a word: letters that are wrong, missing, added or swapped.
 * Infinity if there are too many: none are allowed in short words, one from four letters, two from eight, and never in
 * the first letter, so that "rice" is not "ice". From five letters on an unfinished word can match too, but ranks
 * behind whole words.
 */
export function countTypos(typed: string, word: string): number {
  const most = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2;
  if (most === 0 || typed[0] !== word[0] || word.length < typed.length - most) return Infinity;
  let before: number[] = [];
  let row = Array.from({ length: word.length + 1 }, (_, at) => at);
  for (let y = 1; y <= typed.length; y++) {
    const next = [y];
    for (let x = 1; x <= word.length; x++) {
      const same = typed[y - 1] === word[x - 1];
      let least = Math.min((row[x - 1] ?? 0) + (same ? 0 : 1), (row[x] ?? 0) + 1, (next[x - 1] ?? 0) + 1);
      const swapped = x > 1 && y > 1 && typed[y - 1] === word[x - 2] && typed[y - 2] === word[x - 1];
      if (swapped) least = Math.min(least, (before[x - 2] ?? 0) + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  const whole = row[word.length] ?? Infinity;
  const started = typed.length < 5 ? Infinity : Math.min(...row) + 0.5;
  const far = Math.min(whole, started);
  return far < most + 1 ? far : Infinity;
}

export function toSingular(word: string): string {
  return word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?:(?<=o)e)?(?<!s)s$/, '') : word;
}

/** Splits a text into lower-case words without accents. "non-veg" stays one word, because "veg" means the opposite. */
export function wordsOf(text: string): string[] {
  return plainText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Splits a search into words. Separators become commas, which count as words. */
export function typedWords(typed: string): string[] {
  return (
    plainText(typed)
      .replaceAll(/[/&+;]/g, ',')
      // Tree nuts are listed as "nut", which covers all kinds of nuts in a search.
      .replaceAll(/\btree[- ]?(?=nuts?\b)/g, '')
      .replaceAll(FRUITS_DE_MER, 'seafood')
      .replaceAll(/\b(?:avoid(?:ing)?|exclud(?:e|ing)|evite[rz]?|sauf|pas(?= d(?:e|u|es)?\b))\b/g, 'without')
      .replaceAll(/\b(?:je suis )?allergi(?:que|e)s?\b/g, 'without')
      .replaceAll(/([\p{L}-]+) allerg(?:y|ies)\b(?! to\b)/gu, 'without $1')
      .replaceAll(/(?:\bi ?['’]?a?m )?\b(?:allergic|allergy|allergies)(?: to)?\b/g, 'without')
      .replaceAll(FRENCH_ARTICLES, '$1 ')
      .match(/[\p{L}\p{N}]+|,/gu) ?? []
  );
}

const FRUITS_DE_MER = /\bfruits? de mer\b/g;
/** "sans les arachides", "sans lait ni œufs", "without au lait": articles after a negation name nothing. */
const FRENCH_ARTICLES = /\b(without|sans|ni|ou|et)(?:\s+(?:produits?|aux?|a|de|du|des|les?|la)\b|\s+[dl]['’])+\s*/g;

function plainText(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('œ', 'oe');
  return plain.replaceAll(/\bnon[- ]veg\w*/g, 'nonveg');
}

export function adjacentWordPairs(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}
