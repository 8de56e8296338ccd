import { cents, ok, say, type Cents, type Result, fail } from '../core/index.ts';
import { authorise, isActorOwner, type Actor } from '../people/index.ts';
import { READY_TIME_DAYS } from './promise/ready-times.ts';
import { OPEN_STATUSES, statusWord, type OrderStatus } from './statuses.ts';

/** Who changes a placed order. Staff may until it is completed, the guest until the kitchen starts. */
export type OrderChanger = 'staff' | 'guest';

const CHANGEABLE = {
  staff: OPEN_STATUSES,
  guest: ['pending'],
} as const satisfies Record<OrderChanger, readonly OrderStatus[]>;

/** The fields that decide who may change an order. */
export interface ChangeableOrder {
  readonly status: OrderStatus;
  readonly locationId: string;
  readonly ownerId: string | null;
  /** Taken at the till: only staff may change it. */
  readonly adminCreated: boolean;
}

export function isOrderChangeable(status: OrderStatus, changer: OrderChanger): boolean {
  return CHANGEABLE[changer].some((from) => from === status);
}

/** True if the guest's page offers a change. */
export function canGuestChange(order: Pick<ChangeableOrder, 'status' | 'adminCreated'>): boolean {
  return isOrderChangeable(order.status, 'guest') && !order.adminCreated;
}

/**
 * Decides whether the actor changes the order as staff or as its guest, or refuses. `holdsToken` is true for a guest
 * without an account who has the access token of the order.
 */
export function authoriseOrderChange(order: ChangeableOrder, actor: Actor, holdsToken: boolean): Result<OrderChanger> {
  const { status, locationId, ownerId } = order;
  const asStaff = authorise('order.change', actor, { locationId });
  const isGuestOfOrder = holdsToken || isActorOwner(actor, ownerId);
  if (!asStaff.ok && !isGuestOfOrder) return asStaff;
  const by: OrderChanger = asStaff.ok ? 'staff' : 'guest';
  if (!isOrderChangeable(status, by)) {
    const hasStarted = by === 'guest' && isOrderChangeable(status, 'staff');
    const word = statusWord(status);
    const text = hasStarted
      ? say`The kitchen has started, so this order can no longer be changed. Please call us.`
      : say`This order is ${word} and can no longer be changed. Please call us.`;
    return fail('failed-precondition', text, { status });
  }
  if (by === 'guest' && order.adminCreated) {
    return fail('failed-precondition', say`This order was taken by us: please call us to change it.`);
  }
  return ok(by);
}

/** A line of the order before its change. */
export interface PlacedLine {
  readonly line: number;
  readonly id: string;
  readonly name: string;
  readonly quantity: number;
  readonly spiceLevel: number;
  /** A cook marked it as done. */
  readonly isDone: boolean;
}

/** A requested change: new lines, lines to remove, and lines with another quantity, heat level or options. */
export interface RequestedLineChanges<Added> {
  readonly add: readonly Added[];
  readonly remove: readonly number[];
  /** Omitted fields stay unchanged. */
  readonly change: readonly {
    readonly line: number;
    readonly quantity?: number;
    readonly spiceLevel?: number;
    /** The options or the note change. */
    readonly isMadeOtherwise?: boolean;
  }[];
}

/** A line that stays on the order, with its quantity and heat level after the change. */
export interface RemainingLine<Placed extends PlacedLine> {
  readonly placed: Placed;
  readonly quantity: number;
  readonly spiceLevel: number;
}

/** Returns the existing lines that remain, with their new values, or refuses the change. */
export function remainingLines<Placed extends PlacedLine>(
  placedLines: readonly Placed[],
  { add, remove, change }: RequestedLineChanges<unknown>,
): Result<readonly RemainingLine<Placed>[]> {
  const lineNumbers = [...remove, ...change.map(({ line }) => line)];
  const isPlaced = (line: number) => placedLines.some((each) => each.line === line);
  if (new Set(lineNumbers).size < lineNumbers.length || !lineNumbers.every(isPlaced)) {
    return fail('invalid-argument', say`A line is listed twice, or is not part of this order.`, { field: 'change' });
  }
  const remaining: RemainingLine<Placed>[] = [];
  for (const each of placedLines) {
    const isRemoved = remove.includes(each.line);
    const request = change.find(({ line }) => line === each.line);
    const quantity = request?.quantity ?? each.quantity;
    const spiceLevel = request?.spiceLevel ?? each.spiceLevel;
    const isMadeOtherwise = spiceLevel !== each.spiceLevel || request?.isMadeOtherwise;
    if (each.isDone && (isRemoved || quantity < each.quantity || isMadeOtherwise)) {
      return fail('failed-precondition', say`${each.name} is already done. It can be refunded, but not removed.`, {
        line: each.line,
      });
    }
    if (!isRemoved) remaining.push({ placed: each, quantity, spiceLevel });
  }
  if (remaining.length + add.length === 0) {
    return fail(
      'failed-precondition',
      say`An order needs at least one dish. To remove all of them, cancel the order or void the round.`,
    );
  }
  return ok(remaining);
}

