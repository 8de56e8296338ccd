import { say, sayNow } from '../core/language.ts';
import { DIETS } from '../menu/diet.ts';
import { textColumnLabel, textColumnOf, textColumns, type TextColumn } from './text-columns.ts';

/** What a column of a menu's file may hold. `names` are headings that say so, `words` begin one that may. */
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
  { id: 'taxClass', label: say`Tax class`, names: ['tax class'], words: [] },
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
    names: ['option groups', 'options', 'modifier groups', 'modifiers'],
    words: ['modifier'],
  },
  { id: 'modifier', label: say`One option group, yes or no`, names: [], words: [] },
  { id: 'isArchived', label: say`Archived`, names: ['archived', 'is archived'], words: [] },
  { id: 'isAvailable', label: say`Available`, names: ['available', 'is available'], words: ['availab'] },
] as const;

export type FileField = (typeof FIELDS)[number]['id'];
/** A field, that of one place: `price@mill-village`, or that in a further language: `name:fr`. */
export type FileTarget = FileField | `${PlaceField}@${string}` | TextColumn;

/** What a file may say of each place in a column of its own. */
type PlaceField = 'price' | 'isAvailable';
const OF_A_PLACE: Readonly<Record<PlaceField, readonly string[]>> = {
  price: ['price'],
  isAvailable: ['available', 'enabled'],
};

export interface FilePlace {
  readonly id: string;
  readonly name: string;
}

export interface FileColumn {
  readonly heading: string;
  /** Nothing: it is left out. */
  readonly target: FileTarget | null;
  /** It says so itself; otherwise it is a guess. */
  readonly isSure: boolean;
}

/** What a column may be said to hold, with its words; `others` are the languages beside the house's own. */
export function fileTargets(
  places: readonly FilePlace[],
  others: readonly string[] = [],
): { readonly id: FileTarget; readonly label: string }[] {
  const targets = FIELDS.flatMap(({ id, label: english }): { id: FileTarget; label: string }[] => {
    const label = sayNow(english);
    const isOfPlaces = id === 'price' || id === 'isAvailable';
    return [
      { id, label },
      ...(isOfPlaces
        ? places.map((place) => ({ id: `${id}@${place.id}` as const, label: `${label}, ${place.name}` }))
        : []),
    ];
  });
  return [...targets, ...textColumns(others).map((id) => ({ id, label: textColumnLabel(id) }))];
}

export function fieldLabel(id: string): string {
  const column = textColumnOf(id);
  return column ? textColumnLabel(column) : sayNow(FIELDS.find((field) => field.id === id)?.label ?? id);
}

/** Words in lower case with single blanks between them, nothing else. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

const MODIFIER = /^modifier set\s*[-–:]\s*/i;

/** The option group that a column of yes and no is about. */
export function modifierOf(heading: string): string {
  return heading.replace(MODIFIER, '').trim();
}

/** What the columns hold, by their headings: what a heading says, and then what it may mean, each field once. */
export function recognise(headings: readonly string[], places: readonly FilePlace[]): FileColumn[] {
  const columns = headings.map((heading): FileColumn | null => {
    if (MODIFIER.test(heading.trim())) return { heading, target: 'modifier', isSure: true };
    const target = textColumnOf(heading) ?? ofAPlace(plain(heading), places, (place) => plain(place.name));
    return target && { heading, target, isSure: true };
  });
  const taken = new Set(columns.flatMap((column) => column?.target ?? []));
  const take = (isIt: (words: string, field: (typeof FIELDS)[number]) => boolean, isSure: boolean) => {
    for (const [at, heading] of headings.entries()) {
      const words = plain(heading);
      if (columns[at] || words === '') continue;
      const field = FIELDS.find((each) => !taken.has(each.id) && isIt(words, each));
      const target = field?.id ?? (isSure ? null : ofAPlace(words, places, initials));
      if (!target || taken.has(target)) continue;
      taken.add(target);
      columns[at] = { heading, target, isSure };
    }
  };
  take((words, { names }) => names.some((name) => name === words), true);
  take((words, field) => field.words.some((word) => words.split(' ').some((each) => each.startsWith(word))), false);
  return columns.map((column, at) => column ?? { heading: headings[at] ?? '', target: null, isSure: true });
}

/** 'Price New Glasgow', 'Enabled New Glasgow': of one place. */
function ofAPlace(
  words: string,
  places: readonly FilePlace[],
  nameOf: (place: FilePlace) => string,
): FileTarget | null {
  for (const field of ['price', 'isAvailable'] as const) {
    for (const start of OF_A_PLACE[field]) {
      const place = places.find((each) => words === `${start} ${nameOf(each)}`);
      if (place) return `${field}@${place.id}`;
    }
  }
  return null;
}

function initials({ name }: FilePlace): string {
  return plain(name)
    .split(' ')
    .map((word) => word.charAt(0))
    .join('');
}
