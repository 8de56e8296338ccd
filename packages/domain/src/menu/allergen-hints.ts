import type { AllergenId } from './diet.ts';
import { ALLERGEN_WORDS } from './search-vocabulary.ts';
import { toSingular, wordsOf } from './search-words.ts';

/** Ingredients that usually contain an allergen. */
const INGREDIENTS: Readonly<Record<string, AllergenId>> = {
  butter: 'milk',
  cream: 'milk',
  cheese: 'milk',
  paneer: 'milk',
  mozzarella: 'milk',
  parmesan: 'milk',
  yogurt: 'milk',
  yoghurt: 'milk',
  ghee: 'milk',
  mayonnaise: 'eggs',
  cashew: 'tree-nuts',
  almond: 'tree-nuts',
  walnut: 'tree-nuts',
  pistachio: 'tree-nuts',
  hazelnut: 'tree-nuts',
  pecan: 'tree-nuts',
  bread: 'wheat',
  flour: 'wheat',
  pasta: 'wheat',
  naan: 'wheat',
  roti: 'wheat',
  tahini: 'sesame',
  tofu: 'soy',
  salmon: 'fish',
  tuna: 'fish',
  anchovy: 'fish',
  shrimp: 'crustaceans-and-molluscs',
  prawn: 'crustaceans-and-molluscs',
  lobster: 'crustaceans-and-molluscs',
  crab: 'crustaceans-and-molluscs',
  mussel: 'crustaceans-and-molluscs',
  wine: 'sulphites',
};

/**
 * Words of a dish that point to an allergen, to be looked at by a person. They state nothing: a dish can contain an
 * allergen that its text does not name.
 */
export function allergenHints(text: string): ReadonlyMap<AllergenId, readonly string[]> {
  const hints = new Map<AllergenId, string[]>();
  for (const typed of wordsOf(text)) {
    const word = toSingular(typed);
    const named = Object.hasOwn(ALLERGEN_WORDS, word) ? (ALLERGEN_WORDS[word] ?? []) : [];
    const ids = Object.hasOwn(INGREDIENTS, word)
      ? [...named, ...(INGREDIENTS[word] ? [INGREDIENTS[word]] : [])]
      : named;
    for (const id of ids) {
      const words = hints.get(id) ?? [];
      if (!words.includes(typed)) hints.set(id, [...words, typed]);
    }
  }
  return hints;
}
