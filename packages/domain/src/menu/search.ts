import { joinWithOr, say } from '../core/index.ts';
import { allergenName, type AllergenId, type DietMarks, type DishAllergens } from './diet.ts';
import { countTypos, adjacentWordPairs, toSingular, typedWords, wordsOf } from './search-words.ts';
import { ALLERGEN_WORDS, AVOIDED_TOO, COLD_WORDS, JOINS, MEAT_WORDS, NO_WORDS, SAME } from './search-vocabulary.ts';
import { DISH_HEATS, type DishHeat } from './spice.ts';

export interface SearchedDish extends DietMarks {
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly tags?: readonly string[];
  readonly allergens: DishAllergens;
  readonly spiceLevel: DishHeat;
}

export interface DishesFound<D> {
  readonly dishes: readonly D[];
  /** The corrected search, if some words are not on this menu; null if all were found as typed. */
  readonly instead: string | null;
  /** Explanations of words that were not searched literally: 'with tree nuts', 'that are vegan'. */
  readonly meaningTexts: readonly string[];
  /** True if the search is about allergens. The page must then show the restaurant's allergy warning. */
  readonly aboutAllergens: boolean;
}

export function correctedSearchText(typed: string, instead: string, count: number): string {
  const requested = typed.trim();
  return count === 1
    ? say`No match for “${requested}”. Showing 1 dish for “${instead}”.`
    : say`No match for “${requested}”. Showing ${count} dishes for “${instead}”.`;
}

/**
 * Explains how words for diets, allergens and heat were understood, for example that “nuts” means tree nuts but not
 * peanuts.
 */
export function searchMeaningText(meanings: readonly string[]): string {
  const which = meanings.join(', ');
  return say`Dishes ${which}.`;
}

interface Meaning {
  readonly meaningTexts: string;
  readonly test: (dish: SearchedDish) => boolean;
}

const VEGAN: Meaning = { meaningTexts: say`that are vegan`, test: (dish) => dish.isVegan };
const MEATLESS: Meaning = { meaningTexts: say`that are vegetarian`, test: isMeatless };
const WITH_MEAT: Meaning = { meaningTexts: say`that are not vegetarian`, test: (dish) => !isMeatless(dish) };
const NOT_SPICY: Meaning = { meaningTexts: say`that are mild or not spicy at all`, test: (dish) => heatOf(dish) <= 1 };
const SPICY: Meaning = {
  meaningTexts: say`that are medium or hot, the hottest first`,
  test: (dish) => heatOf(dish) >= 2,
};

const DIET_WORDS: Readonly<Record<string, Meaning>> = {
  vegan: VEGAN,
  vegetarian: MEATLESS,
  veg: MEATLESS,
  veggie: MEATLESS,
  nonveg: WITH_MEAT,
  meat: WITH_MEAT,
  vegetalien: VEGAN,
  vegetalienne: VEGAN,
  vegetarien: MEATLESS,
  vegetarienne: MEATLESS,
  viande: WITH_MEAT,
};

const HEAT_WORDS: Readonly<Record<string, Meaning>> = {
  spicy: SPICY,
  fiery: SPICY,
  hot: { meaningTexts: say`that are hot`, test: ({ spiceLevel }) => spiceLevel === 'hot' },
  medium: { meaningTexts: say`that are medium`, test: ({ spiceLevel }) => spiceLevel === 'medium' },
  mild: NOT_SPICY,
  epice: SPICY,
  epicee: SPICY,
  piquant: SPICY,
  piquante: SPICY,
  doux: NOT_SPICY,
  douce: NOT_SPICY,
};
type Test = (dish: Read) => boolean;
interface Read {
  readonly words: ReadonlySet<string>;
  readonly dish: SearchedDish;
}
/** A word the search can match. Words of the menu match from their beginning, built-in words only as a whole. */
interface Entry {
  readonly word: string;
  readonly isOnMenu: boolean;
  readonly isAllergen?: true;
  /** The meaning of a built-in word. */
  readonly meaning?: Meaning;
  readonly test: Test;
  /** The word shown as the correction of a typing mistake. */
  readonly correction: string;
  /** Typed words up to this length do not match, so that "dair" does not match "dairyfree". */
  readonly longerThan?: number;
}
interface Menu {
  readonly entries: readonly Entry[];
  /** Pairs of neighbouring words in dish names. */
  readonly pairs: ReadonlySet<string>;
}

