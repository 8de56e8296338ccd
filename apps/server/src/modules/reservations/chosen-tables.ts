import { refuse, say, type DateText, type TimeText } from '@tiffin/domain/core';
import { chooseStay, findSeating, type TimeSlot } from '@tiffin/domain/reservation';
import type { Context, Tx } from '../../context.ts';
import { requireFreeSlot, type BookableLocation } from './free-slots.ts';
import { readSeatings, readUnplaced, stayMinutesAt } from './occupancy.ts';

/** The refusal of a table that is not on the plan of a location. */
export const unknownTable = (table: string) =>
  refuse(
    'invalid-argument',
    say`There is no table ${table} on the plan. Choose another one, or join some like 12+13.`,
    {
      field: 'tableNumber',
    },
  );

/**
 * The time of a party for which staff chose the tables, also if it is larger than they are. Others keep theirs, but a
 * party without a table keeps none free. Refuses with the nearest times at which the tables are free.
 */
export async function requireChosenTables(
  context: Context,
  tx: Tx,
  bookable: BookableLocation,
  { date, time, partySize }: { readonly date: DateText; readonly time: TimeText; readonly partySize: number },
  tableNumber: string,
): Promise<TimeSlot> {
  const { location, hours } = bookable;
  const seating = findSeating(await readSeatings(tx, location), tableNumber);
  if (!seating) throw unknownTable(tableNumber);
  if (!location.counts_stays) {
    return { ...(await requireFreeSlot(context, tx, bookable, { date, time, partySize })), seating };
  }
  const now = context.clock.now();
  const occupancy = await readUnplaced(tx, location, { from: date, to: date }, { now });
  const chosen = { ...seating, seats: Math.max(seating.seats, partySize) };
  const minutes = stayMinutesAt(location, partySize);
  const chosenOnly = { ...occupancy, seatings: [chosen], mostArrivals: null };
  const slot = chooseStay({ hours, date, partySize, now, minutes, occupancy: chosenOnly }, time);
  if (slot.ok) return { ...slot.value, seating };
  const { code, message, details } = slot.error;
  const words = say`Table ${seating.name} is not free at this time. Choose another time, or other tables.`;
  throw refuse(code, code === 'time-full' ? words : message, details);
}
