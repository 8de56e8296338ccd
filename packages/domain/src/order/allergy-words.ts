import type { AllergyCode } from '../menu/allergy-codes.ts';
import { distinctAllergies, type Allergy } from './allergy.ts';

// Finds allergies in free text, in English and French. A wrong hit costs the kitchen one confirmation and a miss may
// cost a guest's health, so doubtful sentences are hits.

/** Words that stand for an allergy by themselves. */
const ALLERGY = 'allerg\\w*|intoleran\\w*|co?eliac\\w*|celiaqu\\w*|coeliaqu\\w*|anaphyla\\w*|epi-?pens?|epi pens?';

/** The words for foods, English then French, with the allergens that they may stand for. */
const FOODS_OF: readonly (readonly [words: string, ...AllergyCode[]])[] = [
  ['dairy|milk|lactose|produits? laitiers?|laitages?|lait(?! de coco)', 'milk'],
  ['gluten', 'gluten'],
  ['wheat|ble', 'wheat'],
  ['shellfish|shell fish|fruits? de mer', 'crustaceans-and-molluscs'],
  ['seafood', 'crustaceans-and-molluscs', 'fish'],
  ['crustaceans?|crustaces?|shrimps?|prawns?|crabs?|lobsters?|crevettes?|homards?|crabes?', 'crustaceans'],
  ['molluscs?|mollusks?|mollusques?', 'molluscs'],
  ['(?<!shell )fish|poissons?', 'fish'],
  ['sesame', 'sesame'],
  ['mustard|moutarde', 'mustard'],
  ['eggs?|oeufs?', 'eggs'],
  // Guests call peanuts nuts.
  ['(?<!tree[ -])nuts?', 'tree-nuts', 'peanuts'],
  ['tree[ -]?nuts?|almonds?|cashews?|walnuts?|pecans?|hazelnuts?|pistachios?|macadamias?', 'tree-nuts'],
  ['noix(?! de (?:coco|muscade))|noisettes?|amandes?|pistaches?|pacanes?|cajous?|fruits? a coques?', 'tree-nuts'],
  ['peanuts?|groundnuts?|arachides?|cacahuetes?', 'peanuts'],
  ['soya?|soybeans?|soja', 'soy'],
  ['sulphites?|sulfites?', 'sulphites'],
  ['celery|celeri', 'celery'],
  ['lupine?|lupins?', 'lupin'],
];
const FOODS = FOODS_OF.map(([words]) => words).join('|');
const FOOD = `(?:${FOODS})(?![\\w])`;

/** Up to five words between "no" and the food, none of which starts another wish. */
const GAP =
  "(?:[\\s,/]+(?!(?:please|pls|extra|more|with|add|lots|but|is|are|like|likes|love|loves|plus|avec|mais|svp|beaucoup|supplement|aime|aimons)\\b)[\\w'-]+){0,5}?[\\s,/]+";

const AVOIDS = [
  // English
  'no|without|w/o|avoid\\w*|zero|free (?:of|from)|hold|exclud\\w+|remove|leave out|leave off|skip|omit|keep away from|minus|nothing with|not any|any',
  "(?:can ?not|can'?t|could ?n'?t|must ?n'?t|must not|may not|do ?n'?t|do not|does ?n'?t|does not|wo ?n'?t|never|unable to|not allowed to|not supposed to|not) (?:ever )?(?:eat|have|do|tolerate|handle|digest|touch|consume|take|use|add|put|include|get|be near|come near|contain|want)",
  // French
  "sans|pas d'|pas de|pas du|ni|aucune?|jamais d[e']?|evite[rz]?|eviter|exclure|retire[rz]?|enleve[rz]?|remplacer",
  '(?:peux?|peut|pouvons|mange|mangeons|supporte|tolere|digere|dois|doit|consomme) (?:pas|jamais|plus)(?: (?:manger|consommer|avoir|prendre|tolerer|digerer))?',
].join('|');

