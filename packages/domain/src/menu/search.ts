import { say } from '../core/language.ts';
import { eitherText } from '../core/variants.ts';
import { allergenName, type AllergenId, type DietMarks } from './diet.ts';
import { DISH_HEATS, type DishHeat } from './spice.ts';

/** What of a dish a search looks at. */
export interface SearchedDish extends DietMarks {
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly tags?: readonly string[];
  readonly allergens: readonly AllergenId[];
  readonly spiceLevel: DishHeat;
}

export interface DishesFound<D> {
  readonly dishes: readonly D[];
  /** What was taken for the words that stand nowhere on this menu; null where all was found as typed. */
  readonly instead: string | null;
  /** What of it was not looked for as it is written, in words: 'with tree nuts', 'that are vegan'. */
  readonly meant: readonly string[];
  /** Allergens were asked about: whoever shows the answer gives the house's caution with it. */
  readonly aboutAllergens: boolean;
}

/** Says that the search was corrected, and to what. */
export function insteadText(typed: string, instead: string, count: number): string {
  const requested = typed.trim();
  return count === 1
    ? say`No match for “${requested}”. Showing 1 dish for “${instead}”.`
    : say`No match for “${requested}”. Showing ${count} dishes for “${instead}”.`;
}

/** What words of diet, allergens and heat were understood as is said, too: “nuts” are tree nuts and no peanuts. */
export function searchMeaningText(meanings: readonly string[]): string {
  const which = meanings.join(', ');
  return say`Dishes ${which}.`;
}

/** Words a kitchen uses for the same thing; what is missing here is a slip at most. */
const SAME: readonly (readonly string[])[] = [
  ['prawn', 'shrimp', 'jhinga'],
  ['dal', 'daal', 'dhal', 'lentil'],
  ['biryani', 'biriyani', 'briyani'],
  ['aloo', 'alu', 'potato'],
  ['gobi', 'gobhi', 'cauliflower'],
  ['palak', 'saag', 'spinach'],
  ['chana', 'channa', 'chole', 'chickpea', 'garbanzo'],
  ['baingan', 'brinjal', 'eggplant', 'aubergine'],
  ['bhindi', 'okra'],
  ['matar', 'mutter', 'pea'],
  ['murgh', 'chicken'],
  ['mutton', 'goat'],
  ['paneer', 'panir'],
  ['naan', 'nan'],
  ['roti', 'chapati', 'chapatti', 'phulka'],
  ['puri', 'poori'],
  ['raita', 'yogurt', 'yoghurt', 'curd', 'dahi'],
  ['chai', 'tea'],
  ['coriander', 'cilantro', 'dhania'],
  ['jeera', 'cumin'],
  ['mirch', 'chili', 'chilli', 'chile'],
  ['kebab', 'kabab', 'kabob', 'kebob'],
  ['pakora', 'pakoda', 'bhaji', 'fritter'],
  ['korma', 'kurma', 'qorma'],
  ['vindaloo', 'vindalu'],
  ['idli', 'idly'],
  ['dosa', 'dosai'],
  ['haldi', 'turmeric'],
  ['soda', 'pop'],
  ['dessert', 'sweet', 'mithai'],
];

interface Meaning {
  readonly meant: string;
  readonly test: (dish: SearchedDish) => boolean;
}

const MEATLESS: Meaning = { meant: say`that are vegetarian`, test: isMeatless };
const WITH_MEAT: Meaning = { meant: say`that are not vegetarian`, test: (dish) => !isMeatless(dish) };
const NOT_SPICY: Meaning = { meant: say`that are mild or not spicy at all`, test: (dish) => heatOf(dish) <= 1 };
const SPICY: Meaning = { meant: say`that are medium or hot, the hottest first`, test: (dish) => heatOf(dish) >= 2 };

