import { say, sayNow } from '../core/language.ts';
import { DIETS } from '../menu/diet.ts';
import { textColumnLabel, textColumnOf, textColumns, type TextColumn } from './text-columns.ts';

/**
 * The fields that a column can hold. `names` are headings that identify the field, `words` are beginnings of words that
 * make it a guess.
 */
const FIELDS = [
  { id: 'location', label: say`Location`, names: ['location', 'location id', 'place', 'branch'], words: [] },
  { id: 'id', label: say`Id`, names: ['id', 'dish id', 'item id', 'menu item id'], words: [] },
  {
    id: 'category',
    label: say`Category`,
    names: ['category', 'categories', 'category name', 'menu category'],
    words: ['categor', 'group', 'section', 'course'],
  },
  {
    id: 'name',
    label: say`Name`,
    names: ['name', 'item name', 'dish', 'dish name', 'item', 'menu item'],
    words: ['product', 'title', 'dish'],
  },
  { id: 'size', label: say`Size`, names: ['variation name', 'variation', 'size', 'portion'], words: [] },
  {
    id: 'description',
    label: say`Description`,
    names: ['description', 'item description', 'dish description'],
    words: ['descr', 'ingredients', 'details'],
  },
  { id: 'price', label: say`Price`, names: ['price', 'item price', 'base price', 'unit price'], words: ['price'] },
  { id: 'taxClass', label: say`Tax class`, names: ['tax class', 'tax', 'tax category', 'tax code'], words: [] },
  {
    id: 'cost',
    label: say`Cost of a portion`,
    names: ['cost', 'unit cost', 'cost price', 'food cost', 'cost of a portion'],
    words: ['cost'],
  },
  ...DIETS.map(({ id, field, name }) => ({
    id: field,
    label: name,
    names: [id.replace('-', ' '), `is ${id.replace('-', ' ')}`],
    words: [] as readonly string[],
  })),
  {
    id: 'diets',
    label: say`Diets, as a list`,
    names: ['diets', 'diet', 'dietary', 'dietary preferences'],
    words: ['diet'],
  },
  { id: 'allergens', label: say`Allergens`, names: ['allergens', 'allergen', 'contains'], words: ['allerg'] },
  { id: 'spiceLevel', label: say`Spice`, names: ['spice', 'spice level', 'heat'], words: ['spic', 'heat'] },
  {
    id: 'options',
    label: say`Option groups`,
    names: ['option groups', 'options', 'modifier groups', 'modifiers', 'choices', 'extras'],
    words: ['modifier'],
  },
  { id: 'modifier', label: say`One option group, yes or no`, names: [], words: [] },
  { id: 'isArchived', label: say`Archived`, names: ['archived', 'is archived'], words: [] },
  { id: 'isAvailable', label: say`Available`, names: ['available', 'is available'], words: ['availab'] },
] as const;

export type FileField = (typeof FIELDS)[number]['id'];
/** A field, a field of one location (`price@mill-village`) or a translated field (`name:fr`). */
export type FileTarget = FileField | `${PlaceField}@${string}` | TextColumn;

/** Fields that can have a column for each location. */
type PlaceField = 'price' | 'isAvailable';
const OF_A_PLACE: Readonly<Record<PlaceField, readonly string[]>> = {
  price: ['price'],
  isAvailable: ['available', 'enabled'],
};

export interface FileLocation {
  readonly id: string;
  readonly name: string;
}

export interface FileColumn {
  readonly heading: string;
  /** Null: the column is ignored. */
  readonly target: FileTarget | null;
  /** True if the heading identifies the field; false if it is a guess. */
  readonly isSure: boolean;
}

/**
 * The fields that staff can assign to a column, with labels. `others` are the languages besides the restaurant's own.
 */
export function fileTargets(
  locations: readonly FileLocation[],
  otherLanguages: readonly string[] = [],
): { readonly id: FileTarget; readonly label: string }[] {
  const targets = FIELDS.flatMap(({ id, label: english }): { id: FileTarget; label: string }[] => {
    const label = sayNow(english);
    const isOfPlaces = id === 'price' || id === 'isAvailable';
    return [
      { id, label },
      ...(isOfPlaces
        ? locations.map((place) => ({ id: `${id}@${place.id}` as const, label: `${label}, ${place.name}` }))
        : []),
    ];
  });
  return [...targets, ...textColumns(otherLanguages).map((id) => ({ id, label: textColumnLabel(id) }))];
}

export function fieldLabel(id: string): string {
  const column = textColumnOf(id);
  return column ? textColumnLabel(column) : sayNow(FIELDS.find((field) => field.id === id)?.label ?? id);
}

/** Lower-case words with single spaces between them, without punctuation. */
export function normaliseHeading(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

const MODIFIER = /^modifier set\s*[-–:]\s*/i;

/** The option group named by a yes/no column. */
export function parseModifierHeading(heading: string): string {
  return heading.replace(MODIFIER, '').trim();
}

/** Recognises columns by their headings: exact names first, then guesses. Each field is used once. */
export function recogniseColumns(headings: readonly string[], locations: readonly FileLocation[]): FileColumn[] {
  const columns = headings.map((heading): FileColumn | null => {
    if (MODIFIER.test(heading.trim())) return { heading, target: 'modifier', isSure: true };
    const target =
      textColumnOf(heading) ?? ofAPlace(normaliseHeading(heading), locations, (place) => normaliseHeading(place.name));
    return target && { heading, target, isSure: true };
  });
  const taken = new Set(columns.flatMap((column) => column?.target ?? []));
  const take = (isIt: (words: string, field: (typeof FIELDS)[number]) => boolean, isSure: boolean) => {
    for (const [at, heading] of headings.entries()) {
      const words = normaliseHeading(heading);
      if (columns[at] || words === '') continue;
      const field = FIELDS.find((each) => !taken.has(each.id) && isIt(words, each));
      const target = field?.id ?? (isSure ? null : ofAPlace(words, locations, initials));
      if (!target || taken.has(target)) continue;
      taken.add(target);
      columns[at] = { heading, target, isSure };
    }
  };
  take((words, { names }) => names.some((name) => name === words), true);
  take((words, field) => field.words.some((word) => words.split(' ').some((each) => each.startsWith(word))), false);
  return columns.map((column, at) => column ?? { heading: headings[at] ?? '', target: null, isSure: true });
}

/** A column for one location: 'Price New Glasgow', 'Enabled New Glasgow'. */
function ofAPlace(
  words: string,
  places: readonly FileLocation[],
  nameOf: (place: FileLocation) => string,
): FileTarget | null {
  for (const field of ['price', 'isAvailable'] as const) {
    for (const start of OF_A_PLACE[field]) {
      const place = places.find((each) => words === `${start} ${nameOf(each)}`);
      if (place) return `${field}@${place.id}`;
    }
  }
  return null;
}

function initials({ name }: FileLocation): string {
  return normaliseHeading(name)
    .split(' ')
    .map((word) => word.charAt(0))
    .join('');
}