/** Indexes a menu once. The returned function finds the dishes that match every typed word. */
export function buildMenuSearch<D>(
  dishes: readonly D[],
  read: (dish: D) => SearchedDish,
): (typed: string) => DishesFound<D> {
  const all = dishes.map((dish) => {
    const searched = read(dish);
    const { name, description, category, tags = [] } = searched;
    const words = new Set(wordsOf([name, description, category, ...tags].join(' ')));
    return { own: dish, dish: searched, words };
  });
  const menu: Menu = {
    entries: entriesFor(new Set(all.flatMap(({ words }) => [...words]))),
    pairs: new Set(all.flatMap(({ dish }) => adjacentWordPairs(wordsOf(dish.name)))),
  };

  return (typed) => {
    const sent: SearchTerm[] = [];
    const words = typedWords(typed);
    while (words.length > 0) {
      // A comma between terms has no meaning.
      if (words[0] === ',') words.shift();
      else sent.push(parseTerm(words, menu));
    }
    const byHeat = sent.some((each) => each.byHeat);
    const exact = all.filter((each) => sent.every(({ test }) => test(each)));
    const forgiven = exact.length === 0 ? forgiveTypos(all, sent, menu) : null;
    const found = forgiven?.found ?? exact;
    const corrections = forgiven?.corrections ?? sent.map(({ correction }) => correction);
    if (byHeat) found.sort((a, b) => heatOf(b.dish) - heatOf(a.dish));
    return {
      dishes: found.length === dishes.length && !byHeat ? dishes : found.map(({ own }) => own),
      instead:
        forgiven !== null || (found.length > 0 && sent.some(({ isSlip }) => isSlip)) ? corrections.join(' ') : null,
      meaningTexts: found.length > 0 ? [...new Set(sent.flatMap(({ meaningTexts }) => meaningTexts))] : [],
      aboutAllergens: sent.some((each) => each.aboutAllergens),
    };
  };
}

/**
 * No dish has all words as they were understood, so each word may also be a slip for another word of the menu: "batter
 * chiken" means butter chicken even where some dish has a batter. Only the dishes with the fewest typing mistakes are
 * found. Words for allergens and diets keep their meaning.
 */
function forgiveTypos<T extends Read>(all: readonly T[], terms: readonly SearchTerm[], { entries }: Menu) {
  const near = terms.map(({ plainWord }) =>
    plainWord === undefined
      ? []
      : entries
          .filter(({ meaning }) => !meaning)
          .map((entry) => ({ entry, far: countTypos(plainWord, entry.word) }))
          .filter(({ far }) => far < Infinity)
          .toSorted((a, b) => a.far - b.far),
  );
  let fewest = Infinity;
  let found: T[] = [];
  let corrections: readonly string[] = [];
  for (const dish of all) {
    const read = terms.map((term, at) =>
      term.test(dish)
        ? { word: term.correction, far: 0 }
        : (near[at] ?? [])
            .filter(({ entry }) => entry.test(dish))
            .map(({ entry, far }) => ({ word: entry.correction, far }))[0],
    );
    const far = read.reduce((sum, each) => sum + (each?.far ?? Infinity), 0);
    if (far < fewest) [fewest, found, corrections] = [far, [], read.map((each) => each?.word ?? '')];
    if (far === fewest && far < Infinity) found.push(dish);
  }
  return found.length === 0 ? null : { found, corrections };
}

