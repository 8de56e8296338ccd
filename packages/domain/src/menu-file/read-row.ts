import { say, withoutUndefined, type Cents } from '../core/index.ts';
import { DIETS, GLUTEN_CEREALS, type DietMarks, type GlutenCereal } from '../menu/diet.ts';
import {
  parseAllergens,
  parseDiets,
  parseHeat,
  parseSquareCategory,
  parseTaxClass,
  parseYesNo,
  saysGluten,
  withCereals,
  type Cell,
} from './cells.ts';
import {
  parseModifierHeading,
  normaliseHeading,
  type FileColumn,
  type FileLocation,
  type FileTarget,
} from './fields.ts';
import type { DishValues, FileDish } from './file-dish.ts';
import type { FileLine } from './file-table.ts';
import { parsePrice, type DecimalSign } from './price-text.ts';
import { textCellProblem, textColumns } from './text-columns.ts';

const TEXT_COLUMNS = textColumns();

const MOST = { name: 100, description: 1000, price: 1_000_000_00 } as const;

export interface ReadRow {
  readonly dish: Omit<FileDish, 'sizes'>;
  readonly size: string;
  readonly problem: string | null;
}

/** Prepares everything that is the same for all rows and returns a function that reads one. */
export function rowReader(
  columns: readonly FileColumn[],
  locations: readonly FileLocation[],
  decimal: DecimalSign,
  gluten: readonly GlutenCereal[] = [],
) {
  const columnOf = new Map(columns.map(({ target }, at) => [target, at]));
  const modifiers = columns.flatMap(({ target, heading }, column) =>
    target === 'modifier' ? { column, name: parseModifierHeading(heading) } : [],
  );
  const placeOf = new Map(locations.map((place) => [normaliseHeading(place.name), place]));
  for (const place of locations) placeOf.set(place.id, place);
  const isSquare = columns.some(({ heading }) => normaliseHeading(heading) === 'token');
  return (line: FileLine) =>
    readRow(line, { columnOf, modifiers, placeOf, places: locations, decimal, isSquare, gluten });
}

interface Columns {
  readonly columnOf: ReadonlyMap<FileTarget | null, number>;
  readonly modifiers: readonly { readonly column: number; readonly name: string }[];
  /** Locations by id and by normalised name. */
  readonly placeOf: ReadonlyMap<string, FileLocation>;
  readonly places: readonly FileLocation[];
  readonly decimal: DecimalSign;
  /** What “gluten” means in this file; empty if nobody has said. */
  readonly gluten: readonly GlutenCereal[];
  /** True for a Square export, which has a token column. */
  readonly isSquare: boolean;
}

/** Reads one row and reports the first problem. */
function readRow({ row, cells }: FileLine, columns: Columns): ReadRow {
  const reader = new CellReader(cells, columns);
  const id = reader.text('id');
  const name = readName(reader, id);
  const category = reader.words('category');
  const description = reader.text('description');
  if (description.length > MOST.description) {
    reader.refuse(say`The description is longer than ${MOST.description} characters.`);
  }
  const place = readPlace(reader, columns);
  const dish = {
    row,
    id: id || null,
    locationId: place?.id ?? null,
    name,
    category: (columns.isSquare ? parseSquareCategory(category) : category) || null,
    values: readValues(reader, name, description, columns.gluten),
    at: readPlaceValues(reader, columns.places),
    texts: readTexts(reader),
    options: reader.text('options') || null,
    modifiers: readModifiers(reader, columns),
  };
  return { dish, size: reader.text('size'), problem: reader.problem };
}

/** The cells of one row, and the first problem found in them. */
class CellReader {
  problem: string | null = null;
  readonly #cells: readonly string[];
  readonly #columns: Columns;

  constructor(cells: readonly string[], columns: Columns) {
    this.#cells = cells;
    this.#columns = columns;
  }

  refuse(problem: string): void {
    this.problem ??= problem;
  }