const DIET_WORDS: Readonly<Record<string, Meaning>> = {
  vegan: { meant: say`that are vegan`, test: (dish) => dish.isVegan },
  vegetarian: MEATLESS,
  veg: MEATLESS,
  veggie: MEATLESS,
  nonveg: WITH_MEAT,
  meat: WITH_MEAT,
};

const HEAT_WORDS: Readonly<Record<string, Meaning>> = {
  spicy: SPICY,
  fiery: SPICY,
  hot: { meant: say`that are hot`, test: ({ spiceLevel }) => spiceLevel === 'hot' },
  medium: { meant: say`that are medium`, test: ({ spiceLevel }) => spiceLevel === 'medium' },
  mild: NOT_SPICY,
};
const COLD_WORDS: ReadonlySet<string> = new Set(['no', 'not', 'non', 'without', 'sans']);
const NO_WORDS: ReadonlySet<string> = new Set(['no', 'without', 'sans']);
const JOINS: ReadonlySet<string> = new Set([',', 'or', 'and', 'nor']);
const MEAT_WORDS: ReadonlySet<string> = new Set(['meat', 'nonveg']);

const ALLERGEN_WORDS: Readonly<Record<string, readonly AllergenId[]>> = {
  egg: ['eggs'],
  milk: ['milk'],
  dairy: ['milk'],
  lactose: ['milk'],
  mustard: ['mustard'],
  peanut: ['peanuts'],
  groundnut: ['peanuts'],
  shellfish: ['crustaceans-and-molluscs'],
  crustacean: ['crustaceans-and-molluscs'],
  mollusc: ['crustaceans-and-molluscs'],
  seafood: ['fish', 'crustaceans-and-molluscs'],
  fish: ['fish'],
  sesame: ['sesame'],
  soy: ['soy'],
  soya: ['soy'],
  sulphite: ['sulphites'],
  sulfite: ['sulphites'],
  nut: ['tree-nuts'],
  wheat: ['wheat'],
  gluten: ['wheat'],
};
/** Who asks for dishes without nuts means these too. */
const AVOIDED_TOO: Readonly<Record<string, readonly AllergenId[]>> = { nut: ['peanuts'] };

type Test = (dish: Read) => boolean;
interface Read {
  readonly words: ReadonlySet<string>;
  readonly dish: SearchedDish;
}
/** A word that may be meant. What stands on the menu is found from its beginning on, what we know besides as a whole. */
interface Entry {
  readonly word: string;
  readonly isOnMenu: boolean;
  readonly isAllergen?: true;
  /** What it asks for, where it is no word of the menu. */
  readonly meaning?: Meaning;
  readonly test: Test;
  /** How it is told to whoever made a slip. */
  readonly told: string;
  /** So many letters are another word still: "dair" is no "dairyfree". */
  readonly longerThan?: number;
}
interface Menu {
  readonly entries: readonly Entry[];
  /** Two words that stand beside each other in a dish's name. */
  readonly pairs: ReadonlySet<string>;
}

/** Reads a menu once; what comes back finds the dishes that every typed word speaks of. */
export function searchMenu<D>(
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
    pairs: new Set(all.flatMap(({ dish }) => pairsOf(wordsOf(dish.name)))),
  };

  return (typed) => {
    const sent: SearchTerm[] = [];
    const words = typedWords(typed);
    while (words.length > 0) {
      // Between wishes it says nothing.
      if (words[0] === ',') words.shift();
      else sent.push(parseTerm(words, menu));
    }
    const byHeat = sent.some((each) => each.byHeat);
    const found = all.filter((each) => sent.every(({ test }) => test(each)));
    if (byHeat) found.sort((a, b) => heatOf(b.dish) - heatOf(a.dish));
    return {
      dishes: found.length === dishes.length && !byHeat ? dishes : found.map(({ own }) => own),
      instead:
        found.length > 0 && sent.some(({ isSlip }) => isSlip) ? sent.map(({ told: label }) => label).join(' ') : null,
      meant: found.length > 0 ? [...new Set(sent.flatMap(({ meant: meanings }) => meanings))] : [],
      aboutAllergens: sent.some((each) => each.aboutAllergens),
    };
  };
}