interface SearchTerm {
  readonly test: Test;
  /** The typed word, if it stands for itself: not for a diet, an allergen or something to avoid. */
  readonly plainWord?: string;
  /** How the term was understood; empty if it was searched literally. */
  readonly meaningTexts: readonly string[];
  readonly correction: string;
  readonly isSlip: boolean;
  readonly aboutAllergens: boolean;
  readonly byHeat?: true;
}

/** Takes the next term off the words. "no nuts or milk" and "nut free" use several words. */
function parseTerm(words: string[], menu: Menu): SearchTerm {
  const [word = '', next = ''] = words;
  if (COLD_WORDS.has(word) && isHot(next)) {
    words.splice(0, 2);
    const test: Test = ({ dish }) => NOT_SPICY.test(dish);
    return {
      test,
      meaningTexts: [NOT_SPICY.meaningTexts],
      correction: `${word} ${next}`,
      isSlip: false,
      aboutAllergens: false,
    };
  }
  if (NO_WORDS.has(word)) {
    words.shift();
    const avoided = avoidedBy(words, menu);
    return together(avoided, `${word} ${joinWithOr(avoided.map(({ correction }) => correction))}`.trim());
  }
  const free = freeOf(words);
  if (free > 0) {
    const avoided = words.splice(0, free * 2).filter((_, index) => index % 2 === 0);
    const each = avoided.map((one) => avoiding(one, menu));
    return together(each, `${each.map(({ correction }) => correction).join(' and ')} free`);
  }
  words.shift();
  const { found, isSlip, isPart } = findMeaning(word, menu.entries);
  const meaning = found.find((each) => each.meaning)?.meaning;
  return {
    ...((meaning === undefined || (isPart && !found.some(({ isAllergen }) => isAllergen))) && { plainWord: word }),
    test: (dish) => found.some((each) => each.test(dish)),
    meaningTexts: meaning ? [meaning.meaningTexts] : [],
    // A correction shows whole words, never an unfinished one that may be misspelt too.
    correction: ((isSlip || isPart) && found[0]?.correction) || word,
    isSlip: isSlip && found.length > 0,
    aboutAllergens: found.some(({ isAllergen }) => isAllergen),
    ...(meaning === SPICY && { byHeat: true }),
  };
}

function isHot(word: string): boolean {
  return HEAT_WORDS[word] === SPICY || word === 'hot';
}

type Avoided = Pick<SearchTerm, 'test' | 'meaningTexts' | 'correction' | 'isSlip'>;

/** Combines avoided things into one term. It always counts as being about allergens, so that the warning is shown. */
function together(avoided: readonly Avoided[], reported: string): SearchTerm {
  return {
    test: (dish) => avoided.every(({ test }) => test(dish)),
    meaningTexts: avoided.flatMap(({ meaningTexts }) => meaningTexts),
    correction: reported,
    isSlip: avoided.some(({ isSlip }) => isSlip),
    aboutAllergens: true,
  };
}

/** The things after "no", as far as they are joined. An unfinished last word is ignored. */
function avoidedBy(words: string[], menu: Menu): Avoided[] {
  const avoided: Avoided[] = [];
  for (;;) {
    const word = words.shift();
    if (word === undefined) return avoided;
    const isPrefix = !isAllergenWord(word) && (word.length < 3 || isAllergenPrefix(word));
    if (words.length === 0 && isPrefix) return avoided;
    const [next = ''] = words;
    if (menu.pairs.has(`${word} ${next}`)) {
      words.shift();
      avoided.push(avoidingDish(word, next));
    } else avoided.push(avoiding(word, menu));
    // In "cashew nuts" and "coconut milk" the allergen word belongs to the same ingredient.
    if (isAllergenWord(words[0] ?? '')) continue;
    let join = '';
    while (JOINS.has(words[0] ?? '')) join = words.shift() ?? '';
    const isRequest = join !== 'or' && join !== 'nor' && isRequestWord(words[0] ?? '');
    if (join === '' || isRequest || NO_WORDS.has(words[0] ?? '')) return avoided;
  }
}

