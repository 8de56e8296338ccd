import { say, sayNow, ZERO, type Cents } from '../core/index.ts';
import {
  HEAT_IDS,
  heatLevelNumber,
  lineHeat,
  SPICE_LEVEL_MIN,
  DEFAULT_HEAT_LEVELS,
  type LineHeat,
  type HeatLevel,
} from '../menu/spice.ts';
import { groupsAt } from './groups-at.ts';
import { groupPrice, chosenSize } from './price.ts';
import { OPTION_TEXTS, optionsProblem, type OptionProblem } from './problem.ts';
import { groupFromWire, type WireGroup } from './wire.ts';
import type { ChosenOptions, ChosenOption, GroupOption, OptionDish, OptionGroup } from './types.ts';

/**
 * The id of the option group for heat levels. Dishes and order lines store heat apart from their other groups, because
 * the API sends it in three fields of its own and old lines have only those. Groups that owners create never get this
 * id.
 */
export const HEAT_GROUP = 'spice_level';

/** A dish that may have heat levels. */
export interface DishWithHeat {
  readonly name: string;
  readonly heats?: OptionGroup | undefined;
}

/** The first heat id that no level uses; null if all are used. */
export function freeHeatId(taken: ReadonlySet<string>): string | null {
  return HEAT_IDS.find((id) => !taken.has(id)) ?? null;
}

const HEAT_GROUP_NAME = say`Spice level`;

/** The heat levels of a restaurant that did not change them. */
export function defaultHeatGroup(): OptionGroup {
  return {
    id: HEAT_GROUP,
    name: HEAT_GROUP_NAME,
    kind: 'one',
    min: 1,
    max: 1,
    included: 0,
    eachExtra: ZERO,
    isSize: false,
    isOpened: false,
    options: DEFAULT_HEAT_LEVELS.map(({ id, name }, index) => ({
      id,
      name,
      price: ZERO,
      isDefault: index === 0,
      maxUnits: 1,
      isAvailable: true,
      allergens: [],
      breaks: [],
    })),
  };
}

/** The heat levels of a menu from the API. Menus without them use the defaults. */
export function heatGroupFromWire(wireGroup: WireGroup | undefined): OptionGroup {
  return wireGroup ? groupFromWire(wireGroup) : defaultHeatGroup();
}

/** The levels of a heat group, with their numbers and descriptions. */
export function heatLevels({ options }: Pick<OptionGroup, 'options'>): readonly HeatLevel[] {
  return options.map(levelOf);
}

function levelOf({ id, name }: Pick<GroupOption, 'id' | 'name'>): HeatLevel {
  const standard = DEFAULT_HEAT_LEVELS.find((each) => each.id === id);
  // The description belongs to the default name; a renamed level has none.
  return {
    id,
    name,
    level: heatLevelNumber(id) ?? SPICE_LEVEL_MIN,
    description: standard?.name === name ? standard.description : '',
  };
}

/**
 * The option to cook for a requested level: the hottest that is not hotter. A request for hot food never becomes Mild
 * because its level is missing.
 */
export function optionForHeatLevel({ options }: Pick<OptionGroup, 'options'>, level: number): GroupOption | undefined {
  const upwards = HEAT_IDS.flatMap((id) => options.find((option) => option.id === id) ?? []);
  return upwards.findLast(({ id }) => HEAT_IDS.indexOf(id) < level) ?? upwards[0];
}

/** A line's heat in the restaurant's words. The requested level stays unchanged. */
export function lineHeatAt(heats: Pick<OptionGroup, 'options'> | undefined, level: number): LineHeat {
  const option = heats && optionForHeatLevel(heats, level);
  return option ? { selectedSpiceLevel: level, spiceLevelId: option.id, spiceLevelName: option.name } : lineHeat(level);
}

/** The preselected heat level among the available ones: for the given level, or else the default of the dish. */
export function preselectedHeat(heats: OptionGroup, level?: number): HeatLevel | null {
  const available = heats.options.filter(({ isAvailable }) => isAvailable);
  const usual = available.find(({ isDefault }) => isDefault);
  const preferred = level === undefined ? usual : optionForHeatLevel({ options: available }, level);
  const option = preferred ?? available[0];
  return option ? levelOf(option) : null;
}

export function heatChoice(id: string): ChosenOption {
  return { groupId: HEAT_GROUP, optionId: id, units: 1 };
}

/** Adds the heat levels of a dish to its option groups. */
export function withHeatGroup<Dish extends OptionDish & DishWithHeat>(dish: Dish): Dish {
  return dish.heats ? { ...dish, optionGroups: [...(dish.optionGroups ?? []), dish.heats] } : dish;
}

