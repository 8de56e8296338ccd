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

/** A slip is never forgiven silently. */
export function insteadText(typed: string, instead: string, count: number): string {
  return `Nothing is written “${typed.trim()}”. Here is ${instead}, ${count === 1 ? '1 dish' : `${count} dishes`}.`;
}

/** What words of diet, allergens and heat were understood as is said, too: “nuts” are tree nuts and no peanuts. */
export function meantText(meant: readonly string[]): string {
  return `Dishes ${meant.join(', ')}.`;
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

const MEATLESS: Meaning = { meant: 'that are vegetarian', test: isMeatless };
const WITH_MEAT: Meaning = { meant: 'that are not vegetarian', test: (dish) => !isMeatless(dish) };
const NOT_SPICY: Meaning = { meant: 'that are mild or not spicy at all', test: (dish) => heatOf(dish) <= 1 };
const SPICY: Meaning = { meant: 'that are medium or hot, the hottest first', test: (dish) => heatOf(dish) >= 2 };

const DIET_WORDS: Readonly<Record<string, Meaning>> = {
  vegan: { meant: 'that are vegan', test: (dish) => dish.isVegan },
  vegetarian: MEATLESS,
  veg: MEATLESS,
  veggie: MEATLESS,
  nonveg: WITH_MEAT,
  meat: WITH_MEAT,
};

const HEAT_WORDS: Readonly<Record<string, Meaning>> = {
  spicy: SPICY,
  fiery: SPICY,
  hot: { meant: 'that are hot', test: ({ spiceLevel }) => spiceLevel === 'hot' },
  medium: { meant: 'that are medium', test: ({ spiceLevel }) => spiceLevel === 'medium' },
  mild: NOT_SPICY,
};
const COLD_WORDS: ReadonlySet<string> = new Set(['no', 'not', 'non', 'without']);

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
  const entries = entriesFor(new Set(all.flatMap(({ words }) => [...words])));

  return (typed) => {
    const asked: Asked[] = [];
    const words = wordsOf(typed);
    while (words.length > 0) asked.push(askedFirst(words, entries));
    const found = all.filter((each) => asked.every(({ test }) => test(each)));
    if (asked.some(({ meaning }) => meaning === SPICY)) {
      found.sort((a, b) => heatOf(b.dish) - heatOf(a.dish));
    }
    return {
      dishes:
        found.length === dishes.length && !asked.some(({ meaning }) => meaning === SPICY)
          ? dishes
          : found.map(({ own }) => own),
      instead: found.length > 0 && asked.some(({ isSlip }) => isSlip) ? asked.map(({ told }) => told).join(' ') : null,
      meant: found.length > 0 ? [...new Set(asked.flatMap(({ meaning }) => meaning?.meant ?? []))] : [],
      aboutAllergens: asked.some((each) => each.aboutAllergens),
    };
  };
}

interface Asked {
  readonly test: Test;
  readonly meaning: Meaning | null;
  readonly told: string;
  readonly isSlip: boolean;
  readonly aboutAllergens: boolean;
}

/** What the first of the words asks, which is taken from them: with "no nuts" and "nut free" it is two. */
function askedFirst(words: string[], entries: readonly Entry[]): Asked {
  const [word = '', next] = words;
  const isNo = word === 'without' || word === 'no';
  const avoided = isNo ? next : next === 'free' ? word : undefined;
  const allergen = avoided === undefined ? null : allergenMeant(avoided);
  if (allergen !== null) {
    words.splice(0, 2);
    const isSlip = avoided !== undefined && allergen !== singular(avoided);
    const meaning = without(allergen);
    return {
      test: ({ dish }) => meaning.test(dish),
      meaning,
      told: isNo ? `${word} ${allergen}` : `${allergen} free`,
      isSlip,
      aboutAllergens: true,
    };
  }
  if (COLD_WORDS.has(word) && HEAT_WORDS[next ?? ''] === SPICY) {
    words.splice(0, 2);
    const test: Test = ({ dish }) => NOT_SPICY.test(dish);
    return { test, meaning: NOT_SPICY, told: `${word} ${next}`, isSlip: false, aboutAllergens: false };
  }
  words.splice(0, 1);
  const isHalfTyped = isNo && (next === undefined || (words.length === 1 && isBegunAllergen(next)));
  if (isHalfTyped) {
    words.length = 0;
    return { test: () => true, meaning: null, told: word, isSlip: false, aboutAllergens: true };
  }
  const { found, isSlip } = meantBy(word, entries);
  return {
    test: (dish) => found.some((each) => each.test(dish)),
    meaning: found.find(({ meaning }) => meaning)?.meaning ?? null,
    told: (isSlip && found[0]?.told) || word,
    isSlip: isSlip && found.length > 0,
    aboutAllergens: found.some(({ isAllergen }) => isAllergen),
  };
}

