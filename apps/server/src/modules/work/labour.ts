import { addCents, cents, type Cents, type DateText } from '@tiffin/domain/core';
import { labourCost } from '@tiffin/domain/day';
import type { ReportPeriod } from '@tiffin/domain/stats';
import type { Tx } from '../../context.ts';
import { readLocationDay, readShifts } from './read-hours.ts';

interface LabourOfDay {
  readonly date: DateText;
  readonly minutes: number;
  readonly cost: Cents;
}

/** What people worked on each business day, at the rates they had then. Days without work are left out. */
export async function readLabour(
  tx: Tx,
  locationIds: readonly string[],
  period: ReportPeriod,
  now: Date,
): Promise<LabourOfDay[]> {
  const days = new Map<DateText, LabourOfDay>();
  for (const locationId of locationIds) {
    const location = await readLocationDay(tx, locationId, now);
    for (const { day: date, minutes, start, correction } of await readShifts(tx, location, period, now)) {
      if (minutes === 0) continue;
      const cost = labourCost(minutes, cents((correction ?? start).row.rate_cents ?? 0));
      const known = days.get(date);
      days.set(date, { date, minutes: minutes + (known?.minutes ?? 0), cost: addCents(cost, known?.cost ?? cents(0)) });
    }
  }
  return [...days.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1));
}