const SIGNS = [
  // "no nuts", "I can't eat peanuts", "sans lait"
  `\\b(?:${AVOIDS})(?:${GAP}|(?<='))${FOOD}`,
  // "nut free", "nut- and dairy-free"
  `\\b(?:${FOODS})(?:-?(?:\\s*(?:,|/|and|or|&)\\s*)(?:${FOODS}))*[\\s-]*free\\b(?! (?:of charge|range|refill))`,
  // "traces of nuts", "does it contain nuts?"
  `\\b(?:traces?|contain\\w*|contien\\w*(?:-ils?|-elles?)?)(?: (?:of|any|de|du|des|la|les|the|some))*[ ']+(?:d'|l')?${FOOD}`,
  // "reacts badly to eggs", "nut sensitivity", "dairy makes me ill"
  `\\b(?:react\\w*|reagi\\w*|sensitiv\\w*|sensibles?|sensibilite)(?: \\w+)? (?:to|a|aux?|a la|au)\\b(?: (?:the|la|le|les))? ?(?:l')?${FOOD}`,
  `\\b(?:${FOODS})[\\s-](?:sensitiv\\w*|reactions?|aversion)\\b`,
  `\\b(?:${FOODS}) (?:makes?|made|kills?|rend(?:ent)?) (?:me|him|her|us|them|my|our|malade)\\b`,
  '\\bcross[- ]?(?:contaminat\\w*|contact)\\b|\\bcontamination croisee\\b',
  '\\b(?:gf|df|nf) (?:please|pls|only|bun|bread|option|version|one)\\b',
].map((sign) => new RegExp(sign));

const NAMED = new RegExp(`\\b(?:${ALLERGY})`);
/** "Not allergic to anything", "no known allergies", "aucune allergie". */
const DENIED = new RegExp(
  `\\b(?:no|not|nobody|nobody's|nobody is|no one|no one is|none|zero|isn't|aren't|without|pas|pas d'|pas de|aucune?|sans|jamais|non|ni)(?: (?:is|has|known|food|other|any|really|of us|are|have|an|connues?|alimentaires?|d'|de|a des|n'est))*[ ']*(?:${ALLERGY})(?: (?:known|connues?|alimentaires?))?`,
  'g',
);
const ANY_FOOD = new RegExp(`\\b${FOOD}`);

/** Without accents, wide letters and ligatures, in lower case and with one kind of apostrophe. */
function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll(/\s+/g, ' ');
}

/** The results for recent texts, because every answer about an order searches its note once for each line. */
const recent = new Map<string, boolean>();
const MAX_RECENT_TEXTS = 500;

/** True if a text mentions an allergy. Such notes appear above the dishes, other notes below. */
export function mentionsAllergy(text: string): boolean {
  if (text === '') return false;
  const cached = recent.get(text);
  if (cached !== undefined) return cached;
  if (recent.size >= MAX_RECENT_TEXTS) recent.clear();
  const result = searchAllergy(plainText(text));
  recent.set(text, result);
  return result;
}

/** The foods that stand for an allergen, and the illness that stands for one. */
const NAMES = [...FOODS_OF, ['co?eliac\\w*|co?eliaqu\\w*', 'gluten'] as const].map(
  ([words, ...codes]) => [new RegExp(`\\b(?:${words})(?!\\w)`), codes] as const,
);

export function namedAllergens(text: string): AllergyCode[] {
  if (text === '') return [];
  const plain = plainText(text);
  return [...new Set(NAMES.flatMap(([pattern, codes]) => (pattern.test(plain) ? codes : [])))];
}

const EACH_FOOD = new RegExp(`\\b${FOOD}`, 'g');
const BETWEEN_FOODS = /\b(?:and|or|et|ou)\b|[\s,;/&+.!-]/g;

/** True for "peanuts" and "lait, oeufs", and false for "peanuts and kiwi" and "no sesame oil": they say more. */
export function hasOnlyNames(text: string): boolean {
  return plainText(text).replaceAll(EACH_FOOD, ' ').replaceAll(BETWEEN_FOODS, '') === '';
}

/** With the allergies that notes name. Foods in a note that mentions no allergy are wishes, such as extra milk. */
export function withNoteAllergies(stated: readonly Allergy[], ...notes: readonly string[]): Allergy[] {
  const codes = notes.flatMap((note) => (mentionsAllergy(note) ? namedAllergens(note) : []));
  return distinctAllergies([...stated, ...codes.map((code) => ({ code }))]);
}

function searchAllergy(plain: string): boolean {
  return SIGNS.some((sign) => sign.test(plain)) || searchName(plain);
}

/** True if a text names an allergy, so that it is about a person: "allergic to nuts", unlike "no nuts". */
export function namesAllergy(text: string): boolean {
  return text !== '' && searchName(plainText(text));
}

function searchName(plain: string): boolean {
  // "Not allergic, except to nuts" is a hit because of the food.
  return NAMED.test(ANY_FOOD.test(plain) ? plain : plain.replaceAll(DENIED, ' '));
}
