import type { QueryKey } from '@tanstack/react-query';
import { say } from '@tiffin/domain/core';

/** What clocking, corrections and rates change. */
export const changesOfWork = (locationId: string): QueryKey[] => [
  ['hours', locationId],
  ['tips', locationId],
];

/** For example `6 h 30`. */
export function minutesText(total: number): string {
  const [hours, minutes] = [Math.floor(total / 60), String(total % 60).padStart(2, '0')];
  return say`${hours} h ${minutes}`;
}
