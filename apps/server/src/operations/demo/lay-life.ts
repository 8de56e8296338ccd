import { dateIn, Refusal } from '@tiffin/domain/core';
import { addDays } from '@tiffin/domain/hours';
import { demoBookings } from '@tiffin/demo/bookings';
import { demoLocations } from '@tiffin/demo/locations';
import type { Context } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { learnTimes } from '../../modules/fulfilment/learn-times.ts';
import { bookTable } from '../../modules/reservations/book-table.ts';
import { writeHistory } from './lay-history.ts';

/** Two months of a house of this size. */
const ORDERS = 2_600;
const DAYS = 60;

/** The demo restaurant at work: two months of orders and what its kitchens learned of them, tonight's in every state, and a week of booked tables. */
export async function writeOpenOrders(context: Context): Promise<void> {
  await writeHistory(context, ORDERS, () => undefined, { days: DAYS, tonight: true });
  await learnTimes(context);
  for (const [index, { id, zone }] of demoLocations.entries()) await book(context, id, zone, index);
}

/** Through the same use cases as everybody's, so that guests are written to. */
async function book(context: Context, locationId: string, zone: string, seed: number): Promise<void> {
  const today = dateIn(context.clock.now(), zone);
  for (const { inDays, time, partySize, specialRequests, ...customerInfo } of demoBookings(seed + 1)) {
    const booking = {
      locationId,
      date: addDays(today, inDays),
      time,
      partySize,
      customerInfo,
      specialRequests,
      source: 'web' as const,
      userId: null,
      createdBy: null,
      device: null,
      bookedFrom: null,
    };
    await transaction(context.db, (tx) => bookTable(context, tx, booking)).catch((error: unknown) => {
      // Full, over for today, or somebody of that name: then there is one table fewer.
      if (!(error instanceof Refusal)) throw error;
    });
  }
}
