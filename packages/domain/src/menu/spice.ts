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

/** Levels 4 and 5 are valid on the wire though nobody offers them. */
export const SPICE_LEVEL_MIN = 1;
export const SPICE_LEVEL_MAX = 5;

export const GUEST_SPICE = MILD;
export const TILL_SPICE = MEDIUM;

/** The offered level for one of the wire: what is wanted hotter than Hot must never be cooked Mild. */
export function spiceOffered(level: number): SpiceLevel {
  return SPICE_LEVELS.findLast((spice) => spice.level <= level) ?? GUEST_SPICE;
}

/** How hot a dish is made; a dish marked none asks nothing. */
export const DISH_HEATS = ['none', 'mild', 'medium', 'hot'] as const;
export type DishHeat = (typeof DISH_HEATS)[number];

export function asksForSpice(dish: { readonly spiceLevel: DishHeat }): boolean {
  return dish.spiceLevel !== 'none';
}
