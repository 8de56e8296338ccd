import { say, sayNow } from '../core/language.ts';
import { entryOf, keysOf, plainWord } from '../core/variants.ts';
import type { Feature } from '../locations/features.ts';

/** What sets one way of ordering apart from the others. A new one is an entry below; the compiler asks for the rest. */
interface OrderTypeFacts {
  /** The word of screens and receipts. Kitchen tickets shout it. */
  readonly label: string;
  /** Its position in the row guests choose from; the till goes by the sequence below. */
  readonly guestRank: number;
  /** The feature a location needs to offer it; null: every location does. */
  readonly needs: Feature | null;
  /** What checkout and till ask for, and what the order keeps of it. */
  readonly goesTo: 'counter' | 'address' | 'table';
  /** Minutes until it is ready, at least and at most. */
  readonly minutes: { readonly base: number; readonly most: number };
  /** Its figure in the dashboard's breakdown. */
  readonly figure: string;
}

const FACTS = {
  pickup: {
    label: say`Pickup`,
    guestRank: 1,
    needs: null,
    goesTo: 'counter',
    minutes: { base: 15, most: 60 },
    figure: 'pickup',
  },
  delivery: {
    label: say`Delivery`,
    guestRank: 3,
    needs: 'Delivery',
    goesTo: 'address',
    minutes: { base: 25, most: 90 },
    figure: 'delivery',
  },
  'dine-in': {
    label: say`Dine-in`,
    guestRank: 2,
    needs: 'Dine-in',
    goesTo: 'table',
    minutes: { base: 15, most: 60 },
    figure: 'dineIn',
  },
} as const satisfies Record<string, OrderTypeFacts>;

export type OrderType = keyof typeof FACTS;
/** The keys of the dashboard's breakdown. */
export type OrderTypeFigure = (typeof FACTS)[OrderType]['figure'];

export const ORDER_TYPES = keysOf(FACTS);
/** In the sequence guests expect them. */
export const GUEST_ORDER_TYPES = ORDER_TYPES.toSorted((a, b) => FACTS[a].guestRank - FACTS[b].guestRank);

/** Of any code: a tab that is older than the server meets types it does not know, and names them plainly. */
export function orderTypeFacts(type: string): OrderTypeFacts {
  return entryOf<OrderTypeFacts>(FACTS, type) ?? unknownType(type);
}

function unknownType(type: string): OrderTypeFacts {
  const label = plainWord(type);
  return {
    label,
    guestRank: ORDER_TYPES.length + 1,
    needs: null,
    goesTo: 'counter',
    minutes: FACTS.pickup.minutes,
    figure: type,
  };
}

export function orderTypeLabel(type: string): string {
  return sayNow(orderTypeFacts(type).label);
}

/** 'Pickup at Mill Village', but 'Delivery from Mill Village'. */
export function orderTypeOf(place: string, type: string): string {
  const label = orderTypeLabel(type);
  return goesTo(type, 'address') ? say`${label} from ${place}` : say`${label} at ${place}`;
}

/** Where the order goes: what it is asked for and what it keeps follow from it. */
export function goesTo(type: string, where: OrderTypeFacts['goesTo']): boolean {
  return orderTypeFacts(type).goesTo === where;
}

export function offers(features: readonly string[], type: OrderType): boolean {
  const needed: Feature | null = FACTS[type].needs;
  return needed === null || features.includes(needed);
}

/** What a location offers, as guests see them. */
export function orderTypesAt(features: readonly string[]): OrderType[] {
  return GUEST_ORDER_TYPES.filter((type) => offers(features, type));
}

/** The wanted type, or pickup where the location does not have it. */
export function orderTypeAt(features: readonly string[], requested: OrderType): OrderType {
  return offers(features, requested) ? requested : 'pickup';
}
