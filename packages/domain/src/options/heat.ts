import { say, sayNow } from '../core/language.ts';
import { ZERO, type Cents } from '../core/money.ts';
import {
  HEAT_IDS,
  heatLevel,
  lineHeat,
  SPICE_LEVEL_MIN,
  SPICE_LEVELS,
  type LineHeat,
  type SpiceLevel,
} from '../menu/spice.ts';
import { groupsAt } from './groups-at.ts';
import { groupPrice, sizeOf } from './price.ts';
import { OPTION_TEXTS, optionsProblem, type OptionProblem } from './problem.ts';
import { groupFromWire, type WireGroup } from './wire.ts';
import type { Chosen, ChosenOption, GroupOption, OptionDish, OptionGroup } from './types.ts';

/**
 * How hot a dish is made is a group of the house like any other, asked of each dish that comes hot at all. A dish and a
 * line name it apart from their groups: it travels as the three fields of the wire, and a line of before has no other.
 * No group that somebody adds gets such an id.
 */
export const HEAT_GROUP = 'spice_level';

/** A dish that asks how hot it shall be. */
export interface Heated {
  readonly name: string;
  readonly heats?: OptionGroup | undefined;
}

/** The first that none of these is. */
export function freeHeatId(taken: ReadonlySet<string>): string | null {
  return HEAT_IDS.find((id) => !taken.has(id)) ?? null;
}

const HEAT_GROUP_NAME = say`Spice level`;

/** The group as a house begins with it. */
export function firstHeats(): OptionGroup {
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
    options: SPICE_LEVELS.map(({ id, name }, place) => ({
      id,
      name,
      price: ZERO,
      isDefault: place === 0,
      maxUnits: 1,
      isAvailable: true,
      allergens: [],
      breaks: [],
    })),
  };
}

/** As a menu tells them; one of before tells none, and means what every house began with. */
export function heatsFrom(text: WireGroup | undefined): OptionGroup {
  return text ? groupFromWire(text) : firstHeats();
}

/** The heats of a house, as they are offered. */
export function heatLevels({ options }: Pick<OptionGroup, 'options'>): readonly SpiceLevel[] {
  return options.map(levelOf);
}

function levelOf({ id, name }: Pick<GroupOption, 'id' | 'name'>): SpiceLevel {
  const first = SPICE_LEVELS.find((each) => each.id === id);
  // What is said of Mild is said of nothing that is called otherwise.
  return {
    id,
    name,
    level: heatLevel(id) ?? SPICE_LEVEL_MIN,
    description: first?.name === name ? first.description : '',
  };
}

/** What is cooked for a level somebody asks for: the hottest that is no hotter, for what is wanted hot is never made Mild. */
export function heatAt({ options }: Pick<OptionGroup, 'options'>, level: number): GroupOption | undefined {
  const upwards = HEAT_IDS.flatMap((id) => options.find((option) => option.id === id) ?? []);
  return upwards.findLast(({ id }) => HEAT_IDS.indexOf(id) < level) ?? upwards[0];
}

/** A line’s heat in the house’s words; the level stays as it was asked for. */
export function lineHeatAt(heats: Pick<OptionGroup, 'options'> | undefined, level: number): LineHeat {
  const option = heats && heatAt(heats, level);
  return option ? { selectedSpiceLevel: level, spiceLevelId: option.id, spiceLevelName: option.name } : lineHeat(level);
}

/** What is chosen to begin with: what the dish comes with, or the level that somebody usually means; of those that are there. */
export function firstHeat(heats: OptionGroup, level?: number): SpiceLevel | null {
  const there = heats.options.filter(({ isAvailable }) => isAvailable);
  const meaning = level === undefined ? there.find(({ isDefault }) => isDefault) : heatAt({ options: there }, level);
  const first = meaning ?? there[0];
  return first ? levelOf(first) : null;
}

/** As one chooses of any group. */
export function heatChosen(id: string): ChosenOption {
  return { groupId: HEAT_GROUP, optionId: id, units: 1 };
}