interface SearchTerm {
  readonly test: Test;
  /** How it was understood, in words; empty where it was looked for as it is written. */
  readonly meant: readonly string[];
  readonly told: string;
  readonly isSlip: boolean;
  readonly aboutAllergens: boolean;
  readonly byHeat?: true;
}

/** What the first of the words asks, which is taken from them: with "no nuts or milk" and "nut free" it is several. */
function parseTerm(words: string[], menu: Menu): SearchTerm {
  const [word = '', next = ''] = words;
  if (COLD_WORDS.has(word) && isHot(next)) {
    words.splice(0, 2);
    const test: Test = ({ dish }) => NOT_SPICY.test(dish);
    return { test, meant: [NOT_SPICY.meant], told: `${word} ${next}`, isSlip: false, aboutAllergens: false };
  }
  if (NO_WORDS.has(word)) {
    words.shift();
    const avoided = avoidedBy(words, menu);
    return together(avoided, `${word} ${avoided.map(({ told: reported }) => reported).join(' or ')}`.trim());
  }
  const free = freeOf(words);
  if (free > 0) {
    const avoided = words.splice(0, free * 2).filter((_, index) => index % 2 === 0);
    const each = avoided.map((one) => avoiding(one, menu));
    return together(each, `${each.map(({ told: reported }) => reported).join(' and ')} free`);
  }
  words.shift();
  const { found, isSlip } = findMeaning(word, menu.entries);
  const meaning = found.find((each) => each.meaning)?.meaning;
  return {
    test: (dish) => found.some((each) => each.test(dish)),
    meant: meaning ? [meaning.meant] : [],
    told: (isSlip && found[0]?.told) || word,
    isSlip: isSlip && found.length > 0,
    aboutAllergens: found.some(({ isAllergen }) => isAllergen),
    ...(meaning === SPICY && { byHeat: true }),
  };
}

function isHot(word: string): boolean {
  return HEAT_WORDS[word] === SPICY || word === 'hot';
}

type Avoided = Pick<SearchTerm, 'test' | 'meant' | 'told' | 'isSlip'>;

/** Nothing of all that; nobody who avoids something goes without the house's caution. */
function together(avoided: readonly Avoided[], reported: string): SearchTerm {
  return {
    test: (dish) => avoided.every(({ test }) => test(dish)),
    meant: avoided.flatMap(({ meant: meanings }) => meanings),
    told: reported,
    isSlip: avoided.some(({ isSlip }) => isSlip),
    aboutAllergens: true,
  };
}

/** What stands behind "no": as far as it is joined. What is only begun is not looked for yet. */
function avoidedBy(words: string[], menu: Menu): Avoided[] {
  const avoided: Avoided[] = [];
  for (;;) {
    const word = words.shift();
    if (word === undefined) return avoided;
    const isBegun = !isAllergenWord(word) && (word.length < 3 || isAllergenPrefix(word));
    if (words.length === 0 && isBegun) return avoided;
    const [next = ''] = words;
    if (menu.pairs.has(`${word} ${next}`)) {
      words.shift();
      avoided.push(avoidingDish(word, next));
    } else avoided.push(avoiding(word, menu));
    // "cashew nuts", "coconut milk": an allergen that follows is no wish.
    if (isAllergenWord(words[0] ?? '')) continue;
    let join = '';
    while (JOINS.has(words[0] ?? '')) join = words.shift() ?? '';
    const isWish = join !== 'or' && join !== 'nor' && isRequestWord(words[0] ?? '');
    if (join === '' || isWish || NO_WORDS.has(words[0] ?? '')) return avoided;
  }
}

/** "no nuts, vegan": how a dish is to be is seldom avoided. */
function isRequestWord(word: string): boolean {
  return !MEAT_WORDS.has(word) && (Object.hasOwn(DIET_WORDS, word) || Object.hasOwn(HEAT_WORDS, word));
}