/** In "no nuts, vegan" the diet is wanted, not avoided. */
function isRequestWord(word: string): boolean {
  return !MEAT_WORDS.has(word) && (Object.hasOwn(DIET_WORDS, word) || Object.hasOwn(HEAT_WORDS, word));
}

/** How many things before "free" are avoided: one, or several joined allergens. 0 if there is no "free". */
function freeOf(words: readonly string[]): number {
  for (let count = 1; ; count++) {
    const after = words[count * 2 - 1] ?? '';
    if (after === 'free') return count;
    if (!JOINS.has(after) || findAllergen(words[count * 2 - 2] ?? '') === null) return 0;
  }
}

/** Excludes dishes that match a word: allergens by the marks of the dish, everything else by its text. */
function avoiding(word: string, { entries }: Menu): Avoided {
  const one = toSingular(word);
  if (MEAT_WORDS.has(one)) return avoidedMeaning(MEATLESS, word, false);
  if (isHot(word)) return avoidedMeaning(NOT_SPICY, word, false);
  const exactMatches = entries.filter((each) => toSingular(each.word) === one);
  const allergen = isAllergenWord(word) ? one : exactMatches.length > 0 ? null : findAllergen(word);
  if (allergen !== null) return avoidedMeaning(without(allergen), allergen, allergen !== one);
  const { found, isSlip } =
    exactMatches.length > 0 ? { found: exactMatches, isSlip: false } : findMeaning(word, entries);
  const reported = (isSlip && found[0]?.correction) || word;
  const test: Test = (dish) => !found.some((each) => each.test(dish));
  return { test, meaningTexts: [unsaidText(reported)], correction: reported, isSlip: isSlip && found.length > 0 };
}

function avoidedMeaning({ meaningTexts, test }: Meaning, reported: string, isSlip: boolean): Avoided {
  return { test: ({ dish }) => test(dish), meaningTexts: [meaningTexts], correction: reported, isSlip };
}

/** "no butter chicken" excludes only dishes with both words, because the guest may well want other chicken. */
function avoidingDish(first: string, second: string): Avoided {
  const reported = `${first} ${second}`;
  return {
    test: ({ words }) => !(words.has(first) && words.has(second)),
    meaningTexts: [unsaidText(reported)],
    correction: reported,
    isSlip: false,
  };
}

/** Ingredients other than allergens are known only from the dish's text, so the message speaks of the text only. */
function unsaidText(word: string): string {
  return say`that say nothing of ${word}`;
}

function isAllergenWord(word: string): boolean {
  return Object.hasOwn(ALLERGEN_WORDS, toSingular(word));
}

function isAllergenPrefix(word: string): boolean {
  return Object.keys(ALLERGEN_WORDS).some((name) => name.startsWith(word));
}

function entriesFor(onMenu: ReadonlySet<string>): readonly Entry[] {
  const entries: Entry[] = [];
  for (const word of onMenu)
    entries.push({ word, isOnMenu: true, correction: word, test: ({ words }) => words.has(word) });
  for (const group of SAME) {
    const kin = [...onMenu].filter((word) => group.includes(toSingular(word)));
    const [reported] = kin;
    if (reported === undefined) continue;
    const test: Test = ({ words }) => kin.some((word) => words.has(word));
    for (const word of group) entries.push({ word, isOnMenu: false, correction: reported, test });
  }
  for (const [word, meaning] of Object.entries({ ...DIET_WORDS, ...HEAT_WORDS })) {
    entries.push({ word, isOnMenu: false, correction: word, meaning, test: ({ dish }) => meaning.test(dish) });
  }
  for (const [word, ids] of Object.entries(ALLERGEN_WORDS)) {
    const contains = ({ allergens }: SearchedDish) => marksIn(allergens).some((id) => ids.includes(id));
    const meaning: Meaning = { meaningTexts: withText(ids), test: contains };
    entries.push({
      word,
      isOnMenu: false,
      isAllergen: true,
      correction: word,
      meaning,
      test: ({ dish }) => contains(dish),
    });
    entries.push(asOneWord(`${word}free`, word, word.length));
  }
  for (const word of ['celiac', 'coeliac']) entries.push(asOneWord(word, 'gluten', 0));
  return entries;
}

