import { phoneText } from '@tiffin/domain/people';
import type { Cents } from '@tiffin/domain/core';
import type { OptionGroup } from '@tiffin/domain/options';
import { texts as dishTexts } from '../../shared/dish/texts.ts';
import { formatMoney, LOCALE } from '../../ui/format.ts';

const list = new Intl.ListFormat(LOCALE, { type: 'conjunction', style: 'short' });
const all = (names: readonly string[]) => list.format(names).replace(', and ', ' and ');

/** What a dish's own sheet says. */
export const texts = {
  ...dishTexts,
  spice: 'Spice level',
  addFor: 'Add',
  save: 'Save',
  choose: (group: string) => `Choose ${group}`,
  changing: (name: string) => `Change ${name}`,
  takeOut: 'Take it out of my order',
  alreadyIn: (count: number) => `${count} in your order already`,
  calories: (count: number) => `${count} Cal`,
  required: 'Required',
  chooseSome: (count: number) => `, choose ${count}`,
  chosen: 'Chosen',
  nothingLeft: 'Nothing left',
  upTo: (most: number) => `Up to ${most}`,
  optional: 'Optional',
  included: 'Included',
  free: (count: number) => `${count} included`,
  plus: (price: Cents) => `+${formatMoney(price)}`,
  soldOut: 'Sold out',
  none: 'None',
  contains: (names: readonly string[]) => `Contains ${all(names).toLowerCase()}`,
  showAll: (count: number) => `Show all ${count}`,
  search: (group: string) => `Search in ${group}`,
  noneFound: 'Nothing is called that.',
  without: (name: string) => `No ${name.toLowerCase()}`,
  samePrice: 'The price stays the same.',
  notFree: (names: readonly string[], phone: string) =>
    `Leaving it out does not make the dish free of ${all(names).toLowerCase()}: for an allergy please call ${phoneText(phone)}.`,
  note: 'Note to the kitchen',
  noteHint: 'The kitchen reads it on the ticket. It cannot add dishes.',
  left: (count: number) => `${count} left`,
  leftSpoken: (count: number) => (count === 0 ? 'No characters left' : `${count} characters left`),
  loading: (name: string) => `Loading ${name}…`,
  failed: 'Its choices did not load.',
  retry: 'Try Again',
  from: 'from',
  each: 'Each',
  sum: 'How the price adds up',
  inDish: 'in the dish',
  inOption: (name: string) => `in ${name}`,
  containsTitle: 'Contains:',
  names: all,
  nothing: 'No listed allergens',
  moved: 'Something changed while you were choosing.',
  movedPrice: (name: string, now: Cents, was: Cents) =>
    `${name} is now ${formatMoney(now)}, it was ${formatMoney(was)}.`,
  gone: (name: string) => `${name} is no longer available.`,
  newSum: 'Your button shows the new sum.',
  like: 'See dishes like this',
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