/** How many words, with one between each, stand before "free": one, or allergens that are joined. */
function freeOf(words: readonly string[]): number {
  for (let count = 1; ; count++) {
    const after = words[count * 2 - 1] ?? '';
    if (after === 'free') return count;
    if (!JOINS.has(after) || findAllergen(words[count * 2 - 2] ?? '') === null) return 0;
  }
}

/** Without what a word speaks of: of an allergen as its dishes are marked, of all else as they are described. */
function avoiding(word: string, { entries }: Menu): Avoided {
  const one = singular(word);
  if (MEAT_WORDS.has(one)) return asMeant(MEATLESS, word, false);
  if (isHot(word)) return asMeant(NOT_SPICY, word, false);
  const exactMatches = entries.filter((each) => singular(each.word) === one);
  const allergen = isAllergenWord(word) ? one : exactMatches.length > 0 ? null : findAllergen(word);
  if (allergen !== null) return asMeant(without(allergen), allergen, allergen !== one);
  const { found, isSlip } =
    exactMatches.length > 0 ? { found: exactMatches, isSlip: false } : findMeaning(word, entries);
  const reported = (isSlip && found[0]?.told) || word;
  const test: Test = (dish) => !found.some((each) => each.test(dish));
  return { test, meant: [unsaidText(reported)], told: reported, isSlip: isSlip && found.length > 0 };
}

function asMeant({ meant: meanings, test }: Meaning, reported: string, isSlip: boolean): Avoided {
  return { test: ({ dish }) => test(dish), meant: [meanings], told: reported, isSlip };
}

/** "no butter chicken": who says so may well want chicken. */
function avoidingDish(first: string, second: string): Avoided {
  const reported = `${first} ${second}`;
  return {
    test: ({ words }) => !(words.has(first) && words.has(second)),
    meant: [unsaidText(reported)],
    told: reported,
    isSlip: false,
  };
}

/** What a dish is made of besides its allergens is known from its words alone: more is not promised. */
function unsaidText(word: string): string {
  return say`that say nothing of ${word}`;
}

function isAllergenWord(word: string): boolean {
  return Object.hasOwn(ALLERGEN_WORDS, singular(word));
}

function isAllergenPrefix(word: string): boolean {
  return Object.keys(ALLERGEN_WORDS).some((name) => name.startsWith(word));
}

function entriesFor(onMenu: ReadonlySet<string>): readonly Entry[] {
  const entries: Entry[] = [];
  for (const word of onMenu) entries.push({ word, isOnMenu: true, told: word, test: ({ words }) => words.has(word) });
  for (const group of SAME) {
    const kin = [...onMenu].filter((word) => group.includes(singular(word)));
    const [reported] = kin;
    if (reported === undefined) continue;
    const test: Test = ({ words }) => kin.some((word) => words.has(word));
    for (const word of group) entries.push({ word, isOnMenu: false, told: reported, test });
  }
  for (const [word, meaning] of Object.entries({ ...DIET_WORDS, ...HEAT_WORDS })) {
    entries.push({ word, isOnMenu: false, told: word, meaning, test: ({ dish }) => meaning.test(dish) });
  }
  for (const [word, ids] of Object.entries(ALLERGEN_WORDS)) {
    const contains = ({ allergens }: SearchedDish) => allergens.some((id) => ids.includes(id));
    const meaning: Meaning = { meant: withText(ids), test: contains };
    entries.push({ word, isOnMenu: false, isAllergen: true, told: word, meaning, test: ({ dish }) => contains(dish) });
    entries.push(asOneWord(`${word}free`, word, word.length));
  }
  for (const word of ['celiac', 'coeliac']) entries.push(asOneWord(word, 'gluten', 0));
  return entries;
}