/** Compound words: "nutfree", "celiac". */
function asOneWord(word: string, allergen: string, longerThan: number): Entry {
  const meaning = without(allergen);
  const test: Test = ({ dish }) => meaning.test(dish);
  return { word, isOnMenu: false, isAllergen: true, correction: word, meaning, test, longerThan };
}

/**
 * Searches for the word as typed, then as a beginning, then inside words. Only if nothing matches is it treated as a
 * typing mistake.
 */
function findMeaning(word: string, all: readonly Entry[]) {
  const entries = all.filter(({ longerThan = 0 }) => word.length > longerThan);
  const one = toSingular(word);
  const written = entries.filter(
    (each) => (each.isOnMenu && each.word.startsWith(word)) || toSingular(each.word) === one,
  );
  // A whole allergen word does not match longer words that begin with it: "egg" must not find eggplant.
  const whole = written.filter((each) => toSingular(each.word) === one);
  if (written.length > 0) {
    const found = whole.some(({ isAllergen }) => isAllergen) ? whole : written;
    return { found, isSlip: false, isPart: whole.length === 0 };
  }
  if (word.length >= 4) {
    const started = entries.filter((each) => each.word.startsWith(word));
    if (started.length > 0) return { found: started, isSlip: false, isPart: true };
    const within = entries.filter((each) => each.isOnMenu && each.word.includes(word));
    if (within.length > 0) return { found: within, isSlip: false, isPart: true };
  }
  const near = entries.map((entry) => ({ entry, far: countTypos(word, entry.word) }));
  const nearest = Math.min(...near.map(({ far }) => far));
  const found = nearest === Infinity ? [] : near.filter(({ far }) => far === nearest).map(({ entry }) => entry);
  return { found, isSlip: true, isPart: false };
}

/** The allergen a word means, allowing for a typing mistake. */
function findAllergen(word: string): string | null {
  const names = Object.keys(ALLERGEN_WORDS);
  const one = toSingular(word);
  return names.find((name) => name === one) ?? names.find((name) => countTypos(one, name) < Infinity) ?? null;
}

function without(allergen: string): Meaning {
  const avoided = [...(ALLERGEN_WORDS[allergen] ?? []), ...(AVOIDED_TOO[allergen] ?? [])];
  return {
    meaningTexts: allergen === 'gluten' ? say`that are gluten-free` : withoutText(avoided),
    // A dish whose allergens nobody has stated may contain them all.
    test: (dish) =>
      dish.allergens !== null &&
      !marksIn(dish.allergens).some((id) => avoided.includes(id)) &&
      (allergen !== 'gluten' || dish.isGlutenFree),
  };
}

/** The marks by which the words of a search find a dish: those of Canada's list. */
function marksIn(allergens: DishAllergens): readonly AllergenId[] {
  return (allergens ?? []).flatMap((id) => [id, ...(CANADIAN_MARKS[id] ?? [])]);
}

const CANADIAN_MARKS: Readonly<Partial<Record<AllergenId, readonly AllergenId[]>>> = {
  crustaceans: ['crustaceans-and-molluscs'],
  molluscs: ['crustaceans-and-molluscs'],
  gluten: ['wheat'],
};

/** 'tree nuts or peanuts' */
function namesOf(ids: readonly AllergenId[]): string {
  return joinWithOr(ids.map((id) => allergenName(id).toLowerCase()));
}

function withText(ids: readonly AllergenId[]): string {
  const allergens = namesOf(ids);
  return say`with ${allergens}`;
}

function withoutText(ids: readonly AllergenId[]): string {
  const allergens = namesOf(ids);
  return say`without ${allergens}`;
}

function heatOf({ spiceLevel }: SearchedDish): number {
  return DISH_HEATS.indexOf(spiceLevel);
}

function isMeatless({ isVegan, isVegetarian }: DietMarks): boolean {
  return isVegan || isVegetarian;
}
