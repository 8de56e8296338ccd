import { toDate, zonedDateTimeOf } from '../core/time.ts';

/**
 * How many months after their last order, reservation or message guests without an account are erased. Privacy laws
 * (in Canada PIPEDA, principle 5) allow personal data only as long as it is needed, so there is no "never".
 */
export const GUEST_RETENTION_MONTHS = { min: 1, default: 24, max: 120 } as const;

/** The time before which a guest was last active to be erased now, by the calendar in UTC. */
export function forgetGuestsBefore(now: Date, months: number): Date {
  return toDate(zonedDateTimeOf(now, 'UTC').subtract({ months }).toInstant());
}
