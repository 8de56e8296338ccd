/**
 * How many months after their last order, reservation or message guests without an account are erased. Privacy laws
 * (in Canada PIPEDA, principle 5) allow personal data only as long as it is needed, so there is no "never".
 */
export const GUEST_RETENTION_MONTHS = { min: 1, default: 24, max: 120 } as const;

/** The time before which a guest was last active to be erased now, by the calendar in UTC. */
export function forgetGuestsBefore(now: Date, months: number): Date {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const sinceMidnight = now.getTime() - Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return new Date(first.getTime() + (Math.min(now.getUTCDate(), lastDay) - 1) * 86_400_000 + sinceMidnight);
}
