import { entryOf, toDollars, type Cents, type FailureCode, say } from '@tiffin/domain/core';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { isConflict, isSale, type QueuedChange } from './changes.ts';

/** What a person can do about a refused change. */
export interface RefusalAnswer {
  /** `record`: the money was taken anyway. `overwrite`: the other change is replaced. */
  readonly kind: 'record' | 'overwrite' | 'retry' | 'discard';
  readonly label: string;
}

export interface RefusalQuestion {
  readonly words: string;
  readonly hint: string;
  readonly answers: readonly RefusalAnswer[];
}

const RETRY: RefusalAnswer = { kind: 'retry', label: say`Try Again` };
const DISCARD: RefusalAnswer = { kind: 'discard', label: say`Discard this change` };

/** Refusals with the same next step. */
const GROUPS = {
  /** The server could not do it now. */
  busy: { hint: say`Try again in a moment.`, answers: [RETRY, DISCARD] },
  /** This person may not do it. */
  rights: { hint: say`Ask a manager, or try again once you are allowed to do this.`, answers: [RETRY, DISCARD] },
  /** The same change would be refused again. */
  input: { hint: say`Discard this change and enter it again.`, answers: [DISCARD] },
  /** What it changes no longer exists. */
  removed: { hint: say`Somebody removed it, so nothing is left to change.`, answers: [DISCARD] },
  cancelled: { hint: say`A cancelled order stays cancelled. Discard this change.`, answers: [DISCARD] },
  /** What it changes is in another state now, or the server is newer than this page. */
  state: { hint: say`Look at how it is now. Then try again, or discard this change.`, answers: [RETRY, DISCARD] },
  /** The party has left. */
  tab: { hint: say`Discard this change and enter it again on an open tab.`, answers: [DISCARD] },
  /** A round of a party that was discarded. */
  party: {
    hint: say`Its party was not seated. Enter it again at their table, then discard it here.`,
    answers: [RETRY, DISCARD],
  },
  /** An order that was sold without the server. */
  sale: {
    hint: say`The guest has its number, so it must not get lost. Try again. If it is refused again, enter the order at the till, and then discard it here.`,
    answers: [RETRY, DISCARD],
  },
  /** The number of an order is used. The keys of a file belong to whoever read it in. */
  number: {
    hint: say`An order with this number is there already, perhaps read in from a file. Search for the number. If it is this order, discard it here. If not, enter it again at the till first.`,
    answers: [RETRY, DISCARD],
  },
  /** The page and the server do not understand each other. */
  page: { hint: say`Reload this page and try again.`, answers: [RETRY, DISCARD] },
  /** A dish waits until somebody confirms it for an allergy. */
  allergy: {
    hint: say`Confirm the dishes for the allergy on the board or in the kitchen. Then try again.`,
    answers: [RETRY, DISCARD],
  },
  /** Somebody else sits at the table. The floor shows the party at the door. */
  table: {
    hint: say`The party waits at the door, on the floor. Choose another table for it there, or discard this change.`,
    answers: [RETRY, DISCARD],
  },
} as const satisfies Record<string, Pick<RefusalQuestion, 'hint' | 'answers'>>;

type Group = keyof typeof GROUPS;

/** Refusals of waiting changes with another next step than `state`. */
const GROUP_OF: Readonly<Partial<Record<FailureCode, Group>>> = {
  'invalid-argument': 'input',
  'pricing-mismatch': 'input',
  'option-missing': 'input',
  'malformed-json': 'page',
  'unsupported-media-type': 'page',
  'payload-too-large': 'page',
  'body-too-slow': 'busy',
  'request-cut': 'busy',
  'method-not-allowed': 'page',
  unauthenticated: 'rights',
  'permission-denied': 'rights',
  'manager-needed': 'rights',
  'account-inactive': 'rights',
  'email-not-verified': 'rights',
  'wrong-pin': 'rights',
  'pin-locked': 'rights',
  'not-a-tablet': 'rights',
  'fresh-sign-in-needed': 'rights',
  'origin-not-allowed': 'page',
  'not-found': 'removed',
  'order-not-found': 'removed',
  'location-not-found': 'removed',
  'reservation-not-found': 'removed',
  'menu-item-not-found': 'removed',
  'already-exists': 'input',
  'already-taken': 'number',
  'allergy-unconfirmed': 'allergy',
  'code-needed': 'rights',
  'fiscal-needed': 'rights',
  'destination-needed': 'input',
  'outside-delivery': 'input',
  'below-minimum': 'input',
  'table-taken': 'table',
  'hours-booked': 'input',
  'proof-needed': 'rights',
  'too-many-seats': 'input',
  'tab-closed': 'tab',
  'idempotency-key-reused': 'page',
  'idempotency-key-required': 'page',
  'too-many-requests': 'busy',
  'rate-limited': 'busy',
  unavailable: 'busy',
  'payment-provider-unavailable': 'busy',
  internal: 'busy',
};

function groupOf(code: string): Group {
  return entryOf<Group>(GROUP_OF, code) ?? 'state';
}

