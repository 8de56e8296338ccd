import { addMinutes, localDate, Refusal } from '@tiffin/domain/core';
import { addDays } from '@tiffin/domain/hours';
import { SYSTEM_ACTOR } from '@tiffin/domain/people';
import { AWAITED_STATUSES } from '@tiffin/domain/reservation';
import { demoBookings } from '@tiffin/demo/bookings';
import { demoFloors } from '@tiffin/demo/floor';
import { demoLocations, type DemoLocation } from '@tiffin/demo/locations';
import type { Context } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { learnTimes } from '../../modules/capacity/learn-times.ts';
import { saveFloor } from '../../modules/floor/save-floor.ts';
import { seatParty } from '../../modules/floor/seat-party.ts';
import { bookTable } from '../../modules/reservations/book-table.ts';
import { setReservationStatus } from '../../modules/reservations/set-reservation-status.ts';
import { writeHistory } from './create-history.ts';

/** The orders of two months for a restaurant of this size. */
const ORDERS = 2_600;
const DAYS = 60;

/**
 * Fills the demo restaurant with two months of orders, the learned kitchen times, tonight's orders in every status,
 * a week of reservations, and a plan of the tables with the parties that sit there.
 */
export async function writeOpenOrders(context: Context): Promise<void> {
  await writeHistory(context, ORDERS, () => undefined, { days: DAYS, tonight: true });
  await learnTimes(context);
  for (const [index, { id, zone }] of demoLocations.entries()) {
    await bookTables(context, id, zone, index);
    await addFloor(context, id, zone);
  }
}

/** Books through the public use case, so that guests get messages. */
async function bookTables(context: Context, locationId: string, zone: string, seed: number): Promise<void> {
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

/** Draws the plan of the tables, seats tonight's parties and gives tonight's bookings their tables. */
async function addFloor(context: Context, locationId: DemoLocation['id'], zone: string): Promise<void> {
  const { plan, parties, booked } = demoFloors[locationId];
  const by = { actor: SYSTEM_ACTOR, from: null };
  const now = context.clock.now();
  const tableId = (name: string) => plan.tables.find((table) => table.name === name)?.tableId ?? '';
  await transaction(context.db, async (tx) => {
    await saveFloor(context, tx, by, { locationId, version: 0, areas: [...plan.areas], tables: [...plan.tables] });
    for (const { table, minutes, ...party } of parties) {
      const earlier = { ...context, clock: { ...context.clock, now: () => addMinutes(now, -minutes) } };
      await seatParty(earlier, tx, by, { tableId: tableId(table), ...party });
    }
    const tonight = await tx
      .selectFrom('reservations')
      .select('id')
      .where('location_id', '=', locationId)
      .where('date', '=', localDate(now, zone))
      .where('status', 'in', AWAITED_STATUSES)
      .orderBy('starts_at')
      .limit(booked.length)
      .execute();
    for (const [index, { id }] of tonight.entries()) {
      const change = { reservationId: id, status: 'confirmed' as const, tableNumber: booked[index] };
      await setReservationStatus(context, tx, by, change);
    }
  });
}
