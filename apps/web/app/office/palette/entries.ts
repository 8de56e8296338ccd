import type { LucideIcon } from 'lucide-react';
import { callOutCode } from '@tiffin/domain/order';
import type { Answer } from '../../shared/api/api.ts';

export type FoundOrder = Answer<'getLocationOrders'>['orders'][number];
export type FoundPerson = Answer<'getUsers'>['users'][number];

/** A section as the palette lists it. */
export interface Place {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

export type Entry =
  | { readonly kind: 'order'; readonly id: string; readonly order: FoundOrder }
  | { readonly kind: 'place'; readonly id: string; readonly place: Place }
  | { readonly kind: 'person'; readonly id: string; readonly person: FoundPerson };

/** From here on orders and people are searched for. */
export const SEARCH_FROM = 2;
export const SHOWN = 5;

/** The sections whose name has a word that begins so; all of them while nothing is typed. */
export function matchPlaces(places: readonly Place[], typed: string): readonly Place[] {
  const requested = typed.trim().toLowerCase();
  if (requested === '') return places;
  return places.filter(({ label }) =>
    label
      .toLowerCase()
      .split(/\s+/)
      .some((word, at, words) => words.slice(at).join(' ').startsWith(requested)),
  );
}

/** The orders whose last five begin with what was typed come first: that is what people call out. */
export function codeFirst(orders: readonly FoundOrder[], typed: string): readonly FoundOrder[] {
  const requested = typed.trim().toUpperCase();
  const rank = ({ orderId }: FoundOrder) => (callOutCode(orderId).startsWith(requested) ? 0 : 1);
  return orders.toSorted((a, b) => rank(a) - rank(b)).slice(0, SHOWN);
}

/** One further up or down, round and round. */
export function stepTo(at: number, by: number, count: number): number {
  return count === 0 ? 0 : (at + by + count) % count;
}
