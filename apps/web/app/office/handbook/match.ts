/** Lower case, without accents, punctuation and the s of a plural. */
function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(/(\p{L}{4})s\b/gu, '$1')
    .trim();
}

/** Words that say nothing about what is searched. */
const FILLERS = new Set(
  'a an the to my of for in on i do how where is can we le la les l un une des d de du mon ma mes au aux comment ou je'.split(
    ' ',
  ),
);

/**
 * How well the typed text matches names that are separated by commas. 4: it is one of the names. 3: a name starts with
 * it. 2: a word within a name starts with it. 1: each of its words starts a word of the names. 0: no match.
 */
export function matchScore(typed: string, names: string): 0 | 1 | 2 | 3 | 4 {
  const sought = plainText(typed);
  if (sought === '') return 0;
  const plain = names.split(',').map(plainText);
  if (plain.includes(sought)) return 4;
  if (plain.some((name) => name.startsWith(sought))) return 3;
  const all = ` ${plain.join(' ')}`;
  if (all.includes(` ${sought}`)) return 2;
  const words = sought.split(' ').filter((word) => !FILLERS.has(word));
  return words.length > 0 && words.every((word) => all.includes(` ${word}`)) ? 1 : 0;
}
