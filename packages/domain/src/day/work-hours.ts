import { cents, type Cents } from '../core/money.ts';
import { MAX_SHIFT_HOURS, minutesWorked } from './tips.ts';

/** People begin and end their work with their PIN; a correction of a manager replaces both, or adds a shift. */
export const WORK_ENTRY_KINDS = ['in', 'out', 'correction'] as const;
export type WorkEntryKind = (typeof WORK_ENTRY_KINDS)[number];

export interface WorkEntry {
  readonly id: string;
  readonly personId: string;
  readonly kind: WorkEntryKind;
  /** When it was done; of a correction the start of the shift. */
  readonly at: Date;
  /** Of a correction. An end at the start removes the shift. */
  readonly endsAt: Date | null;
  /** The shift that a correction replaces. */
  readonly corrects: string | null;
  readonly writtenAt: Date;
}

/** The time from clocking in to clocking out. */
export interface WorkShift<Entry extends WorkEntry = WorkEntry> {
  /** That of the entry that began it. */
  readonly id: string;
  readonly personId: string;
  readonly from: Date;
  /** Null while the person works, or if they forgot to clock out. */
  readonly to: Date | null;
  readonly minutes: number;
  readonly isForgotten: boolean;
  /** Where it began. */
  readonly start: Entry;
  readonly correction: Entry | null;
}

const MAX_SHIFT_MS = MAX_SHIFT_HOURS * 60 * 60_000;

/**
 * The shifts of people, in the order of their starts. Entries arrive in any order, because devices may be offline: only
 * the times at which they were done count. A second start, and an end without a start, change nothing.
 */
export function workShifts<Entry extends WorkEntry>(entries: readonly Entry[], now: Date): WorkShift<Entry>[] {
  const byPerson = Map.groupBy(entries, ({ personId }) => personId).values();
  return [...byPerson]
    .flatMap((own) => shiftsOfPerson(own, now))
    .toSorted((a, b) => a.from.getTime() - b.from.getTime() || (a.id < b.id ? -1 : 1));
}

function shiftsOfPerson<Entry extends WorkEntry>(entries: readonly Entry[], now: Date): WorkShift<Entry>[] {
  const clocked = entries
    .filter(({ kind }) => kind !== 'correction')
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.kind === 'in' ? -1 : 1));
  const pairs: { start: Entry; to: Date | null }[] = [];
  for (const entry of clocked) {
    const last = pairs.at(-1);
    const isRunning = last?.to === null && entry.at.getTime() - last.start.at.getTime() <= MAX_SHIFT_MS;
    if (entry.kind === 'in' && !isRunning) pairs.push({ start: entry, to: null });
    if (entry.kind === 'out' && isRunning) last.to = entry.at;
  }
  const corrections = entries
    .filter(({ kind }) => kind === 'correction')
    .toSorted((a, b) => a.writtenAt.getTime() - b.writtenAt.getTime() || (a.id < b.id ? -1 : 1));
  const added = corrections.filter(({ corrects }) => corrects === null).map((start) => ({ start, to: start.endsAt }));
  return [...pairs, ...added].map(({ start, to }) => {
    const correction = corrections.findLast(({ corrects }) => corrects === start.id) ?? null;
    const [from, until] = correction ? [correction.at, correction.endsAt] : [start.at, to];
    const isForgotten = until === null && now.getTime() - from.getTime() > MAX_SHIFT_MS;
    const minutes = isForgotten ? 0 : minutesWorked(from, until ?? now);
    return {
      id: start.id,
      personId: start.personId,
      from,
      to: until,
      minutes,
      isForgotten,
      start,
      correction: correction ?? (start.kind === 'correction' ? start : null),
    };
  });
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
