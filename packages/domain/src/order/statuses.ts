import { say, sayNow } from '../core/language.ts';
import { ORDER_STATUSES, type OrderStatus } from '../core/order-status.ts';
import { entryOf, plainWord } from '../core/variants.ts';
import { orderTypeTexts } from './order-type-texts.ts';

/** All that is known of one state of an order. A new one is an entry below and a step in `steps.ts`. */
interface StatusFacts {
  /** The guest's word; an order that is ready says how, by its type. */
  readonly label: string;
  /** The board's word, and the shorter one of dashboard and search. */
  readonly boardLabel: string;
  readonly shortLabel: string;
  /** In the middle of a sentence: 'It is ready: …' */
  readonly word: string;
  /** The column of the board its tickets stand in; cancelled ones stand in none. */
  readonly column: BoardColumn | null;
  /** What its ticket is timed by: until somebody accepts it, until it is due, how long it stands on the pass. */
  readonly clock: 'accept' | 'due' | 'pass' | null;
  /** Nothing leads on from it. */
  readonly isFinal: boolean;
  /** Whether it counts as an order taken, with its money. */
  readonly isCounted: boolean;
  /** The time a step to it writes, beside the history. */
  readonly time: 'prepStartTime' | 'readyTime' | 'completedTime' | 'cancelledTime' | null;
  /** What a device that follows the order shows; null: no news. */
  readonly notice: ((type: string) => string) | null;
  /** The text message it is told by. */
  readonly sms: 'order_preparing' | 'order_ready' | null;
}

export const BOARD_COLUMNS = ['pending', 'preparing', 'ready', 'completed'] as const;
export type BoardColumn = (typeof BOARD_COLUMNS)[number];

const FACTS = {
  pending: {
    label: say`Order Received`,
    boardLabel: say`Pending`,
    shortLabel: say`Pending`,
    word: say`pending`,
    column: 'pending',
    clock: 'accept',
    isFinal: false,
    isCounted: true,
    time: null,
    notice: null,
    sms: null,
  },
  preparing: {
    label: say`Being Prepared`,
    boardLabel: say`Under Preparation`,
    shortLabel: say`Preparing`,
    word: say`preparing`,
    column: 'preparing',
    clock: 'due',
    isFinal: false,
    isCounted: true,
    time: 'prepStartTime',
    notice: () => say`The kitchen has started.`,
    sms: 'order_preparing',
  },
  ready: {
    label: say`Ready`,
    boardLabel: say`Ready`,
    shortLabel: say`Ready`,
    word: say`ready`,
    column: 'ready',
    clock: 'pass',
    isFinal: false,
    isCounted: true,
    time: 'readyTime',
    notice: (type) => orderTypeTexts(type).ready.notice,
    sms: 'order_ready',
  },
  completed: {
    label: say`Completed`,
    boardLabel: say`Completed`,
    shortLabel: say`Completed`,
    word: say`completed`,
    column: 'completed',
    clock: null,
    isFinal: true,
    isCounted: true,
    time: 'completedTime',
    notice: null,
    sms: null,
  },
  cancelled: {
    label: say`Cancelled`,
    boardLabel: say`Cancelled`,
    shortLabel: say`Cancelled`,
    word: say`cancelled`,
    column: null,
    clock: null,
    isFinal: true,
    isCounted: false,
    time: 'cancelledTime',
    notice: () => say`It was cancelled.`,
    sms: null,
  },
} as const satisfies Record<OrderStatus, StatusFacts>;

export { ORDER_STATUSES, type OrderStatus };

/** Somebody still has to do something. */
export const OPEN_STATUSES = ORDER_STATUSES.filter((status) => !FACTS[status].isFinal);
export const COUNTED_STATUSES = ORDER_STATUSES.filter((status) => FACTS[status].isCounted);

/** Of any code. One that a tab does not know yet is named plainly, and stands on the board where nobody cooks. */
export function statusFacts(status: string): StatusFacts {
  return entryOf<StatusFacts>(FACTS, status) ?? unknownStatus(status);
}

function unknownStatus(status: string): StatusFacts {
  const label = plainWord(status);
  return {
    label,
    boardLabel: label,
    shortLabel: label,
    word: status,
    column: 'ready',
    clock: null,
    isFinal: false,
    isCounted: true,
    time: null,
    notice: null,
    sms: null,
  };
}

/** 'Being Prepared', 'Ready for Delivery': what its guest reads. */
export function statusLabel(status: string, type: string): string {
  return status === 'ready' ? orderTypeTexts(type).ready.status : sayNow(statusFacts(status).label);
}

/** As a word in the middle of a sentence. */
export function statusWord(status: string): string {
  return sayNow(statusFacts(status).word);
}

/** The last of these that an open order has come to; -1: none, or it is not on the way. */
export function reachedOf(way: readonly OrderStatus[], status: string): number {
  const rank = isFinal(status) ? -1 : ORDER_STATUSES.findIndex((each) => each === status);
  return way.findLastIndex((step) => ORDER_STATUSES.indexOf(step) <= rank);
}

/** An order never leaves such a state. */
export function isFinal(status: string): boolean {
  return statusFacts(status).isFinal;
}