/** The question about a refused change: never a code, always a next step. */
export function refusalQuestion(change: QueuedChange): RefusalQuestion {
  const code = change.problem?.code ?? '';
  if (change.call === 'processOrderPayment' && NOTHING_DUE.has(code)) return paymentQuestion(change);
  if (change.call === 'addPayment' && NOTHING_DUE.has(code)) return tabPaymentQuestion(change);
  if (isConflict(change)) return conflictQuestion(change);
  const cancelled = cancelledBy(change);
  const isLost = change.call === 'addRound' && code === 'not-found';
  const usual = cancelled !== null ? 'cancelled' : isLost ? 'party' : groupOf(code);
  const group = isSale(change) && !['busy', 'rights', 'page', 'number'].includes(usual) ? 'sale' : usual;
  const { hint, answers } = GROUPS[group];
  const words =
    group === 'page'
      ? say`The server could not read this change.`
      : (change.problem?.words ?? say`The server could not do it.`);
  const isBooking = change.call === 'createReservation' || change.call === 'addReservationByPhone';
  return {
    words: cancelled ?? words,
    hint:
      isBooking && group === 'state'
        ? say`Agree on another time with the guest and book that. Then discard this one.`
        : hint,
    answers,
  };
}

function conflictQuestion({ problem }: QueuedChange): RefusalQuestion {
  return {
    words: problem?.words ?? say`The server could not do it.`,
    hint: say`Choose which version should stay.`,
    answers: [
      { kind: 'overwrite', label: say`Send mine anyway` },
      { kind: 'discard', label: say`Keep theirs` },
    ],
  };
}

/** Why a payment is refused whose money may be in the drawer already. */
const NOTHING_DUE: ReadonlySet<string> = new Set([
  'already-paid',
  'failed-precondition',
  'invalid-transition',
  'more-than-due',
]);

/** The cash that a queued payment recorded. Payments queued by an earlier version lack it; then what the server reported. */
export function collectedIn({ body, problem }: QueuedChange & { call: 'processOrderPayment' }): Cents | null {
  const amount = body.collected ?? problem?.truth['amount'];
  return typeof amount === 'number' ? centsOf(amount) : null;
}

function paymentQuestion(change: QueuedChange & { call: 'processOrderPayment' }): RefusalQuestion {
  const { problem, madeAt } = change;
  const mine = collectedIn(change);
  const sum = mine === null ? say`the money` : formatMoney(mine);
  const hint = say`You recorded ${sum} at ${formatTime(new Date(madeAt), 'time')} on this device. Not sure? Ask, or count the drawer first. You can answer later.`;
  const { paidBy, paidAt, amount, tender } = problem?.truth ?? {};
  if (typeof paidBy !== 'string' || typeof paidAt !== 'string' || typeof amount !== 'number') {
    return {
      words: say`${problem?.words ?? say`The server could not do it.`} Did you take ${sum}?`,
      hint,
      answers: [
        { kind: 'record', label: say`Yes, I took ${sum}` },
        { kind: 'discard', label: say`No, I did not` },
      ],
    };
  }
  const at = timeAtEnd(paidAt);
  const otherSum = formatMoney(centsOf(amount));
  return {
    words:
      tender === 'cash'
        ? say`${paidBy} took ${otherSum} in cash at ${at}. Did you take it too?`
        : say`${paidBy} paid ${otherSum}, but not in cash, at ${at}. Did you take ${sum} too?`,
    hint,
    answers: [
      { kind: 'record', label: say`Yes, I took ${sum} too` },
      { kind: 'discard', label: say`No, only ${paidBy} did` },
    ],
  };
}

/** Cash for a tab whose bill was paid meanwhile. The server records no more than the bill. */
function tabPaymentQuestion({ body, madeAt, problem }: QueuedChange & { call: 'addPayment' }): RefusalQuestion {
  const sum = formatMoney(centsOf(body.amount));
  return {
    words: problem?.words ?? say`The server could not do it.`,
    hint: say`You recorded ${sum} at ${formatTime(new Date(madeAt), 'time')} on this device. If you took it too, hand it back to the guest, or record it as paid in at the drawer. Then discard this change.`,
    answers: [RETRY, DISCARD],
  };
}

/** A time at the end of a sentence, which has its own period: “p.m.” needs no second one. */
function timeAtEnd(at: string): string {
  return formatTime(at, 'time').replace(/\.$/, '');
}

/** Who cancelled the order before this change arrived. */
function cancelledBy({ problem }: QueuedChange): string | null {
  const order = problem?.truth['order'];
  if (typeof order !== 'object' || order === null || !('statusHistory' in order)) return null;
  const last: unknown = Array.isArray(order.statusHistory) ? order.statusHistory.at(-1) : null;
  if (typeof last !== 'object' || last === null || !('status' in last) || last.status !== 'cancelled') return null;
  if (!('by' in last) || !('at' in last) || typeof last.by !== 'string' || typeof last.at !== 'string') return null;
  return say`${last.by} cancelled this order at ${timeAtEnd(last.at)}.`;
}

/** The payment that is sent once the person says that they took the money. */
export function paymentTakenAnyway(change: QueuedChange & { call: 'processOrderPayment' }) {
  const collected = collectedIn(change);
  return { ...change.body, takenAnyway: true, collected: collected === null ? undefined : toDollars(collected) };
}
