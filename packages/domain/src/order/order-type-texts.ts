import { endWithFullStop, entryOf, humaniseCode, say } from '../core/index.ts';
import type { OrderType } from './order-types.ts';

/** Texts per order type. They are separate from the facts because the guest's menu loads only the facts. */
interface OrderTypeTexts {
  readonly mailLabel: string;
  readonly ready: {
    readonly status: string;
    readonly notice: string;
    readonly mail: (location: { readonly address: string }, name: string) => readonly [title: string, text: string];
  };
  readonly pay: {
    /** Labels for unpaid cash: on the order page and on the receipt. */
    readonly badge: string;
    readonly receipt: string;
    readonly advice: (due: string) => string;
  };
  /** How the guest gets the order once it is ready, and a second sentence of advice. */
  readonly handover: (to: Handover) => readonly [what: string, how: string];
}

interface Handover {
  readonly restaurant: string;
  readonly address: string;
  readonly table: string;
  readonly name: string;
}

/** Functions, because a mail can be in another language than the previous page. */
const TEXTS: Record<OrderType, () => OrderTypeTexts> = {
  pickup: () => ({
    mailLabel: say`Takeout`,
    ready: {
      status: say`Ready for Pickup`,
      notice: say`It is ready to be picked up.`,
      mail: ({ address }, name) => {
        const place = endWithFullStop(address);
        return [
          say`Your order is ready`,
          say`It is waiting for you, warm, at ${place} Give the name ${name} or the last five of your order number.`,
        ];
      },
    },
    pay: {
      badge: say`CASH ON PICKUP`,
      receipt: say`PAY AT PICKUP`,
      advice: (due) => say`${due}, to pay when you pick up your order.`,
    },
    handover: ({ restaurant, name }) => [
      endWithFullStop(say`Come to ${restaurant}`),
      endWithFullStop(say`Give the name ${name}`),
    ],
  }),
  delivery: () => ({
    mailLabel: say`Delivery`,
    ready: {
      status: say`Ready for Delivery`,
      notice: say`It is ready and will be on its way.`,
      // Another mail follows when the driver leaves.
      mail: () => [say`Your order is ready`, say`Your order leaves next. Please keep your phone within reach.`],
    },
    pay: {
      badge: say`CASH ON DELIVERY`,
      receipt: say`PAY ON DELIVERY`,
      advice: (due) => say`${due}, to pay when your order comes.`,
    },
    handover: ({ address }) => [
      endWithFullStop(say`We deliver it to ${address}`),
      say`Please keep your phone within reach.`,
    ],
  }),
  'dine-in': () => ({
    mailLabel: say`Dine-in`,
    ready: {
      status: say`Ready to Serve`,
      notice: say`It is ready and comes to your table.`,
      mail: () => [say`Your order is ready`, say`We are bringing it to your table.`],
    },
    pay: {
      badge: say`CASH ON DINE-IN`,
      receipt: say`PAY AT TABLE`,
      advice: (due) => say`${due}, to pay at your table.`,
    },
    handover: ({ table, name }) =>
      table
        ? [endWithFullStop(say`We serve it at table ${table}`), say`Enjoy your meal.`]
        : [say`Come in, and we will seat you.`, endWithFullStop(say`Give the name ${name}`)],
  }),
};

/** The texts of an order type. One that an older browser tab does not know gets general texts. */
export function orderTypeTexts(type: string): OrderTypeTexts {
  return entryOf(TEXTS, type)?.() ?? unknownType(humaniseCode(type));
}

function unknownType(label: string): OrderTypeTexts {
  return {
    mailLabel: label,
    ready: {
      status: say`Ready`,
      notice: say`It is ready.`,
      mail: () => [say`Your order is ready`, say`It is waiting for you, warm.`],
    },
    pay: {
      badge: say`CASH TO COME`,
      receipt: say`TO PAY`,
      advice: (due) => say`${due}, to pay when you get your order.`,
    },
    handover: ({ restaurant, name }) => [
      endWithFullStop(say`${label}, from ${restaurant}`),
      endWithFullStop(say`Give the name ${name}`),
    ],
  };
}
