import { say, sayNow } from '../core/language.ts';
import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { entryOf } from '../core/variants.ts';
import { userIdOf, type Actor } from '../people/actors.ts';
import { authorise, isOwners, type Action } from '../people/permissions.ts';
import { readyAfterStart } from './ready.ts';
import { statusFacts, statusWord, type OrderStatus } from './statuses.ts';

/** What a person does to an order, from which states, and which right it needs. */
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
/** The way of an order that goes well. */
const FORWARD = ['start', 'ready', 'complete'] as const satisfies readonly OrderAction[];
export const ORDER_ACTIONS = [...FORWARD, 'cancel'] as const satisfies readonly OrderAction[];

/** What `can` looks at. */
export interface SteppedOrder {
  readonly status: OrderStatus;
  readonly locationId: string;
  readonly ownerId: string | null;
  /** Whoever asks holds the key of its link: what its owner may, they may. */
  readonly isHeld?: boolean;
}

/** May this actor do this to this order now? When not, the failure says why. */
export function can(order: SteppedOrder, action: OrderAction, actor: Actor): Result<true> {
  const step: Step = ORDER_STEPS[action];
  const allowed = allows(step.needs, actor, order);
  if (!allowed.ok) return allowed;
  return step.from.includes(order.status) ? ok(true) : err(noStep(order.status, step.to));
}

function allows(needs: Action, actor: Actor, order: SteppedOrder): Result<true> {
  return order.isHeld && isOwners(needs) ? ok(true) : authorise(needs, actor, order);
}

export interface StatusMove {
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  /** False when the order already was there: that succeeds and changes nothing. */
  readonly changed: boolean;
}

/** Takes an order to a status by the one step that leads there. */
export function decideMove(order: SteppedOrder, to: OrderStatus, actor: Actor): Result<StatusMove> {
  const action = ORDER_ACTIONS.find((name) => ORDER_STEPS[name].to === to);
  const allowed = allows(action ? ORDER_STEPS[action].needs : 'order.step', actor, order);
  if (!allowed.ok) return allowed;
  const { status: from } = order;
  if (from === to) return ok({ from, to, changed: false });
  if (!action) return err(noStep(from, to));
  const may = can(order, action, actor);
  return may.ok ? ok({ from, to, changed: true }) : may;
}

/** The only step that leads on from a status, for a board's one button. */
export function nextAction(status: OrderStatus): OrderAction | null {
  return FORWARD.find((name) => ORDER_STEPS[name].from[0] === status) ?? null;
}

/** How long after a step a slip may be taken back. */
export const CORRECTION_SECONDS = 10;

/** Where a slip goes back to. What is final stays final: a guest has been told, points are written. */
export const CORRECTIONS: Readonly<Partial<Record<OrderStatus, 'pending' | 'preparing'>>> = {
  preparing: 'pending',
  ready: 'preparing',
};

/** A manager, or whoever made it, takes back the last step; the history keeps both. */
export function correctSlip(
  order: SteppedOrder & { readonly steppedAt: Date | null; readonly steppedBy: string | null },
  actor: Actor,
  now: Date,
): Result<StatusMove> {
  const { status: from, steppedAt, steppedBy } = order;
  const isOwnStep = steppedBy !== null && steppedBy === userIdOf(actor);
  const allowed = authorise(isOwnStep ? 'order.step' : 'order.correct-step', actor, order);
  if (!allowed.ok) return allowed;
  const to = CORRECTIONS[from];
  const word = statusWord(from);
  if (to === undefined)
    return err(failure('invalid-transition', say`An order that is ${word} cannot be taken back`, { from }));
  const age = steppedAt === null ? Number.POSITIVE_INFINITY : now.getTime() - steppedAt.getTime();
  if (age > CORRECTION_SECONDS * 1000) {
    return err(
      failure('failed-precondition', say`A step can be taken back within ${CORRECTION_SECONDS} seconds only`, {
        from,
        to,
      }),
    );
  }
  return ok({ from, to, changed: true });
}

export interface StepTimes {
  readonly prepStartTime: Date | null;
  readonly estimatedReady: Date | null;
  readonly readyTime: Date | null;
  readonly completedTime: Date | null;
  readonly cancelledTime: Date | null;
}

/** The times a step writes. Begun in time, an order is due when its guest wanted it. */
export function stepTimes(
  to: Exclude<OrderStatus, 'pending'>,
  at: Date,
  wantedFor: Date | null = null,
): Partial<StepTimes> {
  const { time } = statusFacts(to);
  const due = wantedFor !== null && wantedFor > at ? wantedFor : readyAfterStart(at);
  return { ...(time && { [time]: at }), ...(to === 'preparing' && { estimatedReady: due }) };
}

/** What taking back a slip clears; `promised` is the ready time the order had before it was started. */
export function correctionTimes(to: 'pending' | 'preparing', promised: Date | null): Partial<StepTimes> {
  return to === 'pending' ? { prepStartTime: null, estimatedReady: promised } : { readyTime: null };
}

function noStep(from: OrderStatus, to: OrderStatus) {
  const [was, requested] = [statusWord(from), statusWord(to)];
  return failure('invalid-transition', say`Cannot change order from ${was} to ${requested}`, { from, to });
}

/** Between two orders of a batch of status updates. */
export const BATCH_PAUSE_MS = 100;

export const CANCEL_REASON_REQUIRED = say`Please provide a reason for cancellation`;
/** Kept with the order and known again by their letters, so they are the same in every language. */
export const DEFAULT_CANCEL_REASON = 'Cancelled by admin';
export const GUEST_CANCEL_REASON = 'Cancelled by customer';

const REASON_WORDS: Readonly<Record<string, string>> = {
  [DEFAULT_CANCEL_REASON]: say`Cancelled by admin`,
  [GUEST_CANCEL_REASON]: say`Cancelled by customer`,
};

/** Why it was cancelled, as it is read: what was typed stays as it is. */
export function orderReasonText(stored: string): string {
  return sayNow(entryOf(REASON_WORDS, stored) ?? stored);
}
