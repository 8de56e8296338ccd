import { zonedDateTimeOf } from '../core/time.ts';
import { callOutCode } from '../order/id.ts';

/** A ready order leaves the screen after this time, collected or not. */
export const READY_SHOWN_MINUTES = 10;
/** A ready order counts as new for this long. */
export const JUST_READY_SECONDS = 90;
const STEP_MINUTES = 5;

/** An order as the pick-up screen needs it. */
export interface PickupOrder {
  readonly id: string;
  readonly status: string;
  readonly customerName: string;
  readonly estimatedReady: Date;
  readonly readyTime: Date | null;
}

/** What a television shows of an order. Nothing else leaves the server. */
export interface PickupScreenOrder {
  readonly code: string;
  /** Null if the screen shows no names, or the name begins with no letter. */
  readonly initial: string | null;
}

/** The two columns of a pick-up screen. Orders in other states are not shown. */
export function pickupColumns(
  orders: readonly PickupOrder[],
  now: Date,
  { showsInitials }: { readonly showsInitials: boolean },
) {
  const screenOrder = (order: PickupOrder): PickupScreenOrder => ({
    code: callOutCode(order.id),
    initial: showsInitials ? initialOf(order.customerName) : null,
  });
  const since = now.getTime() - READY_SHOWN_MINUTES * 60_000;
  return {
    preparing: orders
      .filter(({ status }) => status === 'preparing')
      .toSorted((a, b) => a.estimatedReady.getTime() - b.estimatedReady.getTime() || (a.id < b.id ? -1 : 1))
      .map((order) => ({ ...screenOrder(order), minutes: minutesLeft(order.estimatedReady, now) })),
    ready: orders
      .filter(({ status, readyTime }) => status === 'ready' && (readyTime === null || readyTime.getTime() > since))
      .toSorted((a, b) => timeOf(b) - timeOf(a) || (a.id < b.id ? -1 : 1))
      .map((order) => ({ ...screenOrder(order), readyAt: order.readyTime })),
  };
}

function timeOf({ readyTime }: PickupOrder): number {
  return readyTime?.getTime() ?? 0;
}

/** Rounded up to five minutes, so that the screen never says less than the promise. */
function minutesLeft(estimatedReady: Date, now: Date): number | null {
  const minutes = (estimatedReady.getTime() - now.getTime()) / 60_000;
  return minutes <= 0 ? null : Math.ceil(minutes / STEP_MINUTES) * STEP_MINUTES;
}

function initialOf(name: string): string | null {
  const [first = ''] = name.trim().normalize('NFC');
  return /\p{L}/u.test(first) ? first.toLocaleUpperCase() : null;
}

/** True while a ready order counts as new. */
export function isJustReady(readyAt: Date | null, now: Date): boolean {
  return readyAt !== null && now.getTime() - readyAt.getTime() < JUST_READY_SECONDS * 1_000;
}

const RELOAD_HOUR = 4;
/** A page that was reloaded in this hour is not reloaded again. */
const MIN_PAGE_AGE_MS = 2 * 3_600_000;

/** Whether a screen that runs day and night loads its page again: once each night, for new versions. */
export function isReloadTime(now: Date, openedAt: Date, zone: string): boolean {
  const isOld = now.getTime() - openedAt.getTime() > MIN_PAGE_AGE_MS;
  return isOld && zonedDateTimeOf(now, zone).hour === RELOAD_HOUR;
}

/** The page of a list that shows now: the next one with each `turn`, and the first one after the last. */
export function pageOfList<T>(list: readonly T[], perPage: number, turn: number) {
  const pages = Math.max(1, Math.ceil(list.length / perPage));
  const page = turn % pages;
  return { page: page + 1, pages, rows: list.slice(page * perPage, (page + 1) * perPage) };
}

const KEY_PREFIX = 'TV';
const KEY_GROUPS = 3;
const GROUP_LENGTH = 4;

/** 'TV-93KD-7R2W-4HXN', to be typed with a remote control. */
export function screenKeyOf(code: string): string {
  const groups = Array.from({ length: KEY_GROUPS }, (_, n) => code.slice(n * GROUP_LENGTH, (n + 1) * GROUP_LENGTH));
  return [KEY_PREFIX, ...groups].join('-');
}

export const SCREEN_KEY_CODE_LENGTH = KEY_GROUPS * GROUP_LENGTH;

/** Parses a typed key into the form in which it was shown; null if it is no key of a pick-up screen. */
export function readScreenKey(text: string): string | null {
  const letters = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  if (!letters.startsWith(KEY_PREFIX) || letters.length !== KEY_PREFIX.length + SCREEN_KEY_CODE_LENGTH) return null;
  return screenKeyOf(letters.slice(KEY_PREFIX.length));
}
