import { say } from '../core/language.ts';

/** A heat level that guests choose. The API sends `level`. */
export interface HeatLevel {
  readonly id: string;
  readonly name: string;
  readonly level: number;
  readonly description: string;
}

const MILD: HeatLevel = { id: 'mild', name: say`Mild`, level: 1, description: say`Gentle warmth` };
const MEDIUM: HeatLevel = { id: 'medium', name: say`Medium`, level: 2, description: say`A clear heat` };
const HOT: HeatLevel = { id: 'hot', name: say`Hot`, level: 3, description: say`Really hot` };

export const DEFAULT_HEAT_LEVELS: readonly HeatLevel[] = [MILD, MEDIUM, HOT];

/** The range of levels in the API, and so the most levels a restaurant can offer. */
export const SPICE_LEVEL_MIN = 1;
export const SPICE_LEVEL_MAX = 5;

/** Heat ids by level. A level keeps its id when it is renamed or moved. */
export const HEAT_IDS: readonly string[] = [...DEFAULT_HEAT_LEVELS.map(({ id }) => id), 'heat-4', 'heat-5'];

/** The level of a heat id, or null if it is none. */
export function heatLevelNumber(id: unknown): number | null {
  return HEAT_IDS.findIndex((each) => each === id) + 1 || null;
}

export const DEFAULT_GUEST_HEAT = MILD;
export const DEFAULT_TILL_HEAT = MEDIUM;

/** The heat of a line, as sent by the API. */
export interface LineHeat {
  readonly selectedSpiceLevel: number;
  readonly spiceLevelId: string;
  readonly spiceLevelName: string;
}

/**
 * The heat of a line for a requested level, which is kept as sent. Id and name are those of the offered level, so that
 * a request above Hot is never cooked Mild.
 */
export function lineHeat(level: number | null | undefined): LineHeat {
  const selectedSpiceLevel = level ?? SPICE_LEVEL_MIN;
  const { id, name } = DEFAULT_HEAT_LEVELS.findLast((spice) => spice.level <= selectedSpiceLevel) ?? DEFAULT_GUEST_HEAT;
  return { selectedSpiceLevel, spiceLevelId: id, spiceLevelName: name };
}

/** How hot a dish is made; `none` means that guests are not asked. */
export const DISH_HEATS = ['none', 'mild', 'medium', 'hot'] as const;
export type DishHeat = (typeof DISH_HEATS)[number];

export function hasHeatChoice(dish: { readonly spiceLevel: DishHeat }): boolean {
  return dish.spiceLevel !== 'none';
}
