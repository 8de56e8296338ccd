import type { DishGroup, OptionGroup } from '../options/index.ts';
import type { DishField } from './columns.ts';
import type { DishValues, RefusedRow } from './file-dish.ts';
import type { FileTexts, TextColumn } from './text-columns.ts';

/** A dish on a menu, with the fields a file can contain. */
export interface PresentDish extends DishValues {
  readonly id: string;
  readonly category: string;
  readonly groups: readonly DishGroup[];
  /** Its translations as guests read them. */
  readonly texts?: FileTexts | undefined;
  /** True if it has a daypart price, so it cannot get sizes. */
  readonly isPricedByHour?: boolean | undefined;
}

export interface ExistingLocationMenu {
  readonly locationId: string;
  readonly dishes: readonly PresentDish[];
}

/** The categories and option groups shared by all menus. */
export interface SharedCategoriesAndGroups {
  readonly categories: readonly {
    readonly id: string;
    readonly name: string;
    /** Earlier names, which older files still use. */
    readonly earlier?: readonly string[];
  }[];
  readonly groups: readonly OptionGroup[];
}

export interface NewCategory {
  readonly id: string;
  readonly name: string;
}

export interface NewDish extends PresentDish {
  readonly row: number;
  readonly categoryName: string;
  /** Its sizes with their prices; empty if it has none. */
  readonly sizes: string;
}

export type DishChange = Partial<Omit<PresentDish, 'id' | 'isPricedByHour'>>;

export interface ChangedDish {
  readonly row: number;
  readonly id: string;
  /** Its current name. */
  readonly name: string;
  readonly change: DishChange;
  /** The changed fields as text. */
  readonly differences: readonly {
    readonly field: DishField | TextColumn;
    readonly before: string;
    readonly after: string;
  }[];
}

export interface LocationPlan {
  readonly locationId: string;
  readonly added: readonly NewDish[];
  readonly changed: readonly ChangedDish[];
  readonly same: number;
  readonly refused: readonly RefusedRow[];
  /** Dishes of the menu that the file does not contain. They stay as they are. */
  readonly missing: readonly { readonly id: string; readonly name: string }[];
}

export interface MenuPlan {
  readonly places: readonly LocationPlan[];
  readonly categories: readonly NewCategory[];
  /** New option groups of sizes. */
  readonly groups: readonly OptionGroup[];
  /** Option groups that the file names and that do not exist. Their dishes are imported without them. */
  readonly unknownGroups: readonly string[];
}
