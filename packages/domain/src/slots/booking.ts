import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { instantOf, type TimeText } from '../core/time.ts';
import { freeSlots, nearestFree, slotTimes, type Slot, type SlotQuestion } from './slots.ts';

/** Tables are booked only where one can sit down, and only while the location is active. */
export function takesReservations(location: {
  readonly isActive: boolean;
  readonly features: readonly string[];
}): Result<true> {
  if (!location.isActive) return err(failure('location-inactive'));
  if (!location.features.includes('Dine-in')) {
    return err(failure('failed-precondition', 'This location does not take reservations'));
  }
  return ok(true);
}

/** The slot a party asked for, or the refusal with the nearest free ones in its details. */
export function chooseSlot(question: SlotQuestion, time: TimeText): Result<Slot> {
  const free = freeSlots(question);
  const slot = free.find((candidate) => candidate.time === time);
  if (slot) return ok(slot);
  const wanted =
    slotTimes(question.hours, question.date).find((candidate) => candidate.time === time)?.startsAt ??
    instantOf(question.date, time, question.hours.zone);
  const alternatives = nearestFree(free, wanted).map(({ date, time: at, label, seatsLeft }) => ({
    date,
    time: at,
    label,
    seatsLeft,
  }));
  return err(failure('slot-unavailable', undefined, { alternatives }));
}
