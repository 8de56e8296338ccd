import { entryOf, humaniseCode, say, sayNow } from '../core/index.ts';
import { ORDER_STATUSES, type OrderStatus } from '../core/order-status.ts';
import { orderTypeTexts } from './order-type-texts.ts';

/** The facts about one order status. To add one, add an entry below and a step in `steps.ts`. */
interface StatusFacts {
  /** The label for guests. An order that is ready has a label by order type instead. */
  readonly label: string;
  /** The label on the board, and the shorter one in dashboard and search. */
  readonly boardLabel: string;
  readonly shortLabel: string;
  /** Within a sentence: 'It is ready: …' */
  readonly word: string;
  /** The column of the board; null for none, as for cancelled orders. */
  readonly column: BoardColumn | null;
  /** What its ticket shows: the time until it is accepted, until it is due, or on the pass. */
  readonly clock: 'accept' | 'due' | 'pass' | null;
  /** No step leads on from it. */
  readonly isFinal: boolean;
  /** True if the order and its money count in reports. */
  readonly isCounted: boolean;
  /** The timestamp that a step to this status sets, besides the history. */
  readonly time: 'prepStartTime' | 'readyTime' | 'completedTime' | 'cancelledTime' | null;
  /** The text of the push notification; null for none. */
  readonly notice: ((type: string) => string) | null;
  /** The text message that a step to this status sends. */
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

/** The statuses in which staff still have something to do. */
export const OPEN_STATUSES = ORDER_STATUSES.filter((status) => !FACTS[status].isFinal);
/** The statuses whose orders count in reports. */
export const COUNTED_STATUSES = ORDER_STATUSES.filter((status) => FACTS[status].isCounted);

/** Accepts any text. A status that an older tab does not know is treated like `ready`, with a plain label and no clock. */
export function statusFacts(status: string): StatusFacts {
  return entryOf<StatusFacts>(FACTS, status) ?? unknownStatus(status);
}

function unknownStatus(status: string): StatusFacts {
  const label = humaniseCode(status);
  const labels = { label, boardLabel: label, shortLabel: label, word: status };
  return { ...FACTS.ready, ...labels, clock: null, time: null, notice: null, sms: null };
}

/** The label for guests: 'Being Prepared', 'Ready for Delivery'. */
export function statusLabel(status: string, type: string): string {
  return status === 'ready' ? orderTypeTexts(type).ready.status : sayNow(statusFacts(status).label);
}

/** The status within a sentence. */
export function statusWord(status: string): string {
  return sayNow(statusFacts(status).word);
}

/** The last of these statuses that an open order has reached, as an index; -1 if none, or on another path. */
export function lastReachedIndex(path: readonly OrderStatus[], status: string): number {
  const rank = isFinalStatus(status) ? -1 : ORDER_STATUSES.findIndex((each) => each === status);
  return path.findLastIndex((step) => ORDER_STATUSES.indexOf(step) <= rank);
}

/** An order never leaves a final status. */
export function isFinalStatus(status: string): boolean {
  return statusFacts(status).isFinal;
}
