import type { Cents } from '@tiffin/domain/core';
import type { OptionGroup } from '@tiffin/domain/options';
import { phoneText } from '@tiffin/domain/people';
import { formatMoney, LOCALE } from '../../ui/format.ts';

const list = new Intl.ListFormat(LOCALE, { type: 'conjunction', style: 'short' });
/** Milk, wheat and nuts. */
export const allOf = (names: readonly string[]) => list.format(names).replace(', and ', ' and ').toLowerCase();

/** What is said of the choices of a dish. */
export const texts = {
  required: 'Required',
  chooseSome: (count: number) => `, choose ${count}`,
  chosen: 'Chosen',
  nothingLeft: 'Nothing left',
  upTo: (most: number) => `Up to ${most}`,
  optional: 'Optional',
  included: 'Included',
  plus: (price: Cents) => `+${formatMoney(price)}`,
  soldOut: 'Sold out',
  none: 'None',
  contains: (allergens: readonly string[]) => `Contains ${allOf(allergens)}`,
  showAll: (count: number) => `Show all ${count}`,
  search: (group: string) => `Search in ${group}`,
  noneFound: 'Nothing is called that.',
  without: (name: string) => `No ${name.toLowerCase()}`,
  samePrice: 'The price stays the same.',
  notFree: (allergens: readonly string[], phone: string | undefined) =>
    `Leaving it out does not make the dish free of ${allOf(allergens)}${phone ? `: for an allergy please call ${phoneText(phone)}` : ''}.`,
  note: 'Note to the kitchen',
  noteHint: 'The kitchen reads it on the ticket. It cannot add dishes.',
  left: (count: number) => `${count} left`,
  leftSpoken: (count: number) => (count === 0 ? 'No characters left' : `${count} characters left`),
  change: 'Change',
  save: 'Save',
  changing: (name: string) => `Change ${name}`,
  loading: (name: string) => `Loading ${name}…`,
  failed: 'Its choices did not load.',
  retry: 'Try Again',
} as const;

/** How many of a group are in the price, counted down as one presses; null where there is nothing to count. */
export function countText({ min, max, included, eachExtra }: OptionGroup, units: number): string | null {
  const each = formatMoney(eachExtra);
  const isFull = max > 1 && units >= max;
  const rest = isFull ? 'That is all; take one out to change.' : max - units === 1 ? 'One more is possible.' : null;
  if (eachExtra === 0) return isFull && max > min ? rest : null;
  if (units === 0) return included === 0 ? `${each} each.` : `${included} included, then ${each} each.`;
  if (units < included) return `${units} chosen, ${included - units} more included, then ${each} each.`;
  const sum =
    units === included
      ? `${units} chosen, all included.${isFull ? '' : ` Each further one is ${each}.`}`
      : `${units} chosen: ${included > 0 ? `${included} included, ` : ''}${units - included} × ${each}.`;
  return rest === null ? sum : `${sum} ${rest}`;
}
