import { entryOf, err, failure, ok, say, sayNow, type Result, fail } from '../core/index.ts';
import { authorise, isOwnerAction, userIdOf, type Action, type Actor } from '../people/index.ts';
import { moveWindow, promiseAfterStart, type PromisedWindow } from './promise/promised-window.ts';
import { statusFacts, statusWord, type OrderStatus } from './statuses.ts';

/** A step: the statuses it starts from, the status it leads to, and the permission it needs. */
interface Step {
  readonly label: string;
  readonly from: readonly OrderStatus[];
  readonly to: OrderStatus;
  readonly needs: Action;
}

export const ORDER_STEPS = {
  start: { label: say`Start Preparing`, from: ['pending'], to: 'preparing', needs: 'order.step' },
  ready: { label: say`Mark as Ready`, from: ['preparing'], to: 'ready', needs: 'order.step' },
  complete: { label: say`Mark as Completed`, from: ['ready'], to: 'completed', needs: 'order.step' },
  cancel: { label: say`Cancel`, from: ['pending', 'preparing'], to: 'cancelled', needs: 'order.cancel' },
} as const satisfies Record<string, Step>;

export type OrderAction = keyof typeof ORDER_STEPS;
const FORWARD = ['start', 'ready', 'complete'] as const satisfies readonly OrderAction[];
export const ORDER_ACTIONS = [...FORWARD, 'cancel'] as const satisfies readonly OrderAction[];

/** The fields that `checkOrderAction` needs. */
export interface SteppedOrder {
  readonly status: OrderStatus;
  readonly locationId: string;
  readonly ownerId: string | null;
  /** The actor holds the order link, which allows what the order's guest may do. */
  readonly hasOrderLink?: boolean;
}

/** Checks that the actor may do this now; a failure says why not. */
export function checkOrderAction(order: SteppedOrder, action: OrderAction, actor: Actor): Result<true> {
  const step: Step = ORDER_STEPS[action];
  const allowed = authoriseStep(step.needs, actor, order);
  if (!allowed.ok) return allowed;
  return step.from.includes(order.status) ? ok(true) : err(noStepFailure(order.status, step.to));
}

function authoriseStep(needs: Action, actor: Actor, order: SteppedOrder): Result<true> {
  return order.hasOrderLink && isOwnerAction(needs) ? ok(true) : authorise(needs, actor, order);
}

/** One step from a status to another. */
export interface StatusChange {
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  /** False if the order already had this status. That succeeds without a change. */
  readonly changed: boolean;
}

/** Checks a request for another status: the actor may make the step, and a step leads there. */
export function decideStatusChange(order: SteppedOrder, to: OrderStatus, actor: Actor): Result<StatusChange> {
  const action = ORDER_ACTIONS.find((name) => ORDER_STEPS[name].to === to);
  const allowed = authoriseStep(action ? ORDER_STEPS[action].needs : 'order.step', actor, order);
  if (!allowed.ok) return allowed;
  const { status: from } = order;
  if (from === to) return ok({ from, to, changed: false });
  if (!action) return err(noStepFailure(from, to));
  const checked = checkOrderAction(order, action, actor);
  return checked.ok ? ok({ from, to, changed: true }) : checked;
}

const FORWARD_STATUSES: readonly string[] = FORWARD.map((name) => ORDER_STEPS[name].to);

/** True if an order with the first status needs no step to the second: it is there, or further on the way forward. */
export function hasReachedStatus(current: string, required: string): boolean {
  const requiredIndex = FORWARD_STATUSES.indexOf(required);
  return requiredIndex >= 0 && FORWARD_STATUSES.indexOf(current) >= requiredIndex;
}

/** The step that follows a status, for the button of the board. */
export function nextAction(status: OrderStatus): OrderAction | null {
  return FORWARD.find((name) => ORDER_STEPS[name].from[0] === status) ?? null;
}

/** How long a step can be undone. */
export const CORRECTION_SECONDS = 10;

/** The status that an undo restores. Final statuses are missing: the guest was notified and points were booked. */
export const CORRECTIONS: Readonly<Partial<Record<OrderStatus, 'pending' | 'preparing'>>> = {
  preparing: 'pending',
  ready: 'preparing',
};