/** Why a dish cannot be made with this heat level, or null. A dish without heat levels accepts any. */
export function heatProblem({ name, heats }: DishWithHeat, id: string): OptionProblem | null {
  if (!heats) return null;
  const ids = { groupId: HEAT_GROUP, optionId: id };
  if (!heats.options.some(({ isAvailable }) => isAvailable)) {
    return {
      code: 'item-unavailable',
      message: OPTION_TEXTS.nothingLeft(name, sayNow(heats.name)),
      groupId: HEAT_GROUP,
    };
  }
  const option = heats.options.find((each) => each.id === id);
  if (!option) return { code: 'option-unavailable', message: OPTION_TEXTS.unknown(sayNow(heats.name)), ...ids };
  return option.isAvailable
    ? null
    : { code: 'option-unavailable', message: OPTION_TEXTS.unavailable(sayNow(option.name)), ...ids };
}

/** Returns the problem with the chosen options or, if one is requested, the heat level; otherwise null. */
export function dishChoiceProblem(
  dish: OptionDish & DishWithHeat,
  requested: ChosenOptions | undefined,
  heat: string | undefined,
): OptionProblem | null {
  return optionsProblem(dish, requested) ?? (heat === undefined ? null : heatProblem(dish, heat));
}

/** The surcharge of a heat level, in the chosen size; zero for a dish without heat levels. */
export function heatPrice(dish: OptionDish & DishWithHeat, id: string | undefined, chosen: ChosenOptions = []): Cents {
  return dish.heats && id !== undefined ? surchargeOf(dish.heats, id, chosenSize(dish, chosen)?.id ?? null) : ZERO;
}

function surchargeOf(heats: OptionGroup, id: string, sizeId: string | null): Cents {
  return groupPrice(heats, [heatChoice(id)], sizeId);
}

/** A heat level as offered to guests, with its surcharge and whether it is sold out. */
export interface OfferedHeat extends HeatLevel {
  readonly surcharge: Cents;
  readonly isUnavailable: boolean;
}

/** The heat levels of a dish in the chosen size; null for a dish without sizes. */
export function offeredHeats(heats: OptionGroup, sizeId: string | null): readonly OfferedHeat[] {
  return heats.options.map((option) => ({
    ...levelOf(option),
    surcharge: surchargeOf(heats, option.id, sizeId),
    isUnavailable: !option.isAvailable,
  }));
}

/** The heat group as `groupsAt` gives it for a time. */
export function heatGroupAt(heats: OptionGroup, now: Date, hoursAt = now): OptionGroup {
  return groupsAt([heats], now, hoursAt)[0] ?? heats;
}

type HeatGroupShape = Pick<OptionGroup, 'kind' | 'min' | 'isSize'> & {
  readonly options: readonly {
    readonly isDefault: boolean;
    readonly opensGroupId?: string | null | undefined;
    readonly dishId?: unknown;
  }[];
};

export function tooManyHeatsText(): string {
  return say`At most ${HEAT_IDS.length} options.`;
}

/** Rules of the heat group in addition to those of every group. */
export function heatGroupProblem({
  kind,
  min,
  isSize,
  options,
}: HeatGroupShape): { field: string; message: string } | null {
  const wrong = (field: string, message: string) => ({ field, message });
  if (kind !== 'one' || min !== 1 || isSize) return wrong('kind', say`Guests choose exactly one heat level.`);
  // Without a default heat level the lowest price of a dish could differ from the one on the menu.
  if (!options.some(({ isDefault }) => isDefault)) return wrong('options', say`One heat level must be the usual one.`);
  if (options.length > HEAT_IDS.length) return wrong('options', tooManyHeatsText());
  const isNested = options.some(({ opensGroupId, dishId }) => opensGroupId || (dishId ?? null) !== null);
  return isNested ? wrong('options', say`A heat level cannot be a dish or open another group.`) : null;
}

/** Translates the default names, which belong to the product and not to the restaurant. */
export function translateHeatNames(heats: OptionGroup): OptionGroup {
  return {
    ...heats,
    name: sayNow(heats.name),
    options: heats.options.map((option) => ({ ...option, name: sayNow(option.name) })),
  };
}

/** True for default names. The product translates them, so owners need not. */
export function isDefaultHeatName(name: string): boolean {
  return name === HEAT_GROUP_NAME || DEFAULT_HEAT_LEVELS.some((each) => each.name === name);
}