  text(target: FileTarget): string {
    return this.at(this.#columns.columnOf.get(target) ?? -1);
  }

  at(column: number): string {
    return this.#cells[column] ?? '';
  }

  words(target: FileTarget): string {
    return this.text(target).replace(/\s+/g, ' ');
  }

  /** An empty cell gives no value. */
  parse<T>(cell: string, parse: (cell: string) => Cell<T>): T | undefined {
    if (cell === '') return undefined;
    const parsed = parse(cell);
    if ('value' in parsed) return parsed.value;
    this.refuse(parsed.problem);
    return undefined;
  }

  value<T>(target: FileTarget, parse: (cell: string) => Cell<T>): T | undefined {
    return this.parse(this.text(target), parse);
  }

  /** What a portion costs the restaurant. Zero is a valid cost. */
  cost(): Cents | undefined {
    return this.value('cost', (cell): Cell<Cents> => {
      const amount = parsePrice(cell, this.#columns.decimal);
      return amount === null || amount > MOST.price
        ? { problem: say`“${cell}” is not a cost. Write an amount such as 3.50.` }
        : { value: amount };
    });
  }

  price(target: FileTarget): Cents | undefined {
    return this.value(target, (cell): Cell<Cents> => {
      const amount = parsePrice(cell, this.#columns.decimal);
      if (amount === null) return { problem: say`“${cell}” is not a price.` };
      if (amount === 0) return { problem: say`A price must be above 0.` };
      return amount > MOST.price ? { problem: say`“${cell}” is too high for a price.` } : { value: amount };
    });
  }
}

function readName(reader: CellReader, id: string): string {
  const name = reader.words('name');
  if (name === '' && id === '') {
    reader.refuse(reader.text('price') === '' ? say`This row has no name.` : say`This row has a price and no name.`);
  }
  if (name.length > MOST.name) reader.refuse(say`The name is longer than ${MOST.name} characters.`);
  return name;
}

function readPlace(reader: CellReader, { placeOf }: Columns): FileLocation | undefined {
  const where = reader.text('location');
  if (where === '') return undefined;
  const place = placeOf.get(where) ?? placeOf.get(normaliseHeading(where));
  if (!place) reader.refuse(say`There is no location “${where}” whose menu you can edit.`);
  return place;
}

function readValues(reader: CellReader, name: string, description: string, gluten: readonly GlutenCereal[]) {
  const marks = readDietMarks(reader);
  return withoutUndefined({
    name: name || undefined,
    description: description || undefined,
    price: reader.price('price'),
    taxClass: reader.value('taxClass', parseTaxClass),
    ...marks,
    cost: reader.cost(),
    allergens: readAllergens(reader, gluten),
    spiceLevel: reader.value('spiceLevel', parseHeat),
    // An archived dish is not available. "Not archived" does not say whether it is available.
    isAvailable: reader.value('isArchived', parseYesNo) ? false : reader.value('isAvailable', parseYesNo),
  });
}

/** A list that says “gluten” states nothing until somebody has said which cereals are meant. */
function readAllergens(reader: CellReader, gluten: readonly GlutenCereal[]): DishValues['allergens'] | undefined {
  const cell = reader.text('allergens');
  if (!saysGluten(cell)) return reader.value('allergens', parseAllergens);
  // The other words of the cell are checked in any case.
  const allergens = reader.parse(withCereals(cell, gluten.length > 0 ? gluten : GLUTEN_CEREALS), parseAllergens);
  return gluten.length === 0 ? undefined : allergens;
}

/** A column of one diet goes before the column that lists all diets. */
function readDietMarks(reader: CellReader): Partial<DietMarks> {
  const marks: Partial<DietMarks> = {};
  const diets = reader.value('diets', parseDiets);
  for (const { id: diet, field } of DIETS) {
    const mark = reader.value(field, parseYesNo) ?? diets?.includes(diet);
    if (mark !== undefined) Object.assign(marks, { [field]: mark });
  }
  return marks;
}

function readPlaceValues(reader: CellReader, places: readonly FileLocation[]): Record<string, Partial<DishValues>> {
  const at: Record<string, Partial<DishValues>> = {};
  for (const { id } of places) {
    const own = withoutUndefined({
      price: reader.price(`price@${id}`),
      isAvailable: reader.value(`isAvailable@${id}`, parseYesNo),
    });
    if (Object.keys(own).length > 0) at[id] = own;
  }
  return at;
}

function readTexts(reader: CellReader): FileDish['texts'] {
  const texts = TEXT_COLUMNS.flatMap((column) => {
    const cell = reader.text(column);
    const problem = textCellProblem(column, cell);
    if (problem !== null) reader.refuse(problem);
    return cell === '' ? [] : [[column, cell] as const];
  });
  return Object.fromEntries(texts);
}

function readModifiers(reader: CellReader, { modifiers }: Columns): FileDish['modifiers'] {
  return modifiers.flatMap(({ column, name }) => {
    const has = reader.parse(reader.at(column), parseYesNo);
    return has === undefined ? [] : { name, has };
  });
}
