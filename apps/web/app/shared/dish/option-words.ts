import type { Cents } from '@tiffin/domain/core';
import type { OfferedHeat, OptionGroup } from '@tiffin/domain/options';
import { phoneText } from '@tiffin/domain/people';
import { formatMoney, joinNames } from '../../ui/format.ts';

/** Milk, wheat and nuts. */
export const allOf = (names: readonly string[]) => joinNames(names).toLowerCase();

/** Texts for the options of a dish. */
export const texts = {
  required: 'Required',
  chooseSome: (count: number) => `, choose ${count}`,
  chosen: 'Chosen',
  nothingLeft: 'Sold out',
  upTo: (most: number) => `Choose up to ${most}`,
  optional: 'Optional',
  included: 'Included',
  addedToThat: 'A price beside a choice is added to that.',
  plus: (price: Cents) => `+${formatMoney(price)}`,
  soldOut: 'Sold out',
  none: 'None',
  contains: (allergens: readonly string[]) => `Contains ${allOf(allergens)}`,
  showAll: (count: number) => `Show all ${count}`,
  search: (group: string) => `Search in ${group}`,
  noneFound: 'Nothing has this name.',
  without: (name: string) => `No ${name.toLowerCase()}`,
  samePrice: 'The price stays the same.',
  notFree: (allergens: readonly string[], phone: string | undefined) =>
    phone
      ? `Leaving it out does not make the dish free of ${allOf(allergens)}: for an allergy please call ${phoneText(phone)}.`
      : `Leaving it out does not make the dish free of ${allOf(allergens)}.`,
  note: 'Note to the kitchen',
  noteHint: 'The kitchen reads it on the ticket. It cannot add dishes.',
  left: (count: number) => `${count} left`,
  leftSpoken: (count: number) => (count === 0 ? 'No characters left' : `${count} characters left`),
  change: 'Change',
  save: 'Save',
  changing: (name: string) => `Change ${name}`,
  loading: (name: string) => `Loading ${name}…`,
  failed: 'The choices could not be loaded.',
  retry: 'Try Again',
} as const;

/** How many included options are left in a group; null if none are included. */
export function countText({ min, max, included, eachExtra }: OptionGroup, units: number): string | null {
  const each = formatMoney(eachExtra);
  const isFull = max > 1 && units >= max;
  const rest = isFull
    ? 'That is the maximum. Remove one to change your choice.'
    : max - units === 1
      ? 'One more is possible.'
      : null;
  if (eachExtra === 0) return isFull && max > min ? rest : null;
  if (units === 0) return included === 0 ? `${each} each.` : `${included} included, then ${each} each.`;
  if (units < included) return `${units} chosen, ${included - units} more included, then ${each} each.`;
  const charged = units - included;
  const sum =
    charged > 0
      ? included > 0
        ? `${units} chosen: ${included} included, ${charged} × ${each}.`
        : `${units} chosen: ${charged} × ${each}.`
      : isFull
        ? `${units} chosen, all included.`
        : `${units} chosen, all included. Each further one is ${each}.`;
  return rest === null ? sum : `${sum} ${rest}`;
}

/** The description and price of a heat level; neither if it is sold out. */
export function heatText({
  description,
  more,
  isUnavailable,
}: Pick<OfferedHeat, 'description' | 'more' | 'isUnavailable'>): string {
  if (isUnavailable) return texts.soldOut;
  return [description, more > 0 && texts.plus(more)].filter(Boolean).join(' · ');
}
