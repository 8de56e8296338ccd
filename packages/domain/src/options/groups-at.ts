import { isSoldOut } from '../menu/sold-out.ts';
import type { OptionGroup } from './types.ts';

/** Groups as they stand at a moment: what ran out is not to be had. */
export function groupsAt(groups: readonly OptionGroup[], now: Date): readonly OptionGroup[] {
  if (groups.every(({ options }) => options.every(({ soldOutUntil }) => !soldOutUntil))) return groups;
  return groups.map((group) => ({
    ...group,
    options: group.options.map((option) =>
      isSoldOut(option.soldOutUntil, now) ? { ...option, isAvailable: false } : option,
    ),
  }));
}
