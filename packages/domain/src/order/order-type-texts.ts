import { entryOf, plainWord, sentence } from '../core/variants.ts';
import type { OrderType } from './order-types.ts';

/** What is said of an order by its type, apart from the facts: a guest's menu asks for those and not for these. */
interface OrderTypeTexts {
  /** The word of mails and texts. */
  readonly mailLabel: string;
  readonly ready: {
    readonly status: string;
    readonly notice: string;
    readonly mail: (location: { readonly address: string }, name: string) => readonly [title: string, text: string];
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

const TEXTS: Record<OrderType, OrderTypeTexts> = {
  pickup: {
    mailLabel: 'Takeout',
    ready: {
      status: 'Ready for Pickup',
      notice: 'It is ready to be picked up.',
      mail: ({ address }, name) => [
        'Your order is ready',
        `It is waiting for you, warm, at ${sentence(address)} Give the name ${name} or the last five of your order number.`,
      ],
    },
    pay: {
      badge: 'CASH ON PICKUP',
      receipt: 'PAY AT PICKUP',
      advice: (due) => `${due}, to pay when you pick up your order.`,
    },
    come: ({ restaurant, name }) => [sentence(`Come to ${restaurant}`), sentence(`Give the name ${name}`)],
  },
  delivery: {
    mailLabel: 'Delivery',
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
    come: ({ address }) => [sentence(`We bring it to ${address}`), 'Please keep your phone within reach.'],
  },
  'dine-in': {
    mailLabel: 'Dine-in',
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
    come: ({ table, name }) =>
      table
        ? [sentence(`We serve it at table ${table}`), 'Enjoy your meal.']
        : ['Come in, and we seat you.', sentence(`Give the name ${name}`)],
  },
};

/** Of any code, as the facts are. */
export function orderTypeTexts(type: string): OrderTypeTexts {
  return entryOf<OrderTypeTexts>(TEXTS, type) ?? unknownType(plainWord(type));
}

function unknownType(label: string): OrderTypeTexts {
  return {
    mailLabel: label,
    ready: {
      status: 'Ready',
      notice: 'It is ready.',
      mail: () => ['Your order is ready', 'It is waiting for you, warm.'],
    },
    pay: { badge: 'CASH TO COME', receipt: 'TO PAY', advice: (due) => `${due}, to pay when you get your order.` },
    come: ({ restaurant, name }) => [sentence(`${label}, from ${restaurant}`), sentence(`Give the name ${name}`)],
  };
}
