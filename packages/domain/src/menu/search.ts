import { say } from '../core/index.ts';
import type { DietMarks } from './diet.ts';
import { DIET_WORDS, HEAT_WORDS, SYNONYMS } from './search-vocabulary.ts';
import type { DishHeat } from './spice.ts';

export interface SearchedDish extends Pick<DietMarks, 'isVegan' | 'isVegetarian'> {
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly tags?: readonly string[];
  readonly spiceLevel: DishHeat;
}

export interface DishesFound<D> {
  readonly dishes: readonly D[];
  /** The corrected search, if some words are not on this menu; null if all were found as typed. */
  readonly instead: string | null;
  /** True if the search asks to leave something out, which it does not do. */
  readonly asksToLeaveOut: boolean;
}

/** What is shown above the dishes that a corrected search found. */
export function correctedSearchText(typed: string, instead: string, count: number): string {
  const requested = typed.trim();
  return count === 1
    ? say`No match for “${requested}”. Showing 1 dish for “${instead}”.`
    : say`No match for “${requested}”. Showing ${count} dishes for “${instead}”.`;
}

/** A word that the search knows, and the words of dishes that it finds. */
interface Entry {
  readonly word: string;
  readonly finds: readonly string[];
  /** True for a word of the menu's texts, which is also found by its beginning. */
  readonly isText: boolean;
}

/** What a typed word may mean. */
interface Meaning extends Pick<Entry, 'finds'> {
  /** 0 if the word is on the menu as typed, 1 for a typing mistake, more if the word is unfinished, too. */
  readonly cost: number;
  /** The word in a corrected search. */
  readonly correction: string;
}

/**
 * A search cannot leave anything out, least of all an allergen. If the typed words ask for that, they count as one
 * phrase, so that "no nuts" does not find noodles with nuts, and "gluten-free naan" finds only a dish of this name.
 */
const LEAVES_OUT =
  /\b(?:no|not|non|without|avoid\w*|exclud\w*|sans|pas|ni|sauf|evite\w*) |free\b|allerg|intoleran|co?elia/;

/**
 * Indexes a menu once. The returned function finds the dishes that match every typed word, with the fewest typing
 * mistakes: "batter chiken" means butter chicken even where some dish has a batter.
 */
export function buildMenuSearch<D>(
  dishes: readonly D[],
  read: (dish: D) => SearchedDish,
): (typed: string) => DishesFound<D> {
  const indexed = dishes.map((source) => {
    const dish = read(source);
    const textWords = wordsOf([dish.name, dish.description, dish.category, ...(dish.tags ?? [])].join(' '));
    return { source, textWords, phrase: asPhrase(textWords), words: new Set([...textWords, ...markWords(dish)]) };
  });
  const entries = entriesFor(new Set(indexed.flatMap(({ textWords }) => textWords)));

  return (typed) => {
    const words = wordsOf(typed);
    if (words.length === 0) return { dishes, instead: null, asksToLeaveOut: false };
    if (LEAVES_OUT.test(words.join(' '))) {
      const found = indexed.filter(({ phrase }) => phrase.includes(asPhrase(words)));
      return { dishes: found.map(({ source }) => source), instead: null, asksToLeaveOut: true };
    }
    const terms = words.map((word) => meaningsOf(word, entries));
    let lowest = Infinity;
    let found: D[] = [];
    let instead: string | null = null;
    for (const dish of indexed) {
      const meanings = terms.map((term) => term.find(({ finds }) => finds.some((word) => dish.words.has(word))));
      const cost = meanings.reduce((sum, meaning) => sum + (meaning?.cost ?? Infinity), 0);
      if (cost < lowest) {
        [lowest, found] = [cost, []];
        instead = cost === 0 ? null : meanings.map((meaning) => meaning?.correction).join(' ');
      }
      if (cost === lowest && cost < Infinity) found.push(dish.source);
    }
    return { dishes: found, instead, asksToLeaveOut: false };
  };
}

