import { entryOf, keysOf, plainWord } from '../core/variants.ts';
import type { Feature } from '../locations/features.ts';

/** All that sets one way of ordering apart from the others. A new one is an entry below; the compiler asks for the rest. */
interface OrderTypeFacts {
  /** The word of screens and receipts. Kitchen tickets shout it. */
  readonly label: string;
  /** The word of mails and texts. */
  readonly mailLabel: string;
  /** Its place in the row guests choose from; the till goes by the sequence below. */
  readonly guestRank: number;
  /** The feature a location needs to offer it; null: every location does. */
  readonly needs: Feature | null;
  /** What checkout and till ask for, and what the order keeps of it. */
  readonly goesTo: 'counter' | 'address' | 'table';
  /** Minutes until it is ready, at least and at most. */
  readonly minutes: { readonly base: number; readonly most: number };
  /** Its figure in the dashboard's breakdown. */
  readonly figure: string;
  readonly ready: {
    readonly status: string;
    readonly notice: string;
    readonly mail: (place: { readonly address: string }, name: string) => readonly [title: string, text: string];
  };
  readonly pay: {
    /** What is said of cash that is still to come: on the order's page, and on the receipt. */
    readonly badge: string;
    readonly receipt: string;
    readonly advice: (due: string) => string;
  };
  /** What the guest does, or we do, once it is ready, and what is said beside it. */
  readonly come: (to: Handover) => readonly [what: string, how: string];
}

interface Handover {
  readonly restaurant: string;
  readonly address: string;
  readonly table: string;
  readonly name: string;
}

const FACTS = {
  pickup: {
    label: 'Pickup',
    mailLabel: 'Takeout',
    guestRank: 1,
    needs: null,
    goesTo: 'counter',
    minutes: { base: 15, most: 60 },
    figure: 'pickup',
    ready: {
      status: 'Ready for Pickup',
      notice: 'It is ready to be picked up.',
      mail: ({ address }, name) => [
        'Your order is ready',
        `It is waiting for you, warm, at ${address}. Give the name ${name} or the last five of your order number.`,
      ],
    },
    pay: {
      badge: 'CASH ON PICKUP',
      receipt: 'PAY AT PICKUP',
      advice: (due) => `${due}, to pay when you pick up your order.`,
    },
    come: ({ restaurant, name }) => [`Come to ${restaurant}.`, `Give the name ${name}.`],
  },
  delivery: {
    label: 'Delivery',
    mailLabel: 'Delivery',
    guestRank: 3,
    needs: 'Delivery',
    goesTo: 'address',
    minutes: { base: 25, most: 90 },
    figure: 'delivery',
    ready: {
      status: 'Ready for Delivery',
      notice: 'It is ready and will be on its way.',
      mail: () => ['Your order is on its way', 'It has left the kitchen and is coming to your door.'],
    },
    pay: {
      badge: 'CASH ON DELIVERY',
      receipt: 'PAY ON DELIVERY',
      advice: (due) => `${due}, to pay when your order comes.`,
    },
    come: ({ address }) => [`We bring it to ${address}.`, 'Please keep your phone within reach.'],
  },
  'dine-in': {
    label: 'Dine-in',
    mailLabel: 'Dine-in',
    guestRank: 2,
    needs: 'Dine-in',
    goesTo: 'table',
    minutes: { base: 15, most: 60 },
    figure: 'dineIn',
    ready: {
      status: 'Ready to Serve',
      notice: 'It is ready and comes to your table.',
      mail: () => ['Your order is ready', 'We are bringing it to your table.'],
    },
    pay: {
      badge: 'CASH ON DINE-IN',
      receipt: 'PAY AT TABLE',
      advice: (due) => `${due}, to pay at your table.`,
    },
    come: ({ table }) => [table ? `We serve it at table ${table}.` : 'We serve it at your table.', 'Enjoy your meal.'],
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
    mailLabel: label,
    guestRank: ORDER_TYPES.length + 1,
    needs: null,
    goesTo: 'counter',
    minutes: FACTS.pickup.minutes,
    figure: type,
    ready: {
      status: 'Ready',
      notice: 'It is ready.',
      mail: () => ['Your order is ready', 'It is waiting for you, warm.'],
    },
    pay: { badge: 'CASH TO COME', receipt: 'TO PAY', advice: (due) => `${due}, to pay when you get your order.` },
    come: ({ restaurant, name }) => [`${label}, from ${restaurant}.`, `Give the name ${name}.`],
  };
}

export function orderTypeLabel(type: string): string {
  return orderTypeFacts(type).label;
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
export function orderTypeAt(features: readonly string[], wanted: OrderType): OrderType {
  return offers(features, wanted) ? wanted : 'pickup';
}
