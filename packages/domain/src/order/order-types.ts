import { entryOf, humaniseCode, keysOf, say, sayNow } from '../core/index.ts';
import type { Feature } from '../locations/features.ts';

/** The differences between order types. To add one, add an entry below; the compiler asks for the rest. */
interface OrderTypeFacts {
  /** The label on screens and receipts. Kitchen tickets show it in capitals. */
  readonly label: string;
  /** The position among the choices of guests. The till uses the order of the entries below. */
  readonly guestRank: number;
  /** The feature a location needs to offer it; null if every location does. */
  readonly needs: Feature | null;
  /** The destination that checkout and till ask for and the order stores. */
  readonly goesTo: 'counter' | 'address' | 'table';
  /** The prep time in minutes: base value and maximum. */
  readonly minutes: { readonly base: number; readonly most: number };
  /** Its key in the dashboard's breakdown. */
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
/** In the sequence that guests see. */
export const GUEST_ORDER_TYPES = ORDER_TYPES.toSorted((a, b) => FACTS[a].guestRank - FACTS[b].guestRank);

/** Accepts any text: an older browser tab can meet a type it does not know, which gets a plain label. */
export function orderTypeFacts(type: string): OrderTypeFacts {
  return entryOf<OrderTypeFacts>(FACTS, type) ?? unknownType(type);
}

function unknownType(type: string): OrderTypeFacts {
  const label = humaniseCode(type);
  return {
    label,
    guestRank: ORDER_TYPES.length + 1,
    needs: null,
    goesTo: 'counter',
    minutes: FACTS.pickup.minutes,
    figure: type,
  };
}

/** The label of an order type, in the reader's language. */
export function orderTypeLabel(type: string): string {
  return sayNow(orderTypeFacts(type).label);
}

/** 'Pickup at Mill Village', but 'Delivery from Mill Village'. */
export function orderTypeAtLocationText(place: string, type: string): string {
  const label = orderTypeLabel(type);
  return orderTypeGoesTo(type, 'address') ? say`${label} from ${place}` : say`${label} at ${place}`;
}

/** True if orders of this type go there. It decides which fields are asked for and stored. */
export function orderTypeGoesTo(type: string, destination: OrderTypeFacts['goesTo']): boolean {
  return orderTypeFacts(type).goesTo === destination;
}

export function isOrderTypeOffered(features: readonly string[], type: OrderType): boolean {
  const needed: Feature | null = FACTS[type].needs;
  return needed === null || features.includes(needed);
}

/** The order types of a location, as guests see them. */
export function orderTypesAt(features: readonly string[]): OrderType[] {
  return GUEST_ORDER_TYPES.filter((type) => isOrderTypeOffered(features, type));
}

/** The requested type, or pickup if the location does not offer it. */
export function offeredOrderType(features: readonly string[], requested: OrderType): OrderType {
  return isOrderTypeOffered(features, requested) ? requested : 'pickup';
}