/** A difference of one line for the kitchen: `by` more or fewer portions; 0 if only options or heat changed. */
export interface LineChange {
  readonly line: number;
  readonly name: string;
  readonly by: number;
  /** The current heat level and options; empty for the default. */
  readonly spice: string;
  /** Of a removed line: the kitchen station that made it; null for the pass. */
  readonly stationId?: string | null | undefined;
}

interface CookedLine {
  readonly line: number;
  readonly name: string;
  readonly quantity: number;
  readonly spice: string;
}

/** Compares two states of an order's lines by line number. */
export function lineChanges(before: readonly CookedLine[], after: readonly CookedLine[]): LineChange[] {
  const lines = [...new Set([...before, ...after].map(({ line }) => line))].toSorted((a, b) => a - b);
  return lines.flatMap((line): LineChange[] => {
    const oldLine = before.find((each) => each.line === line);
    const newLine = after.find((each) => each.line === line);
    const { name, spice } = newLine ?? oldLine ?? { name: '', spice: '' };
    const by = (newLine?.quantity ?? 0) - (oldLine?.quantity ?? 0);
    const isSame = by === 0 && oldLine?.spice === newLine?.spice;
    return isSame ? [] : [{ line, name, by, spice }];
  });
}

/** '+ 1 Garlic Naan', '− 2 Samosa', 'Samosa: Hot', 'Thali: Large, − Onion'. */
export function lineChangeText({ name, by, spice }: Omit<LineChange, 'line'>): string {
  if (by === 0) {
    const how = spice === '' ? say`as it comes` : spice;
    return say`${name}: ${how}`;
  }
  const details = by > 0 && spice !== '' ? `, ${spice}` : '';
  return `${by > 0 ? '+' : '−'} ${Math.abs(by)} ${name}${details}`;
}

/** What can change in an order besides its dishes. */
export const CHANGED_FIELD_LABELS = {
  time: say`Ready time`,
  orderType: say`Order type`,
  address: say`Address`,
  table: say`Table`,
  name: say`Name`,
  note: say`Special instructions`,
  allergies: say`Allergies`,
} as const;
export type ChangedField = keyof typeof CHANGED_FIELD_LABELS;

/** Maximum length of the reason that a guest reads when their time changes. */
export const MAX_CHANGE_REASON_LENGTH = 120;

/** What is still due after a change, and what goes back to the guest. */
export function settleChange({ total, paid }: { readonly total: Cents; readonly paid: Cents }) {
  return { due: cents(Math.max(0, total - paid)), back: cents(Math.max(0, paid - total)) };
}

/** True if open payment pages ask for at most the amount due, and for all of it if they did before. */
export function canKeepPaymentPages(reservedAmount: Cents, dueBefore: Cents, dueNow: Cents): boolean {
  return reservedAmount === dueBefore ? reservedAmount === dueNow : reservedAmount <= dueNow;
}

/** How far ahead staff may set a ready time. For a scheduled order the limit is `READY_TIME_DAYS`. */
export const MAX_READY_TIME_HOURS = 24;

/** Why staff cannot set this ready time, or null. `isForLater` is true for a scheduled order. */
export function readyTimeProblem(at: Date, now: Date, isForLater = false): string | null {
  // A time is chosen to the minute, so that of the current minute has not passed.
  if (at.getTime() < now.getTime() - 60_000) return say`The ready time has passed.`;
  const hours = isForLater ? READY_TIME_DAYS * 24 : MAX_READY_TIME_HOURS;
  if (at.getTime() <= now.getTime() + hours * 3_600_000) return null;
  return isForLater
    ? say`The ready time can be at most ${READY_TIME_DAYS} days ahead.`
    : say`The ready time can be at most ${hours} hours ahead.`;
}
