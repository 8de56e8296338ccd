import type { Cents } from '../core/money.ts';
import type { AllergenId, Diet, DishHours } from '../menu/index.ts';
import type { TaxClass } from '../core/tax-classes.ts';

/** An option of a dish: a size, a chutney, extra paneer, or an ingredient that can be left out. */
export interface GroupOption {
  readonly id: string;
  readonly name: string;
  /** The name for the kitchen, if it differs. */
  readonly kitchenName?: string | undefined;
  /** For a size the price of the dish, otherwise the surcharge per unit. */
  readonly price: Cents;
  /** Different prices by size id. */
  readonly pricesBySize?: Readonly<Record<string, Cents>> | undefined;
  /** The group that opens when this option is chosen. */
  readonly opensGroupId?: string | undefined;
  /** The dish comes with one unit, which its price includes. */
  readonly isDefault: boolean;
  readonly maxUnits: number;
  readonly isAvailable: boolean;
  /** Sold out at this location until then; `groupsAt` applies it. */
  readonly soldOutUntil?: Date | undefined;
  /** The hours of the dish this option refers to, if it is not always served. */
  readonly hours?: DishHours | undefined;
  readonly allergens: readonly AllergenId[];
  /** True for a part of a combo whose allergens nobody has stated. */
  readonly hasUnknownAllergens?: boolean | undefined;
  /** The diets that the dish no longer suits with this option. */
  readonly breaks: readonly Diet[];
  /** The dish this option refers to, as a part of a combo. */
  readonly dishId?: string | undefined;
  /** The data of that dish at a location, filled in by `withParts`. */
  readonly part?: ComboPart | undefined;
}

/** The dish that an option of a combo stands for. */
export interface ComboPart<Money = Cents> {
  readonly itemId: string;
  /** The regular price, by which the combo's price is spread over its parts. */
  readonly list: Money;
  readonly taxClass: TaxClass;
}

/** `one`: exactly or at most one option. `some`: as many as `min` and `max` allow. */
export const GROUP_KINDS = ['one', 'some'] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];

export interface OptionGroup {
  readonly id: string;
  readonly name: string;
  readonly kind: GroupKind;
  /** The smallest and the largest number of units. */
  readonly min: number;
  readonly max: number;
  /** The units included in the price. Each further unit costs `eachExtra` in addition to its own price. */
  readonly included: number;
  readonly eachExtra: Cents;
  /** The prices of its options replace the dish's price. */
  readonly isSize: boolean;
  /** Asked only when an option that opens it is chosen. */
  readonly isOpened: boolean;
  /** The name of the part of a combo that it belongs to. Its id begins with the part's key (`optionKey`). */
  readonly of?: string | undefined;
  /** The key of the part that opens it. */
  readonly openedBy?: string | undefined;
  readonly options: readonly GroupOption[];
}

/** The fields of a dish that choosing options needs. */
export interface OptionDish {
  readonly name: string;
  readonly price: Cents;
  readonly optionGroups?: readonly OptionGroup[] | undefined;
}

/**
 * One chosen option. The choices are a complete set: a default that is missing from it was left out. Without any set
 * the defaults apply.
 */
export interface ChosenOption {
  readonly groupId: string;
  readonly optionId: string;
  readonly units: number;
}

export type ChosenOptions = readonly ChosenOption[];

/** A choice as submitted with an order, with its unit price at that time, so that a refusal can name what changed. */
export interface RequestedOption extends ChosenOption {
  readonly price?: Cents | undefined;
}

/**
 * Limits: groups per dish, options per group, units per line over all groups, length of names and of group ids. A group
 * of a part has the part's key in its id.
 */
export const OPTION_LIMITS = { groups: 30, options: 60, units: 20, name: 60, groupId: 200 } as const;

/** The longest note on a line, in characters. */
export const MAX_LINE_NOTE_LENGTH = 140;
