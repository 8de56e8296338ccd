import { cents } from '../core/money.ts';
import type { GroupOption, OptionGroup } from '../options/types.ts';

/** An option with default values. */
export function plainOption(id: string, more: Partial<GroupOption> = {}): GroupOption {
  return {
    id,
    name: id,
    price: cents(0),
    isDefault: false,
    maxUnits: 1,
    isAvailable: true,
    allergens: [],
    breaks: [],
    ...more,
  };
}

/** A group with exactly one choice unless overridden. */
export function plainGroup(id: string, options: readonly GroupOption[], more: Partial<OptionGroup> = {}): OptionGroup {
  return {
    id,
    name: id,
    kind: 'one',
    min: 1,
    max: 1,
    included: 0,
    eachExtra: cents(0),
    isSize: false,
    isOpened: false,
    options,
    ...more,
  };
}
