import type { Cents } from '../core/money.ts';
import type { DishTaxClass } from '../core/tax-classes.ts';
import type { DietMarks, DishAllergens, DishHeat } from '../menu/index.ts';
import type { FileTexts } from './text-columns.ts';

/** The fields of a dish that a file can change, apart from its category and options. */
export interface DishValues extends DietMarks {
  readonly name: string;
  readonly description: string;
  readonly price: Cents;
  readonly taxClass: DishTaxClass;
  /** What a portion costs the restaurant; null if it is not known. */
  readonly cost: Cents | null;
  readonly allergens: DishAllergens;
  readonly spiceLevel: DishHeat;
  readonly isAvailable: boolean;
}

/** A dish in a file. Fields without a value stay unchanged. */
export interface FileDish {
  /** The row number in a spreadsheet; the headings are row 1. */
  readonly row: number;
  readonly id: string | null;
  /** The location of the row, or null for all. */
  readonly locationId: string | null;
  readonly name: string;
  readonly category: string | null;
  /** The category it gets if it is new and its row names none. */
  readonly categoryIfNew: string | null;
  readonly values: Partial<DishValues>;
  readonly texts: FileTexts;
  /** The names of all its option groups, as written. */
  readonly options: string | null;
  /** The names of further groups. Those that exist are added. */
  readonly modifiers: readonly string[];
  /** All its sizes, or none if the file does not say them. */
  readonly sizes: readonly FileSize[];
}

export interface FileSize {
  readonly name: string;
  readonly price: Cents;
}

export interface RefusedRow {
  readonly row: number;
  readonly name: string;
  readonly reason: string;
}

export interface FileLocation {
  readonly id: string;
  readonly name: string;
}