/** A dish with its heats among its groups, where they are asked. */
export function withHeats<Dish extends OptionDish & Heated>(dish: Dish): Dish {
  return dish.heats ? { ...dish, optionGroups: [...(dish.optionGroups ?? []), dish.heats] } : dish;
}

/** Why a dish cannot be had as hot as that; null when it can. A dish that asks for none is made as it is wanted. */
export function heatProblem({ name, heats }: Heated, id: string): OptionProblem | null {
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
    : { code: 'option-unavailable', message: OPTION_TEXTS.gone(sayNow(option.name)), ...ids };
}

/** What is wrong with a dish as somebody wants it: with its choices, and as hot as that, where that is said. */
export function dishChoiceProblem(
  dish: OptionDish & Heated,
  requested: Chosen | undefined,
  heat: string | undefined,
): OptionProblem | null {
  return optionsProblem(dish, requested) ?? (heat === undefined ? null : heatProblem(dish, heat));
}

/** What one of a dish costs more as hot as that. */
export function heatPrice(dish: OptionDish & Heated, id: string | undefined, chosen: Chosen = []): Cents {
  return dish.heats && id !== undefined ? priceIn(dish.heats, id, sizeOf(dish, chosen)?.id ?? null) : ZERO;
}

function priceIn(heats: OptionGroup, id: string, sizeId: string | null): Cents {
  return groupPrice(heats, [heatChosen(id)], sizeId);
}

/** A heat as it is offered: with what it costs more, or that it has run out. */
export interface OfferedHeat extends SpiceLevel {
  readonly more: Cents;
  readonly isGone: boolean;
}

/** The heats of a house with a dish, in the size that is chosen of it. */
export function offeredHeats(heats: OptionGroup, sizeId: string | null): readonly OfferedHeat[] {
  return heats.options.map((option) => ({
    ...levelOf(option),
    more: priceIn(heats, option.id, sizeId),
    isGone: !option.isAvailable,
  }));
}

/** Heats as they stand at a moment. */
export function heatsAt(heats: OptionGroup, now: Date, hoursAt = now): OptionGroup {
  return groupsAt([heats], now, hoursAt)[0] ?? heats;
}

type Shaped = Pick<OptionGroup, 'kind' | 'min' | 'isSize'> & {
  readonly options: readonly {
    readonly isDefault: boolean;
    readonly opensGroupId?: string | null | undefined;
    readonly dishId?: unknown;
  }[];
};

export function tooManyHeatsText(): string {
  return say`At most ${HEAT_IDS.length} options.`;
}

/** What the group of heats has to keep besides what every group has to. */
export function heatGroupProblem({ kind, min, isSize, options }: Shaped): { field: string; message: string } | null {
  const wrong = (field: string, message: string) => ({ field, message });
  if (kind !== 'one' || min !== 1 || isSize) return wrong('kind', say`Of heats exactly one is chosen.`);
  // The least a dish costs is what its menu says.
  if (!options.some(({ isDefault }) => isDefault)) return wrong('options', say`One heat is what a dish comes with.`);
  if (options.length > HEAT_IDS.length) return wrong('options', tooManyHeatsText());
  const isMore = options.some(({ opensGroupId, dishId }) => opensGroupId || (dishId ?? null) !== null);
  return isMore ? wrong('options', say`A heat opens no further group, and is no dish.`) : null;
}

/** The names a house begins with are the product’s own: they are said in every language without anybody’s doing. */
export function wireHeats(heats: OptionGroup): OptionGroup {
  return {
    ...heats,
    name: sayNow(heats.name),
    options: heats.options.map((option) => ({ ...option, name: sayNow(option.name) })),
  };
}

/** Nobody needs to translate such a name. */
export function isFirstHeatName(name: string): boolean {
  return name === HEAT_GROUP_NAME || SPICE_LEVELS.some((each) => each.name === name);
}
