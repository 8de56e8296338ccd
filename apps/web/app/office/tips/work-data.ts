import type { QueryKey } from '@tanstack/react-query';
import { say } from '@tiffin/domain/core';

/** The queries whose data clocking in or out, corrections and rates change. */
export const workKeys = (locationId: string): QueryKey[] => [
  ['hours', locationId],
  ['tips', locationId],
];

/** For example `6 h 30`. */
export function minutesText(total: number): string {
  const [hours, minutes] = [Math.floor(total / 60), String(total % 60).padStart(2, '0')];
  return say`${hours} h ${minutes}`;
}
