import { localDate, Refusal } from '@tiffin/domain/core';
import { addDays } from '@tiffin/domain/hours';
import { demoBookings } from '@tiffin/demo/bookings';
import { demoLocations } from '@tiffin/demo/locations';
import type { Context } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { learnTimes } from '../../modules/kitchen/capacity/learn-times.ts';
import { bookTable } from '../../modules/reservations/book-table.ts';
import { writeHistory } from './create-history.ts';

/** The orders of two months for a restaurant of this size. */
const ORDERS = 2_600;
const DAYS = 60;

/**
 * Fills the demo restaurant with two months of orders, the learned kitchen times, tonight's orders in every status, and
 * a week of reservations.
 */
export async function writeOpenOrders(context: Context): Promise<void> {
  await writeHistory(context, ORDERS, () => undefined, { days: DAYS, tonight: true });
  await learnTimes(context);
  for (const [index, { id, zone }] of demoLocations.entries()) await book(context, id, zone, index);
}

/** Books through the public use case, so that guests get messages. */
async function book(context: Context, locationId: string, zone: string, seed: number): Promise<void> {
  const today = localDate(context.clock.now(), zone);
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
      // Skip the table when the time is full or over, or the guest already has one.
      if (!(error instanceof Refusal)) throw error;
    });
  }
}
