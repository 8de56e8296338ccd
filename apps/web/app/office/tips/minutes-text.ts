import { say } from '@tiffin/domain/core';

/** For example `6 h 30`. */
export function minutesText(total: number): string {
  const hours = Math.floor(total / 60);
  const minutes = String(total % 60).padStart(2, '0');
  return say`${hours} h ${minutes}`;
}
