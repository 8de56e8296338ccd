import { say } from '../core/language.ts';

/** How hot a guest wants it. `level` is what travels on the wire. */
export interface SpiceLevel {
  readonly id: string;
  readonly name: string;
  readonly level: number;
  readonly description: string;
}

const MILD: SpiceLevel = { id: 'mild', name: say`Mild`, level: 1, description: say`Gentle warmth` };
const MEDIUM: SpiceLevel = { id: 'medium', name: say`Medium`, level: 2, description: say`A clear heat` };
const HOT: SpiceLevel = { id: 'hot', name: say`Hot`, level: 3, description: say`For those who mean it` };

/** The levels that are offered. */
export const SPICE_LEVELS: readonly SpiceLevel[] = [MILD, MEDIUM, HOT];

/** A house offers as many as travel on the wire. */
export const SPICE_LEVEL_MIN = 1;
export const SPICE_LEVEL_MAX = 5;

/** Heats by their level: one keeps its level under whatever name and wherever it stands among the others. */
export const HEAT_IDS: readonly string[] = [...SPICE_LEVELS.map(({ id }) => id), 'heat-4', 'heat-5'];

/** Null of what is no heat. */
export function heatLevel(id: unknown): number | null {
  return HEAT_IDS.findIndex((each) => each === id) + 1 || null;
}

export const GUEST_SPICE = MILD;
export const TILL_SPICE = MEDIUM;

/** How hot a line is made, as it travels. */
export interface LineHeat {
  readonly selectedSpiceLevel: number;
  readonly spiceLevelId: string;
  readonly spiceLevelName: string;
}

/**
 * A line's heat from the level that is asked for, which stays as it was sent. Id and name are of the level that is
 * offered: what is wanted hotter than Hot must never be cooked Mild.
 */
export function lineHeat(level: number | null | undefined): LineHeat {
  const selectedSpiceLevel = level ?? SPICE_LEVEL_MIN;
  const { id, name } = SPICE_LEVELS.findLast((spice) => spice.level <= selectedSpiceLevel) ?? GUEST_SPICE;
  return { selectedSpiceLevel, spiceLevelId: id, spiceLevelName: name };
}

/** How hot a dish is made; a dish marked none asks nothing. */
export const DISH_HEATS = ['none', 'mild', 'medium', 'hot'] as const;
export type DishHeat = (typeof DISH_HEATS)[number];

export function hasHeatChoice(dish: { readonly spiceLevel: DishHeat }): boolean {
  return dish.spiceLevel !== 'none';
}
