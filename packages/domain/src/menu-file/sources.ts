import { BY_HEADING, normaliseName, type ColumnMeaning } from './columns.ts';
import { textColumnOf } from './text-columns.ts';

/** What is special in the files of a program. A new program is a new entry. */
export interface FileSource<M extends string = ColumnMeaning> {
  readonly name: string;
  /** Headings that tell its files from others. */
  readonly marks: readonly string[];
  /** Columns that mean something in its files only. */
  readonly columns?: ReadonlyMap<string, M>;
  /** Headings that begin so name an option group, and the cells say yes or no. */
  readonly groupHeading?: string;
  /** The values of the column `kind` in rows that are dishes. */
  readonly dishKinds?: readonly string[];
  /** What follows each category in a cell. */
  readonly categoryEnd?: RegExp;
}

const FILE_SOURCES: readonly FileSource[] = [
  {
    name: 'Square',
    marks: ['token', 'item name', 'variation name'],
    groupHeading: 'modifier set ',
    categoryEnd: /\([A-Z\d]{16,}\)/,
  },
  { name: 'Toast', marks: ['entity type', 'name'], dishKinds: ['menu item', 'item'] },
  {
    name: 'TastyIgniter',
    marks: ['minimum quantity', 'status'],
    columns: new Map([['status', 'isAvailable']]),
    categoryEnd: /\|/,
  },
  { name: 'Clover', marks: ['clover id', 'name'] },
];

/** What other programs and restaurants call the columns, in English and French, besides the headings of an export. */
const OTHER_HEADINGS: Readonly<Partial<Record<ColumnMeaning, string>>> = {
  name: 'item, item name, dish, dish name, menu item, product, title, nom, plat, article',
  category: 'categories, menu category, menu group, menu groups, group, section, course, catégorie',
  description: 'item description, details, ingredients, ingrédients',
  price: 'item price, base price, unit price, selling price, prix',
  size: 'size, sizes, variation, variation name, portion, taille, format',
  sizePrice: 'small, medium, large, extra large, half, full, petit, petite, moyen, moyenne, grand, grande, demi',
  cost: 'unit cost, default unit cost, food cost, cost price, coût',
  allergens: 'allergen, contains, allergènes',
  modifiers: 'modifiers, modifier groups, options, extras',
  hidden: 'hidden, archived',
  kind: 'entity type',
  isVegetarian: 'végétarien',
  isVegan: 'végétalien',
  isGlutenFree: 'sans gluten',
  isAvailable: 'disponible',
};

/** What is known about the columns of a kind of file. */
export interface Vocabulary<M extends string> {
  readonly sources: readonly FileSource<M>[];
  /** The meaning of Tiffin's own headings. */
  readonly own: (heading: string) => M | null | undefined;
  /** By heading, what other programs mean. */
  readonly others: ReadonlyMap<string, M>;
}

/** From lists of headings by their meaning. */
export function meaningsOf<M extends string>(headings: Readonly<Partial<Record<M, string>>>): ReadonlyMap<string, M> {
  const entries = Object.entries(headings) as [M, string][];
  return new Map(entries.flatMap(([meaning, texts]) => texts.split(', ').map((text) => [text, meaning] as const)));
}

/** A column that is an option group itself: of files with a `groupHeading` only, which are menus. */
const GROUP: string = 'modifier' satisfies ColumnMeaning;
/** A column that is a size itself, of menus. */
export const SIZE: string = 'sizePrice' satisfies ColumnMeaning;

export const MENU_COLUMNS: Vocabulary<ColumnMeaning> = {
  sources: FILE_SOURCES,
  own: (heading) => textColumnOf(heading) ?? BY_HEADING.get(normaliseName(heading)),
  others: meaningsOf(OTHER_HEADINGS),
};

/** What headings mean. Each meaning is used once, except for columns that are option groups or sizes themselves. */
export function recogniseColumns<M extends string>(
  headings: readonly string[],
  { sources, own, others }: Vocabulary<M>,
) {
  const names = headings.map(normaliseName);
  const source = sources.find(({ marks }) => marks.every((mark) => names.includes(mark))) ?? null;
  const { columns, groupHeading } = source ?? {};
  const used = new Set<M>();
  const firstOf = (meaning: M | null | undefined): M | null => {
    if (!meaning || (used.has(meaning) && meaning !== GROUP && meaning !== SIZE)) return null;
    used.add(meaning);
    return meaning;
  };
  const isGroup = (name: string) => groupHeading !== undefined && name.startsWith(groupHeading);
  // Tiffin's own headings win over others with the same meaning.
  const ownMeanings = headings.map((heading) => firstOf(own(heading)));
  const meanings = names.map(
    (name, at) => ownMeanings[at] ?? firstOf(isGroup(name) ? (GROUP as M) : (columns?.get(name) ?? others.get(name))),
  );
  return { source, meanings };
}
