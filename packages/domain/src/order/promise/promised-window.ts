import { addMinutes, shownWindow } from '../../core/time.ts';
import { PREPARATION_MINUTES } from './ready.ts';
import { orderTypeGoesTo } from '../order-types.ts';

/**
 * When the guest gets the order: at the counter, at the table, or at the door. Where only one time is shown, it is
 * `to`. Both are the same if a single time was promised.
 */
export interface PromisedWindow {
  readonly from: Date;
  readonly to: Date;
}

/** The minutes a promise was made from: the quote, and the range that was learned from past orders. */
interface QuotedRange {
  readonly quote: number;
  readonly from?: number;
  readonly to?: number;
}

const LEARNED_STEP_MINUTES = 5;

/**
 * Rounds a promise. This is the only place that does: every screen, message and answer shows its result. A learned range
 * becomes full five minutes, a single time the nearest full minute.
 */
export function promisedWindow(readyAt: Date, { quote, from, to }: QuotedRange): PromisedWindow {
  if (from === undefined || to === undefined) return singleTime(roundTime(readyAt, 1, Math.round));
  return {
    from: roundTime(addMinutes(readyAt, from - quote), LEARNED_STEP_MINUTES, Math.floor),
    to: roundTime(addMinutes(readyAt, to - quote), LEARNED_STEP_MINUTES, Math.ceil),
  };
}

/** The window of a promise that is one time. */
export function singleTime(at: Date): PromisedWindow {
  return { from: at, to: at };
}

function roundTime(at: Date, stepMinutes: number, round: (steps: number) => number): Date {
  const step = stepMinutes * 60_000;
  return new Date(round(at.getTime() / step) * step);
}

/** The window of a delivery, no earlier than the pickup of the same order would be, and at least as long. */
export function notBefore(window: PromisedWindow, earliest: PromisedWindow): PromisedWindow {
  const from = later(window.from, earliest.from);
  const earliestEnd = new Date(from.getTime() + earliest.to.getTime() - earliest.from.getTime());
  return { from, to: later(window.to, earliestEnd) };
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}

/** The window that ends at another time and is as long as before. */
export function moveWindow({ from, to }: PromisedWindow, end: Date): PromisedWindow {
  return { from: new Date(from.getTime() + end.getTime() - to.getTime()), to: end };
}

/**
 * The promise once the kitchen starts: at most `PREPARATION_MINUTES` from now, for a delivery plus the way. It never
 * moves later, and a time that the guest chose stays.
 */
export function promiseAfterStart(
  startedAt: Date,
  {
    window,
    wantedFor,
    wayMinutes,
  }: { readonly window: PromisedWindow | null; readonly wantedFor: Date | null; readonly wayMinutes: number },
): PromisedWindow {
  const { to: due } = promisedWindow(addMinutes(startedAt, PREPARATION_MINUTES + wayMinutes), { quote: 0 });
  if (window === null) return singleTime(due);
  const isChosen = wantedFor !== null && wantedFor > startedAt;
  return isChosen || window.to <= due ? window : moveWindow(window, due);
}

/** An order of the API. Answers of earlier versions have no window. */
export interface PromisedOrder {
  readonly estimatedReady: string | null;
  readonly promised?: { readonly from: string; readonly to: string } | undefined;
}

/** The window of an order of the API; null if it has no time. */
export function windowOfAnswer({ promised, estimatedReady }: PromisedOrder): PromisedWindow | null {
  if (promised) return { from: new Date(promised.from), to: new Date(promised.to) };
  return estimatedReady === null ? null : singleTime(new Date(estimatedReady));
}

/** An order of the API that may still be on its way to its guest. */
export interface AwaitedOrder extends PromisedOrder {
  readonly status: string;
  readonly orderType: string;
  readonly deliveryInfo?: { readonly courier?: { readonly state: string } | undefined } | null | undefined;
}

/** True while a guest waits after the end of the promise, as it was shown. Then the promise is no estimate any more. */
export function isLaterThanPromised(order: AwaitedOrder, now: Date): boolean {
  const window = windowOfAnswer(order);
  return window !== null && isAwaited(order) && shownWindow(window.from, window.to).to < now;
}

function isAwaited({ status, orderType, deliveryInfo }: AwaitedOrder): boolean {
  if (status === 'pending' || status === 'preparing') return true;
  if (!promisesArrival(orderType)) return false;
  const courier = deliveryInfo?.courier?.state;
  return status === 'ready' || (status === 'completed' && (courier === 'taken' || courier === 'on-the-way'));
}

/** A move of the promise by staff, as the API lists it. Moves of earlier versions have only the ends. */
interface PromiseMove {
  readonly was: string;
  readonly wasFrom?: string | undefined;
}

/**
 * The window before staff moved it, or before an early start shortened it; null if it is still the first one. Guests
 * see both. `promisedReady` is the end before the start.
 */
export function windowBeforeMove(
  order: PromisedOrder & {
    readonly promisedReady?: string | null | undefined;
    readonly changes?: readonly { readonly ready?: PromiseMove | undefined }[] | undefined;
  },
): PromisedWindow | null {
  const now = windowOfAnswer(order);
  if (now === null) return null;
  const first = order.changes?.find(({ ready }) => ready)?.ready;
  const before = first
    ? { from: new Date(first.wasFrom ?? first.was), to: new Date(first.was) }
    : order.promisedReady
      ? moveWindow(now, new Date(order.promisedReady))
      : null;
  return before && hasMoved(before, now) ? before : null;
}

/** Smaller differences are not reported. */
const PROMISE_SLACK_MINUTES = 5;

/** True if the windows end so far apart that the guest is told. */
export function hasMoved(before: PromisedWindow, now: PromisedWindow): boolean {
  return Math.abs(now.to.getTime() - before.to.getTime()) >= PROMISE_SLACK_MINUTES * 60_000;
}

/** True if the promise is the arrival at the guest's door. */
export function promisesArrival(orderType: string): boolean {
  return orderTypeGoesTo(orderType, 'address');
}
