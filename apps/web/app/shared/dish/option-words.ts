import { say, type Cents } from '@tiffin/domain/core';
import { shortAllergenName } from '@tiffin/domain/menu';
import type { OfferedHeat, OptionGroup } from '@tiffin/domain/options';
import { formatMoney, joinNames } from '../../ui/format.ts';

/** 'milk, wheat and nuts' */
export const allOf = (names: readonly string[]) => joinNames(names.map(shortAllergenName)).toLowerCase();

export const texts = {
  plus: (price: Cents) => `+${formatMoney(price)}`,
  soldOut: say`Sold out`,
} as const;

/** How many included options are left in a group; null if none are included. */
export function optionsLeftText({ min, max, included, eachExtra }: OptionGroup, units: number): string | null {
  const each = formatMoney(eachExtra);
  const isFull = max > 1 && units >= max;
  const rest = isFull
    ? say`That is the maximum. Remove one to change your choice.`
    : max - units === 1
      ? say`One more is possible.`
      : null;
  if (eachExtra === 0) return isFull && max > min ? rest : null;
  if (units === 0) return included === 0 ? say`${each} each.` : say`${included} included, then ${each} each.`;
  if (units < included) return say`${units} chosen, ${included - units} more included, then ${each} each.`;
  const charged = units - included;
  const sum =
    charged > 0
      ? included > 0
        ? say`${units} chosen: ${included} included, ${charged} × ${each}.`
        : say`${units} chosen: ${charged} × ${each}.`
      : isFull
        ? say`${units} chosen, all included.`
        : say`${units} chosen, all included. Each further one is ${each}.`;
  return rest === null ? sum : `${sum} ${rest}`;
}

/** The description and price of a heat level; neither if it is sold out. */
export function heatText({
  description,
  surcharge,
  isUnavailable,
}: Pick<OfferedHeat, 'description' | 'surcharge' | 'isUnavailable'>): string {
  if (isUnavailable) return texts.soldOut;
  return [description, surcharge > 0 && texts.plus(surcharge)].filter(Boolean).join(' · ');
}