function isBegunAllergen(word: string): boolean {
  return Object.keys(ALLERGEN_WORDS).some((name) => name.startsWith(word));
}

function entriesFor(onMenu: ReadonlySet<string>): readonly Entry[] {
  const entries: Entry[] = [];
  for (const word of onMenu) entries.push({ word, isOnMenu: true, told: word, test: ({ words }) => words.has(word) });
  for (const group of SAME) {
    const kin = [...onMenu].filter((word) => group.includes(singular(word)));
    const [told] = kin;
    if (told === undefined) continue;
    const test: Test = ({ words }) => kin.some((word) => words.has(word));
    for (const word of group) entries.push({ word, isOnMenu: false, told, test });
  }
  for (const [word, meaning] of Object.entries({ ...DIET_WORDS, ...HEAT_WORDS })) {
    entries.push({ word, isOnMenu: false, told: word, meaning, test: ({ dish }) => meaning.test(dish) });
  }
  for (const [word, ids] of Object.entries(ALLERGEN_WORDS)) {
    const contains = ({ allergens }: SearchedDish) => allergens.some((id) => ids.includes(id));
    const meaning: Meaning = { meant: `with ${namesOf(ids)}`, test: contains };
    entries.push({ word, isOnMenu: false, isAllergen: true, told: word, meaning, test: ({ dish }) => contains(dish) });
  }
  return entries;
}

/** As typed; else begun; else within a word; only what stands nowhere is taken for a slip. */
function meantBy(word: string, entries: readonly Entry[]): { found: readonly Entry[]; isSlip: boolean } {
  const one = singular(word);
  const written = entries.filter(
    (each) => (each.isOnMenu && each.word.startsWith(word)) || singular(each.word) === one,
  );
  // Of a whole word that is an allergen's, what only begins with it is something else: an eggplant has no egg in it.
  const whole = written.filter((each) => singular(each.word) === one);
  if (written.length > 0) return { found: whole.some(({ isAllergen }) => isAllergen) ? whole : written, isSlip: false };
  if (word.length >= 4) {
    const begun = entries.filter((each) => each.word.startsWith(word));
    if (begun.length > 0) return { found: begun, isSlip: false };
    const within = entries.filter((each) => each.isOnMenu && each.word.includes(word));
    if (within.length > 0) return { found: within, isSlip: false };
  }
  const near = entries.map((entry) => ({ entry, far: slips(word, entry.word) }));
  const nearest = Math.min(...near.map(({ far }) => far));
  const found = nearest === Infinity ? [] : near.filter(({ far }) => far === nearest).map(({ entry }) => entry);
  return { found, isSlip: true };
}

/** Which allergen a word speaks of, a slip forgiven. */
function allergenMeant(word: string): string | null {
  const names = Object.keys(ALLERGEN_WORDS);
  const one = singular(word);
  return names.find((name) => name === one) ?? names.find((name) => slips(one, name) < Infinity) ?? null;
}

function without(allergen: string): Meaning {
  const avoided = [...(ALLERGEN_WORDS[allergen] ?? []), ...(AVOIDED_TOO[allergen] ?? [])];
  return {
    meant: allergen === 'gluten' ? 'that are gluten-free' : `without ${namesOf(avoided)}`,
    test: (dish) => !dish.allergens.some((id) => avoided.includes(id)) && (allergen !== 'gluten' || dish.isGlutenFree),
  };
}

/** 'tree nuts or peanuts' */
function namesOf(ids: readonly AllergenId[]): string {
  return ids.map((id) => allergenName(id).toLowerCase()).join(' or ');
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
  const begun = typed.length < 5 ? Infinity : Math.min(...row) + 0.5;
  const far = Math.min(whole, begun);
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
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/\bnon[- ]veg\w*/g, 'nonveg').match(/[\p{L}\p{N}]+/gu) ?? [];
}
