import { refuse, type Refusal } from '@tiffin/domain/core';
import { missingText, type MissingItem } from '@tiffin/domain/pricing';
import { sql } from 'kysely';
import type { PricedItem } from '../../db/kept-json.ts';
import type { MenuAt } from '../menu/menu-at.ts';
import { portionsOfLines } from './portions.ts';

/** A counted dish of which there is less than is wanted. */
export interface Short {
  readonly itemId: string;
  readonly left: number;
}

/** Of whom nothing is counted touches no counter. */
export function isCounted({ counted }: MenuAt, items: readonly PricedItem[]): boolean {
  return counted.size > 0 && portionsOfLines(items).some(({ itemId }) => counted.has(itemId));
}

/** Refused in words, with how many there are. */
export function tooFew(short: readonly Short[], nameOf: (itemId: string) => string | undefined): Refusal {
  const items = short.map(({ itemId, left }): MissingItem => ({
    id: itemId,
    name: nameOf(itemId) ?? itemId,
    reason: 'sold-out',
    left,
  }));
  const [first] = items;
  return refuse('item-unavailable', first && missingText(first), { items });
}

/** What a person is told of an order that was paid although there was too little. */
export function oversoldText(short: readonly Short[], items: readonly PricedItem[]): string {
  const taken = portionsOfLines(items);
  const dishes = short.map(({ itemId, left }) => {
    const wanted = taken.filter((each) => each.itemId === itemId);
    const missing = wanted.reduce((sum, { quantity }) => sum + quantity, -left);
    return `${missing} × ${wanted[0]?.name ?? itemId}`;
  });
  return `It was paid after the last portion went: there is none left of ${dishes.join(', ')}.`;
}

/** In a statement: what the counters `counted` (item_id, left_count, by) would be short of. */
export const SHORT = sql`
  select jsonb_agg(jsonb_build_object('itemId', item_id, 'left', left_count) order by item_id) from short
`;
