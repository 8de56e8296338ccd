import type { Cents } from '../core/money.ts';
import type { DishHours } from '../menu/dayparts.ts';
import type { AllergenId, Diet } from '../menu/diet.ts';
import type { TaxClass } from '../core/tax-classes.ts';

/** Something one may choose with a dish: a size, a chutney, more paneer, or what is in it already and may be left out. */
export interface GroupOption {
  readonly id: string;
  readonly name: string;
  /** What the kitchen calls it, where that is something else. */
  readonly kitchenName?: string | undefined;
  /** Of a size what the dish costs in it; of anything else what one unit costs more. */
  readonly price: Cents;
  /** What it costs instead with a size, by the size's id. */
  readonly pricesBySize?: Readonly<Record<string, Cents>> | undefined;
  /** The group that is asked for once this is chosen. */
  readonly opensGroupId?: string | undefined;
  /** The dish comes with one of it, which is in its price. */
  readonly isDefault: boolean;
  readonly maxUnits: number;
  /** There is some of it now. */
  readonly isAvailable: boolean;
  /** There is none of it until then, at the place: `groupsAt` says it for a moment. */
  readonly soldOutUntil?: Date | undefined;
  /** When the dish that it is is sold, where that is not always. */
  readonly hours?: DishHours | undefined;
  /** What it brings into the dish. */
  readonly allergens: readonly AllergenId[];
  /** Diets the dish is not for any more with it. */
  readonly breaks: readonly Diet[];
  /** The dish that it is: a part of a combo. */
  readonly dishId?: string | undefined;
  /** What that dish is at a place: `withParts` says it. */
  readonly part?: PartOf | undefined;
}

/** A dish as a part of a combo. */
export interface PartOf<Money = Cents> {
  readonly itemId: string;
  /** What it costs on its own: by this the combo's price is spread over its parts. */
  readonly list: Money;
  readonly taxClass: TaxClass;
}

/** Of a group exactly one is chosen, or at most one; or as many as its limits say. */
export const GROUP_KINDS = ['one', 'some'] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];

export interface OptionGroup {
  readonly id: string;
  readonly name: string;
  /** One of them, or some. */
  readonly kind: GroupKind;
  /** How many units at least and at most. */
  readonly min: number;
  readonly max: number;
  /** So many units are in the price; each one more costs `eachExtra` beside its own price. */
  readonly included: number;
  readonly eachExtra: Cents;
  /** Its prices take the place of the dish's. */
  readonly isSize: boolean;
  /** Asked for only when an option that opens it is chosen. */
  readonly isOpened: boolean;
  /** The part of a combo, by its name, that it is a choice of; its id begins with the part's (`optionKey`). */
  readonly of?: string | undefined;
  /** The part that opens it, by its key. */
  readonly openedBy?: string | undefined;
  readonly options: readonly GroupOption[];
}

/** A dish as far as choosing goes. */
export interface OptionDish {
  readonly name: string;
  readonly price: Cents;
  readonly optionGroups?: readonly OptionGroup[] | undefined;
}

/** What is chosen is a set: who leaves a default out of it wants the dish without. No set at all means: as it comes. */
export interface ChosenOption {
  readonly groupId: string;
  readonly optionId: string;
  readonly units: number;
}

export type Chosen = readonly ChosenOption[];

/** As an order asks for it, with what one unit of it cost when it was chosen: so that a refusal can say what moved. */
export interface RequestedOption extends ChosenOption {
  readonly price?: Cents | undefined;
}

/** Most groups of a dish, options of a group, units of a line over all its groups; a part's groups begin with its key. */
export const OPTION_LIMITS = { groups: 30, options: 60, units: 20, name: 60, groupId: 200 } as const;

/** Most characters of what is written beside one line. */
export const LINE_NOTE_MOST = 140;