/** Undoes the last step, for a manager or the person who made it. The history keeps both entries. */
export function correctOrderStep(
  order: SteppedOrder & { readonly steppedAt: Date | null; readonly steppedBy: string | null },
  actor: Actor,
  now: Date,
): Result<StatusChange> {
  const { status: from, steppedAt, steppedBy } = order;
  const isOwnStep = steppedBy !== null && steppedBy === userIdOf(actor);
  const allowed = authorise(isOwnStep ? 'order.step' : 'order.correct-step', actor, order);
  if (!allowed.ok) return allowed;
  const to = CORRECTIONS[from];
  const word = statusWord(from);
  if (to === undefined) {
    return fail('invalid-transition', say`An order that is ${word} cannot be changed back`, { from });
  }
  const age = steppedAt === null ? Number.POSITIVE_INFINITY : now.getTime() - steppedAt.getTime();
  if (age > CORRECTION_SECONDS * 1000) {
    return fail('failed-precondition', say`A step can only be undone within ${CORRECTION_SECONDS} seconds`, {
      from,
      to,
    });
  }
  return ok({ from, to, changed: true });
}

/** The times of an order that steps set. */
export interface StepTimes {
  readonly prepStartTime: Date | null;
  readonly promise: PromisedWindow;
  readonly readyTime: Date | null;
  readonly completedTime: Date | null;
  readonly cancelledTime: Date | null;
}

/** The promise of an order that is stepped; null if it has none. */
export interface SteppedPromise {
  readonly window: PromisedWindow | null;
  readonly wantedFor: Date | null;
  readonly wayMinutes: number;
}

const NO_PROMISE: SteppedPromise = { window: null, wantedFor: null, wayMinutes: 0 };

export function stepTimes(
  newStatus: Exclude<OrderStatus, 'pending'>,
  at: Date,
  promise: SteppedPromise = NO_PROMISE,
): Partial<StepTimes> {
  const { time } = statusFacts(newStatus);
  const window = newStatus === 'preparing' ? promiseAfterStart(at, promise) : undefined;
  return { ...(time && { [time]: at }), promise: window };
}

/** The times that an undo resets; `promisedReady` is the end of the promise before the order was started. */
export function correctionTimes(
  restoredStatus: 'pending' | 'preparing',
  { window, promisedReady }: { readonly window: PromisedWindow; readonly promisedReady: Date | null },
): Partial<StepTimes> {
  if (restoredStatus === 'preparing') return { readyTime: null };
  return { prepStartTime: null, promise: promisedReady === null ? window : moveWindow(window, promisedReady) };
}

function noStepFailure(from: OrderStatus, to: OrderStatus) {
  const [was, requested] = [statusWord(from), statusWord(to)];
  return failure('invalid-transition', say`Cannot change order from ${was} to ${requested}`, { from, to });
}

/** The pause between two orders of a batch of status updates. */
export const BATCH_PAUSE_MS = 100;

export const CANCEL_REASON_REQUIRED = say`Please provide a reason for cancellation`;
/** Stored with the order and recognised by their text, so they are stored in English whatever the language. */
export const DEFAULT_CANCEL_REASON = 'Cancelled by admin';
export const GUEST_CANCEL_REASON = 'Cancelled by customer';
export const WALK_OUT_REASON = 'Left without paying';

const REASON_WORDS: Readonly<Record<string, string>> = {
  [DEFAULT_CANCEL_REASON]: say`Cancelled by admin`,
  [GUEST_CANCEL_REASON]: say`Cancelled by customer`,
  [WALK_OUT_REASON]: say`Left without paying`,
};

/** The cancellation reason as shown: known reasons are translated, typed ones stay unchanged. */
export function orderReasonText(stored: string): string {
  return sayNow(entryOf(REASON_WORDS, stored) ?? stored);
}

/** The same for staff: without a reason it names the person who cancelled. */
export function historyNoteText({ note, by }: { readonly note: string; readonly by: string }): string {
  return note === DEFAULT_CANCEL_REASON && by !== '' ? say`Cancelled by ${by}` : orderReasonText(note);
}
