import type { LucideIcon } from 'lucide-react';
import type { Section } from '@tiffin/domain/people';
import { orderCode } from '@tiffin/domain/order';
import type { Answer } from '../../shared/api/api.ts';

export type FoundOrder = Answer<'getLocationOrders'>['orders'][number];

export interface PaletteSection {
  readonly id: Section;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly heading?: string;
}

/** Orders, users, dishes and the handbook are searched from this many characters on. */
export const MIN_SEARCH_LENGTH = 2;
export const MAX_RESULTS = 5;

/** Lists orders whose last five characters start with the text first, because guests call those out. */
export function sortCodeMatchesFirst(orders: readonly FoundOrder[], typed: string): readonly FoundOrder[] {
  const requested = typed.trim().toUpperCase();
  const rank = (order: FoundOrder) => (orderCode(order).startsWith(requested) ? 0 : 1);
  return orders.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_RESULTS);
}

/** The guests of the found orders, each once. An order that was found by its own number says nothing about its guest. */
export function guestsOf(orders: readonly FoundOrder[], typed: string): readonly FoundOrder['customerInfo'][] {
  const requested = typed.trim().toUpperCase();
  const found = orders.filter((order) => !orderCode(order).includes(requested)).map(({ customerInfo }) => customerInfo);
  const byContact = new Map(found.map((guest) => [guest.email || guest.phone, guest]));
  byContact.delete('');
  return [...byContact.values()];
}

/** The index after a step; after the last comes the first. */
export function wrapIndex(index: number, step: number, count: number): number {
  return count === 0 ? 0 : (index + step + count) % count;
}