/** The words for the marks of a dish, from the same facts as the filters of the menu. */
function markWords({ isVegan, isVegetarian, spiceLevel }: SearchedDish): readonly string[] {
  return [
    ...(isVegan ? DIET_WORDS.vegan : []),
    ...(isVegan || isVegetarian ? DIET_WORDS.vegetarian : DIET_WORDS.neither),
    ...HEAT_WORDS[spiceLevel],
  ];
}

function entriesFor(textWords: ReadonlySet<string>): readonly Entry[] {
  const marks = [...Object.values(DIET_WORDS), ...Object.values(HEAT_WORDS)].flat();
  return [
    ...[...textWords].map((word) => ({ word, finds: [word], isText: true })),
    ...SYNONYMS.flatMap((group) => {
      const finds = [...textWords].filter((word) => group.includes(toSingular(word)));
      return finds.length === 0 ? [] : group.map((word) => ({ word, finds, isText: false }));
    }),
    ...marks.map((word) => ({ word, finds: [word], isText: false })),
  ];
}

/** From this length on, parts of words and typing mistakes are found. */
const LONG_WORD = 4;

/** What a typed word may mean, the likeliest first. It may be the beginning or a part of a word, or a mistake. */
function meaningsOf(typed: string, entries: readonly Entry[]): readonly Meaning[] {
  const singular = toSingular(typed);
  const isWhole = ({ word }: Entry) => toSingular(word) === singular;
  const matches: ((entry: Entry) => boolean)[] = [
    (entry) => isWhole(entry) || (entry.isText && entry.word.startsWith(typed)),
    ({ word }) => typed.length >= LONG_WORD && word.startsWith(typed),
    ({ word, isText }) => typed.length >= LONG_WORD && isText && word.includes(typed),
  ];
  const literal = matches.map((match) => entries.filter(match)).find((found) => found.length > 0) ?? [];
  // A correction shows the word of this menu, never a synonym or an unfinished word.
  const meaning = (entry: Entry, cost: number) => ({
    finds: entry.finds,
    cost,
    correction: cost === 0 && isWhole(entry) ? typed : (entry.finds[0] ?? entry.word),
  });
  const mistyped = (of: 'words' | 'beginnings') =>
    entries.filter(({ word }) => hasOneTypo(typed, word, { isUnfinished: of === 'beginnings' }));
  return [
    ...literal.map((entry) => meaning(entry, 0)),
    ...(typed.length >= LONG_WORD ? mistyped('words').map((entry) => meaning(entry, 1)) : []),
    ...(typed.length > LONG_WORD ? mistyped('beginnings').map((entry) => meaning(entry, 1.5)) : []),
  ];
}

/** True if one letter is wrong, missing, added or swapped. It is never the first one: "rice" is not "ice". */
function hasOneTypo(typed: string, word: string, { isUnfinished }: { readonly isUnfinished: boolean }): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at++;
  // Compares the rest after the first different letter, without so many letters of each.
  const matchesAfter = (skippedTyped: number, skippedWord: number) => {
    const [restTyped, restWord] = [typed.slice(at + skippedTyped), word.slice(at + skippedWord)];
    return isUnfinished ? restWord.startsWith(restTyped) : restWord === restTyped;
  };
  const isSwapped = typed[at] === word[at + 1] && typed[at + 1] === word[at];
  return (
    at > 0 && (matchesAfter(1, 1) || matchesAfter(1, 0) || matchesAfter(0, 1) || (isSwapped && matchesAfter(2, 2)))
  );
}

function toSingular(word: string): string {
  return word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?:(?<=o)e)?(?<!s)s$/, '') : word;
}

/** Lower-case words without accents. "non-veg" stays one word, because "veg" means the opposite. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('œ', 'oe');
  return plain.replaceAll(/\bnon[- ]veg\w*/g, 'nonveg').match(/[\p{L}\p{N}]+/gu) ?? [];
}

function asPhrase(words: readonly string[]): string {
  return ` ${words.join(' ')} `;
}