/** "nutfree", "celiac" */
function asOneWord(word: string, allergen: string, longerThan: number): Entry {
  const meaning = without(allergen);
  const test: Test = ({ dish }) => meaning.test(dish);
  return { word, isOnMenu: false, isAllergen: true, told: word, meaning, test, longerThan };
}

/** As typed; else begun; else within a word; only what stands nowhere is taken for a slip. */
function findMeaning(word: string, all: readonly Entry[]): { found: readonly Entry[]; isSlip: boolean } {
  const entries = all.filter(({ longerThan = 0 }) => word.length > longerThan);
  const one = singular(word);
  const written = entries.filter(
    (each) => (each.isOnMenu && each.word.startsWith(word)) || singular(each.word) === one,
  );
  // Of a whole word that is an allergen's, what only begins with it is something else: an eggplant has no egg in it.
  const whole = written.filter((each) => singular(each.word) === one);
  if (written.length > 0) return { found: whole.some(({ isAllergen }) => isAllergen) ? whole : written, isSlip: false };
  if (word.length >= 4) {
    const started = entries.filter((each) => each.word.startsWith(word));
    if (started.length > 0) return { found: started, isSlip: false };
    const within = entries.filter((each) => each.isOnMenu && each.word.includes(word));
    if (within.length > 0) return { found: within, isSlip: false };
  }
  const near = entries.map((entry) => ({ entry, far: slips(word, entry.word) }));
  const nearest = Math.min(...near.map(({ far }) => far));
  const found = nearest === Infinity ? [] : near.filter(({ far }) => far === nearest).map(({ entry }) => entry);
  return { found, isSlip: true };
}

/** Which allergen a word speaks of, a slip forgiven. */
function findAllergen(word: string): string | null {
  const names = Object.keys(ALLERGEN_WORDS);
  const one = singular(word);
  return names.find((name) => name === one) ?? names.find((name) => slips(one, name) < Infinity) ?? null;
}

function without(allergen: string): Meaning {
  const avoided = [...(ALLERGEN_WORDS[allergen] ?? []), ...(AVOIDED_TOO[allergen] ?? [])];
  return {
    meant: allergen === 'gluten' ? say`that are gluten-free` : withoutText(avoided),
    test: (dish) => !dish.allergens.some((id) => avoided.includes(id)) && (allergen !== 'gluten' || dish.isGlutenFree),
  };
}

/** 'tree nuts or peanuts' */
function namesOf(ids: readonly AllergenId[]): string {
  return eitherText(ids.map((id) => allergenName(id).toLowerCase()));
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

/**
 * How many letters lie between what was typed and a word: wrong, missing, too many, or two in each other's place.
 * Infinity where it is more than people slip: none in short words, one from four letters, two from eight, and never
 * the first, so that "rice" is not "ice". A word half typed is looked at from five letters on, after the whole ones.
 */
export function slips(typed: string, word: string): number {
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

function isMeatless({ isVegan, isVegetarian }: DietMarks): boolean {
  return isVegan || isVegetarian;
}

function singular(word: string): string {
  return word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?:(?<=o)e)?(?<!s)s$/, '') : word;
}

/** Small and without accents; "non-veg" stays one word, for it means the other thing. */
function wordsOf(text: string): string[] {
  return plainText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The same of what somebody asks; what joins two words is one of its own. */
function typedWords(typed: string): string[] {
  return (
    plainText(typed)
      .replaceAll(/[/&+;]/g, ',')
      // Its allergen is called so, and a menu is asked for nuts of all kinds.
      .replaceAll(/\btree[- ]?(?=nuts?\b)/g, '')
      .replaceAll(/([\p{L}-]+) allerg(?:y|ies)\b(?! to\b)/gu, 'without $1')
      .replaceAll(/(?:\bi ?['’]?a?m )?\b(?:allergic|allergy|allergies)(?: to)?\b/g, 'without')
      .match(/[\p{L}\p{N}]+|,/gu) ?? []
  );
}

function plainText(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/\bnon[- ]veg\w*/g, 'nonveg');
}

function pairsOf(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}
