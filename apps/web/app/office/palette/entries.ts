import type { LucideIcon } from 'lucide-react';
import type { Section } from '@tiffin/domain/people';
import { callOutCode } from '@tiffin/domain/order';
import type { Answer } from '../../shared/api/api.ts';

export type FoundOrder = Answer<'getLocationOrders'>['orders'][number];

export interface PaletteSection {
  readonly id: Section;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly heading?: string;
}

/** Orders and users are searched from this many characters on. */
export const MIN_SEARCH_LENGTH = 2;
export const MAX_RESULTS = 5;

/** The sections whose name has the text at the start of a word; all while nothing is typed. */
export function matchSections(sections: readonly PaletteSection[], typed: string): readonly PaletteSection[] {
  const requested = typed.trim().toLowerCase();
  if (requested === '') return sections;
  return sections.filter(({ label, heading = '' }) =>
    [label, heading].some((name) =>
      name
        .toLowerCase()
        .split(/\s+/)
        .some((_word, index, words) => words.slice(index).join(' ').startsWith(requested)),
    ),
  );
}

/** Lists orders whose last five characters start with the text first, because guests call those out. */
export function sortCodeMatchesFirst(orders: readonly FoundOrder[], typed: string): readonly FoundOrder[] {
  const requested = typed.trim().toUpperCase();
  const rank = ({ orderId }: FoundOrder) => (callOutCode(orderId).startsWith(requested) ? 0 : 1);
  return orders.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_RESULTS);
}

/** The index after a step; after the last comes the first. */
export function wrapIndex(index: number, step: number, count: number): number {
  return count === 0 ? 0 : (index + step + count) % count;
}
