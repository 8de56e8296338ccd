import { localTime } from '../hours/clock.ts';
import type { ZoneId } from '../core/time.ts';
import { cents, type Cents } from '../core/money.ts';

/** A longer time at work is a forgotten clock-out. */
export const MAX_SHIFT_HOURS = 24;
/** A higher hourly rate is a typing mistake. */
export const MAX_HOURLY_RATE = cents(200_00);

/** More cash tips at the end of a shift are a typing mistake. */
export const MAX_DECLARED_CASH = cents(5_000_00);

/** What a device records later than this after it was done is marked, because nobody saw when the person came or left. */
const ENTERED_LATER_MS = 5 * 60_000;

/** People begin and end their work with their PIN; a manager's correction replaces both, or adds a shift. */
export const WORK_ENTRY_KINDS = ['in', 'out', 'correction'] as const;
export type WorkEntryKind = (typeof WORK_ENTRY_KINDS)[number];

/** A row of the time clock. */
export interface WorkEntry {
  readonly id: string;
  readonly person_id: string;
  readonly kind: WorkEntryKind;
  /** When it was done; of a correction the start of the shift. */
  readonly done_at: Date;
  /** Of a correction. An end at the start removes the shift. */
  readonly ends_at: Date | null;
  /** The shift that a correction replaces. */
  readonly corrects: string | null;
  /** The cash tips that the person declared when they clocked out. */
  readonly declared_cash_cents: number | null;
  /** When it was recorded. */
  readonly at: Date;
}

/** The time from clocking in to clocking out. */
export interface WorkShift<Entry extends WorkEntry = WorkEntry> {
  /** The id of the entry that began it. */
  readonly id: string;
  readonly personId: string;
  readonly from: Date;
  /** Null while the person works, or if they forgot to clock out. */
  readonly to: Date | null;
  readonly minutes: number;
  readonly isForgotten: boolean;
  /** The entry that began it. */
  readonly start: Entry;
  readonly correction: Entry | null;
  readonly declaredCash: Cents | null;
  /** True if its start or end reached the server later, from an offline device or from a hand, and no manager saw it. */
  readonly isEnteredLater: boolean;
}

const MAX_SHIFT_MS = MAX_SHIFT_HOURS * 60 * 60_000;

/** Whole minutes that passed, also over a change of the clock. */
export function minutesWorked(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / 60_000));
}

/**
 * The shifts of people, in the order of their starts. Entries arrive in any order, because devices may be offline: only
 * the times at which they were done count. A second start, and an end without a start, change nothing.
 */
export function workShifts<Entry extends WorkEntry>(entries: readonly Entry[], now: Date): WorkShift<Entry>[] {
  return [...Map.groupBy(entries, ({ person_id: id }) => id).values()]
    .flatMap((own) => shiftsOfPerson(own, now))
    .toSorted((a, b) => a.from.getTime() - b.from.getTime() || (a.id < b.id ? -1 : 1));
}

function shiftsOfPerson<Entry extends WorkEntry>(entries: readonly Entry[], now: Date): WorkShift<Entry>[] {
  const clocked = entries
    .filter(({ kind }) => kind !== 'correction')
    .toSorted((a, b) => a.done_at.getTime() - b.done_at.getTime() || (a.kind === 'in' ? -1 : 1));
  const pairs: { start: Entry; end: Entry | null }[] = [];
  for (const entry of clocked) {
    const last = pairs.at(-1);
    const isRunning = last?.end === null && entry.done_at.getTime() - last.start.done_at.getTime() <= MAX_SHIFT_MS;
    if (entry.kind === 'in' && !isRunning) pairs.push({ start: entry, end: null });
    if (entry.kind === 'out' && isRunning) last.end = entry;
  }
  const corrections = entries
    .filter(({ kind }) => kind === 'correction')
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
  const added = corrections.filter(({ corrects }) => corrects === null).map((start) => ({ start, end: null }));
  return [...pairs, ...added].map(({ start, end }) => {
    const correction =
      corrections.findLast(({ corrects }) => corrects === start.id) ?? (start.kind === 'correction' ? start : null);
    const [from, to] = correction ? [correction.done_at, correction.ends_at] : [start.done_at, end?.done_at ?? null];
    const isForgotten = to === null && now.getTime() - from.getTime() > MAX_SHIFT_MS;
    const minutes = isForgotten ? 0 : minutesWorked(from, to ?? now);
    const isEnteredLater = !correction && [start, ...(end ? [end] : [])].some(wasEnteredLater);
    return {
      id: start.id,
      personId: start.person_id,
      from,
      to,
      minutes,
      isForgotten,
      start,
      correction,
      declaredCash: end?.declared_cash_cents == null ? null : cents(end.declared_cash_cents),
      isEnteredLater,
    };
  });
}

/** True for an entry that reached the server long after it was done. */
export function wasEnteredLater({ at, done_at: doneAt }: Pick<WorkEntry, 'at' | 'done_at'>): boolean {
  return at.getTime() - doneAt.getTime() > ENTERED_LATER_MS;
}

/** Another shift of the person at the same time; nobody is paid twice for a minute. */
export function findOverlap<Shift extends WorkShift>(
  shifts: readonly Shift[],
  { id, from, to }: { readonly id: string | null; readonly from: Date; readonly to: Date },
): Shift | undefined {
  return shifts.find(
    (shift) => shift.id !== id && !shift.isForgotten && shift.from < to && (shift.to === null || shift.to > from),
  );
}

/** What a shift costs at an hourly rate, rounded to the cent. */
export function labourCost(minutes: number, hourlyRate: Cents): Cents {
  return cents(Math.round((minutes * hourlyRate) / 60));
}

/** The minutes of a shift in each hour of the wall clock. */
export function minutesByHour({ from, minutes }: Pick<WorkShift, 'from' | 'minutes'>, zone: ZoneId) {
  const parts: { readonly hour: number; readonly minutes: number }[] = [];
  for (let passed = 0, part = 0; passed < minutes; passed += part) {
    const [hour = 0, minute = 0] = localTime(new Date(from.getTime() + passed * 60_000), zone)
      .split(':')
      .map(Number);
    part = Math.min(minutes - passed, 60 - minute);
    parts.push({ hour, minutes: part });
  }
  return parts;
}
